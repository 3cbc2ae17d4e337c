import type { EventType, Subscription, Work } from './contract.ts';

export function event<P>(name: string): EventType<P> {
  return { name };
}

export function subscribe<P>(
  type: EventType<P>,
  run: (work: Work<unknown>, payload: P) => Promise<void>,
): Subscription {
  // What is published under this name has this payload: `publish` takes the same EventType.
  return { event: type.name, run: (work, payload) => run(work, payload as P) };
}
