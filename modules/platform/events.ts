import type { Work } from './work.ts';

/** Something that happened, told to the modules above in the same transaction. */
export interface EventType<P> {
  name: string;
  /** Only for the compiler: what the event carries. */
  readonly payload?: P;
}

export function event<P>(name: string): EventType<P> {
  return { name };
}

/** Runs inside the publisher's transaction: its failure or refusal rolls all of it back. */
export interface Subscription {
  event: string;
  run(work: Work<unknown>, payload: never): Promise<void>;
}

export function subscribe<P>(
  type: EventType<P>,
  run: (work: Work<unknown>, payload: P) => Promise<void>,
): Subscription {
  return { event: type.name, run: run as Subscription['run'] };
}
