import type { Subscription } from './platform/index.ts';

/** Who hears what, in one place: the publisher stands below, the subscriber above, both commit together. */
export const subscriptions: readonly Subscription[] = [];
