import { newId, type Work } from '#modules/platform/index.ts';
import type { LedgerKind } from '../entities.ts';

/** Who paid: the buyer, or the company whose coupon it was (D32). */
export type PaidBy = { leg: 'buyer' } | { leg: 'company'; companyId: string };

export type Movement = {
  purchaseId: string;
  /** The buyer, even if a company paid. */
  accountId: string;
  paidBy: PaidBy;
  /** Cents, always positive: the kind says whether money came in or went back. */
  cents: number;
  currency: string;
  /** The provider's object for the movement: payment, refund or dispute. */
  providerId: string;
} & (
  | { kind: 'charge' | 'unmatched'; chargeId?: undefined }
  /** `chargeId` is the ledger entry of the money that goes back. */
  | { kind: 'refund' | 'refund-failed' | 'dispute' | 'dispute-won'; chargeId: string }
);

const goesBack: readonly LedgerKind[] = ['refund', 'dispute'];

/**
 * Adds a movement of money to the ledger, once for each object of the provider and kind. The purchase must be locked.
 * @returns the entry's id, or null if it was recorded before
 * @throws a restrict_violation of the database for a refund that exceeds its charge
 */
export async function addToLedger(
  work: Pick<Work, 'db' | 'now'>,
  movement: Movement,
): Promise<string | null> {
  const { purchaseId, accountId, paidBy, kind, cents, currency, providerId, chargeId } = movement;
  const known = await work.db
    .selectFrom('ledger_entry')
    .select('id')
    .where('provider_id', '=', providerId)
    .where('kind', '=', kind)
    .executeTakeFirst();
  // Asked first, because the database compares a refund with its charge before it looks for an existing entry.
  if (known) return null;
  const added = await work.db
    .insertInto('ledger_entry')
    .values({
      id: newId(),
      purchase_id: purchaseId,
      account_id: accountId,
      leg: paidBy.leg,
      company_id: paidBy.leg === 'company' ? paidBy.companyId : null,
      kind,
      charge_id: chargeId ?? null,
      amount_cents: goesBack.includes(kind) ? -cents : cents,
      currency,
      provider_id: providerId,
      recorded_at: work.now,
    })
    .onConflict((same) => same.columns(['provider_id', 'kind']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return added?.id ?? null;
}
