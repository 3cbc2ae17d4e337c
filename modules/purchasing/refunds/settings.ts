import { z } from 'zod';
import { setting } from '#modules/platform/index.ts';

/** Refunds of a purchase above this sum, in cents, need a second admin (D33). */
export const refundApproval = setting({
  key: 'purchasing.refund-approval-cents',
  schema: z.number().int().min(0).max(100_000_000),
  initial: 10_000,
});
