import type { Work } from '#modules/platform/index.ts';
import { purchasingAudit } from '../audit.ts';
import type { Purchase } from '../entities.ts';
import { describeCoupon, splitPrice } from './discounts.ts';
import type { RedeemableCoupon } from './issued.ts';

/** The whole price of a purchase, no matter who pays it. */
function priceOfPurchase(purchase: Purchase): number {
  return purchase.amountCents + purchase.companyCents + purchase.waivedCents;
}

/**
 * Divides the price of a locked purchase that nobody can pay at the moment.
 * @param coupon null to remove the one that it has now
 */
export async function divide(
  work: Work<unknown>,
  purchase: Purchase,
  coupon: RedeemableCoupon | null,
): Promise<void> {
  const { buyer, company, waived } = splitPrice(priceOfPurchase(purchase), coupon);
  purchase.couponId = coupon?.id ?? null;
  purchase.amountCents = buyer;
  purchase.companyCents = company;
  purchase.waivedCents = waived;
  await work.em.flush();
  const object = { type: 'purchase', id: purchase.id };
  const about = purchase.accountId;
  if (coupon) {
    const detail = { coupon: describeCoupon(coupon), company_cents: company, amount_cents: buyer };
    await work.audit({ action: purchasingAudit.couponApplied, about, object, detail });
  } else {
    await work.audit({ action: purchasingAudit.couponRemoved, about, object });
  }
}
