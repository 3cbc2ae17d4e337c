import type { Work } from '#modules/platform/index.ts';
import { Refusal } from '../refusals.ts';

/** Whether staff are refunding one of these purchases now, or a second admin has to decide on a refund. */
export async function isRefundUnderWay(
  { db }: Pick<Work, 'db'>,
  purchaseIds: readonly string[],
): Promise<boolean> {
  const open = await db
    .selectFrom('refund')
    .select('id')
    .where('purchase_id', 'in', purchaseIds)
    .where('cause', '=', 'staff')
    .where('state', 'in', ['waiting', 'sending'])
    .limit(1)
    .executeTakeFirst();
  return open !== undefined;
}

/**
 * Prevents new refunds of these purchases until the transaction ends.
 * @throws Refusal purchasing.refund-under-way
 */
export async function holdRefunds(work: Pick<Work, 'db'>, purchaseIds: readonly string[]): Promise<void> {
  await work.db
    .selectFrom('purchase')
    .select('id')
    .where('id', 'in', purchaseIds)
    .orderBy('id')
    .forUpdate()
    .execute();
  if (await isRefundUnderWay(work, purchaseIds)) throw new Refusal('purchasing.refund-under-way');
}
