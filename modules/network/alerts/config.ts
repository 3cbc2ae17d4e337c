import { z } from 'zod';
import { yesNo } from '#modules/platform/index.ts';
import { alertDeliveries, alertTypes, subscriptionTypes } from '../fields.ts';
import { connectionStatuses } from '../statuses.ts';

/** What a company set for its alerts, and what a member of its team gets by email (doc2 §3, D130). */
const rule = {
  /** 0 for IC01+ to 4 for IC04 (D3). */
  minscore: z.number().int().min(0).max(4),
  maxscore: z.number().int().min(0).max(4),
  outofcomp_expired: yesNo,
  outofcomp_leftnetwork: yesNo,
  outofcomp_removed: yesNo,
};

const flags = {
  /** Whether the member gets a daily summary. It has what is not told at once: none is sent to whom all is told at once. */
  daily_summary: yesNo,
  /** Whether these are told at once. */
  network_invites: yesNo,
  expirations: yesNo,
  new: yesNo,
  purchase: yesNo,
  left_network: yesNo,
  scorechange: yesNo,
  out_compliance: yesNo,
};

const delivery = z.enum(alertDeliveries);
const statuses = z.array(z.enum(connectionStatuses)).max(connectionStatuses.length);

export const alertConfig = z.object({
  ...rule,
  ...flags,
  /** The same for each type by itself, where a flag stands for several. */
  deliveries: z.record(z.enum(subscriptionTypes), delivery),
  /** Of which statuses of a person the member is told. */
  includestatuses: z.record(z.enum(alertTypes), statuses),
});

/** What is left out stays the same. */
export const alertConfigInput = z.strictObject({
  ...z.object({ ...rule, ...flags }).partial().shape,
  deliveries: z.partialRecord(z.enum(subscriptionTypes), delivery).optional(),
  includestatuses: z.partialRecord(z.enum(alertTypes), statuses).optional(),
});
