import type { EventType, Subscription, Work } from './contract.ts';

export function event<P>(name: string): EventType<P> {
  return { name };
}

export function subscribe<P>(
  type: EventType<P>,
  run: (work: Work<unknown>, payload: P) => Promise<void>,
): Subscription {
  // The cast is safe: `publish` takes the payload of the same EventType.
  return { event: type.name, run: (work, payload) => run(work, payload as P) };
}
