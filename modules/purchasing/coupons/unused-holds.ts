import { HOUR, type Portal, type Sweep } from '#modules/platform/index.ts';
import { endUnusedHold } from '../jobs.ts';
import { changeUnpaid, outsideOf } from '../payment/ending.ts';
import { lockPurchase } from '../purchases.ts';
import { divide } from './dividing.ts';

/** How long a company's part is held for a buyer who pressed Pay. Pressing Pay again makes a new hold. */
const HELD_FOR = HOUR;

/** Finds holds whose buyer has not paid in time (D32). */
export const unusedHolds: Sweep = {
  name: 'purchasing.unused-holds',
  size: 500,
  async keys({ db, now }, after, size) {
    const next = db
      .selectFrom('payment_attempt as attempt')
      .innerJoin('purchase', 'purchase.id', 'attempt.purchase_id')
      .select('attempt.id')
      .where('attempt.kind', '=', 'company-card')
      .where('attempt.state', '=', 'open')
      .where('attempt.capturing_at', 'is', null)
      .where('attempt.created_at', '<=', new Date(now.getTime() - HELD_FOR))
      .where('purchase.status', '=', 'open')
      .orderBy('attempt.id')
      .limit(size);
    const rows = await (after === null ? next : next.where('attempt.id', '>', after)).execute();
    return rows.map((row) => row.id);
  },
  async run(work, ids) {
    const holds = await work.db
      .selectFrom('payment_attempt')
      .select('purchase_id')
      .where('id', 'in', ids)
      .execute();
    for (const { purchase_id: purchaseId } of holds) {
      await work.enqueue(endUnusedHold, { purchaseId }, { key: `end-unused-hold:${purchaseId}` });
    }
    return holds.length;
  },
};

/**
 * Ends what a company holds for an unpaid purchase, after the payment that relies on it. The coupon stays on the
 * purchase.
 */
export function endUnusedPayment(portal: Portal, purchaseId: string): Promise<void> {
  return changeUnpaid(outsideOf(portal, 'purchasing.end-unused-hold'), async (work) => {
    const purchase = await lockPurchase(work, purchaseId);
    if (purchase?.status !== 'open') return { done: undefined };
    return { purchase, change: async () => {} };
  });
}

/** Removes a lapsed coupon from the open purchase that it was applied to. */
export function endLapsedCoupon(portal: Portal, couponId: string): Promise<void> {
  return changeUnpaid(outsideOf(portal, 'purchasing.end-coupon'), async (work) => {
    const applied = await work.db
      .selectFrom('purchase')
      .innerJoin('coupon', 'coupon.id', 'purchase.coupon_id')
      .select('purchase.id')
      .where('purchase.coupon_id', '=', couponId)
      .where('purchase.status', '=', 'open')
      .where('coupon.lapsed_at', 'is not', null)
      .executeTakeFirst();
    const purchase = applied ? await lockPurchase(work, applied.id) : null;
    if (purchase?.status !== 'open' || purchase.couponId !== couponId) return { done: undefined };
    return { purchase, change: () => divide(work, purchase, null) };
  });
}
