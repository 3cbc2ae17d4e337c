import { z } from 'zod';
import { sql } from '#modules/platform/index.ts';

/** Movements of money at the provider, oldest first (doc3 §3): amounts in cents, negative if money went back. */
export const transactionList = z.array(
  z.object({
    /** The provider's payment, refund or dispute. */
    id: z.string(),
    type: z.enum(['CHARGE', 'REFUND', 'REFUND FAILED', 'DISPUTE', 'DISPUTE WON']),
    /** Whose card. */
    method: z.enum(['Card', 'Company card']),
    amount: z.number(),
    dts: z.coerce.date(),
  }),
);

/** The rows of `ledger_entry entry` as a list of the above. */
export const aggregatedTransactions = sql`
  coalesce(json_agg(json_build_object('id', entry.provider_id, 'type', upper(replace(entry.kind, '-', ' ')),
    'method', case entry.leg when 'buyer' then 'Card' else 'Company card' end,
    'amount', entry.amount_cents, 'dts', entry.recorded_at) order by entry.recorded_at, entry.id), '[]')`;
