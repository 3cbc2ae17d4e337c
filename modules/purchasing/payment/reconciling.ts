import type { Portal, ProviderMovement, Work } from '#modules/platform/index.ts';

/** What one payment, refund or dispute moved: cents, negative if money went back. */
interface Moved {
  cents: number;
  currency: string;
}

/**
 * A payment, refund or dispute about which the ledger and the provider disagree; null on the side that does not know
 * it.
 */
export interface LedgerDifference {
  id: string;
  ledger: Moved | null;
  provider: Moved | null;
}

/**
 * Compares the ledger with the provider: every payment, refund and dispute that either of them has since a moment.
 * @returns how many were compared, and those that differ
 * @throws PaymentFailure unavailable
 */
export async function reconcileLedger(
  portal: Portal,
  since: Date,
): Promise<{ compared: number; differences: LedgerDifference[] }> {
  const provider = new Map<string, Moved>();
  const keep = ({ id, cents, currency }: ProviderMovement) => provider.set(id, { cents, currency });
  for (const movement of await portal.payments.listMovements(since)) keep(movement);
  const recent = await portal.work('purchasing.reconcile', (work) => listRecorded(work, since));
  // The provider's clock differs from ours, and notices come late, so the provider is asked by id about everything that
  // only the ledger has.
  for (const id of recent) {
    if (provider.has(id)) continue;
    const movement = await portal.payments.findMovement(id);
    if (movement) keep(movement);
  }
  const ids = [...new Set([...provider.keys(), ...recent])];
  const ledger = await portal.work('purchasing.reconcile', (work) => readMoved(work, ids));
  const differences = ids.flatMap((id) => {
    const sides = { ledger: ledger.get(id) ?? null, provider: provider.get(id) ?? null };
    return isSame(sides.ledger, sides.provider) ? [] : [{ id, ...sides }];
  });
  return { compared: ids.length, differences };
}

/** A payment of nothing, a failed refund and a won dispute leave nothing that could be compared. */
function isSame(one: Moved | null, other: Moved | null): boolean {
  const [first, second] = [one?.cents ?? 0, other?.cents ?? 0];
  return first === second && (first === 0 || one?.currency === other?.currency);
}

async function listRecorded({ db }: Pick<Work, 'db'>, since: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('ledger_entry')
    .select('provider_id')
    .distinct()
    .where('recorded_at', '>=', since)
    .execute();
  return rows.map((row) => row.provider_id);
}

/** @returns the sum of its entries, by the provider's id */
async function readMoved({ db }: Pick<Work, 'db'>, ids: readonly string[]): Promise<Map<string, Moved>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('ledger_entry')
    .select(['provider_id', 'amount_cents', 'currency'])
    .where('provider_id', 'in', ids)
    .execute();
  const moved = new Map<string, Moved>();
  for (const { provider_id, amount_cents, currency } of rows) {
    moved.set(provider_id, { cents: (moved.get(provider_id)?.cents ?? 0) + amount_cents, currency });
  }
  return moved;
}
