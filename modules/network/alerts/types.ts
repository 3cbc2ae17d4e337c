/** What a company can be told of a person in its network (doc2 §3, D61), in the order of the charts. */
export const alertTypes = [
  'new',
  'expiressoon',
  'scorechange',
  'expired',
  'leftnetwork',
  'removeduser',
] as const;
export type AlertType = (typeof alertTypes)[number];
