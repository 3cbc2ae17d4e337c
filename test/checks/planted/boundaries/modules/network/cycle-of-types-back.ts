import type { Forth } from './cycle-of-types.ts';

export interface Back {
  forth?: Forth;
}
