import { LockMode } from '@mikro-orm/postgresql';
import type { Selectable } from 'kysely';
import type { Tables, Work } from '#modules/platform/index.ts';
import { Purchase } from './entities.ts';
import { Refusal } from './refusals.ts';

/** A purchase, as pages and calls read it. */
export type PurchaseRow = Selectable<Tables['purchase']>;

/** @throws Refusal not-found, including for another person's purchase (D80) */
export async function getOwnPurchase(
  work: Pick<Work, 'db'>,
  accountId: string,
  purchaseId: string,
): Promise<PurchaseRow> {
  const found = await findPurchase(work, purchaseId);
  if (found?.account_id !== accountId)
    throw new Refusal('not-found', { detail: `not theirs: purchase ${purchaseId}` });
  return found;
}

export function findPurchase(work: Pick<Work, 'db'>, purchaseId: string): Promise<PurchaseRow | undefined> {
  return work.db.selectFrom('purchase').selectAll().where('id', '=', purchaseId).executeTakeFirst();
}

/** Cents: the whole price, no matter who pays it. */
export function wholePriceOf({ amount_cents, company_cents, waived_cents }: PurchaseRow): number {
  return amount_cents + company_cents + waived_cents;
}

/** The purchase that a person has begun and not paid yet. */
export function findOpenPurchase(
  work: Pick<Work, 'db'>,
  accountId: string,
): Promise<PurchaseRow | undefined> {
  return work.db
    .selectFrom('purchase')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('status', '=', 'open')
    .executeTakeFirst();
}

/**
 * The purchase, locked until the transaction ends. Call this before changing the purchase or its payments.
 * @throws Refusal not-found
 */
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

/** The purchase that a person has begun and not paid yet, locked until the transaction ends. */
export async function lockOpenPurchase(
  work: Pick<Work, 'db' | 'em'>,
  accountId: string,
): Promise<Purchase | null> {
  const open = await findOpenPurchase(work, accountId);
  const purchase = open ? await lockPurchase(work, open.id) : null;
  return purchase?.status === 'open' ? purchase : null;
}

export function lockPurchase(work: Pick<Work, 'em'>, purchaseId: string): Promise<Purchase | null> {
  return work.em.findOne(
    Purchase,
    { id: purchaseId },
    { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
  );
}
