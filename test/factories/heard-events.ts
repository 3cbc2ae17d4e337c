import type { EventType } from '#modules/platform/contract.ts';
import { type Portal, subscribe } from '#modules/platform/index.ts';

/**
 * Listens to an event of a portal from now on.
 * @returns what is published, in order
 */
export function hearEvents<P>(portal: Portal, type: EventType<P>): P[] {
  const heard: P[] = [];
  const listener = subscribe(type, async (_work, payload) => void heard.push(payload));
  const subscriptionsTo = portal.subscriptionsTo.bind(portal);
  Object.assign(portal, {
    subscriptionsTo: (event: string) => [
      ...subscriptionsTo(event),
      ...(event === listener.event ? [listener] : []),
    ],
  });
  return heard;
}
