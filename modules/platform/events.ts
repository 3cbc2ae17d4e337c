import type { EventType, Subscription, Work } from './contract.ts';

export function event<P>(name: string): EventType<P> {
  return { name };
}

export function subscribe<P>(
  type: EventType<P>,
  run: (work: Work<unknown>, payload: P) => Promise<void>,
): Subscription {
  return { event: type.name, run: run as Subscription['run'] };
}
