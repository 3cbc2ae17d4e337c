import { LockMode } from '@mikro-orm/postgresql';
import { sql, type Work } from '#modules/platform/index.ts';
import { Purchase, type PurchaseStatus } from './entities.ts';
import { Refusal } from './refusals.ts';

/** A purchase as the pages and calls read it. */
export interface PurchaseRow {
  id: string;
  account_id: string;
  package_id: string;
  package_descrip: string;
  renewal: boolean;
  amount_cents: number;
  currency: string;
  status: PurchaseStatus;
  brand_host: string | null;
  created_at: Date;
  paid_at: Date | null;
  transaction_id: string | null;
}

const columns = sql`
  id, account_id, package_id, package_descrip, renewal, amount_cents, currency, status, brand_host, created_at,
  paid_at, transaction_id`;

/** @throws Refusal not-found, also for another person's purchase (D80) */
export async function getOwnPurchase(
  work: Pick<Work, 'row'>,
  accountId: string,
  purchaseId: string,
): Promise<PurchaseRow> {
  const found = await findPurchase(work, purchaseId);
  if (found?.account_id !== accountId)
    throw new Refusal('not-found', { detail: `not theirs: purchase ${purchaseId}` });
  return found;
}

export function findPurchase(work: Pick<Work, 'row'>, purchaseId: string): Promise<PurchaseRow | undefined> {
  return work.row(sql<PurchaseRow>`select ${columns} from purchase where id = ${purchaseId}`);
}

/** The purchase that a person began and neither paid nor replaced. */
export function findOpenPurchase(
  work: Pick<Work, 'row'>,
  accountId: string,
): Promise<PurchaseRow | undefined> {
  return work.row(
    sql<PurchaseRow>`select ${columns} from purchase where account_id = ${accountId} and status = 'open'`,
  );
}

/** Everything that moves a purchase takes its row's lock first. @throws Refusal not-found */
export async function lockOwnPurchase(
  work: Pick<Work, 'em'>,
  accountId: string,
  purchaseId: string,
): Promise<Purchase> {
  const purchase = await lockPurchase(work, purchaseId);
  if (purchase?.accountId !== accountId)
    throw new Refusal('not-found', { detail: `not theirs: purchase ${purchaseId}` });
  return purchase;
}

export function lockPurchase(work: Pick<Work, 'em'>, purchaseId: string): Promise<Purchase | null> {
  return work.em.findOne(
    Purchase,
    { id: purchaseId },
    { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
  );
}
