/** Why the link of an invitation no longer leads anywhere. */
export const linkEnds = ['expired', 'canceled', 'removed', 'answered'] as const;
export type LinkEnd = (typeof linkEnds)[number];
