import { v7 } from 'uuid';

/** An id for a new row. It is random but ordered by time, so that indexes stay compact. */
export function newId(): string {
  return v7();
}
