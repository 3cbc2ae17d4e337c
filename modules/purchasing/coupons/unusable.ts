import type { Sweep, Work } from '#modules/platform/index.ts';
import type { PurchaseRow } from '../purchases.ts';
import { Refusal } from '../refusals.ts';
import { purchasingTexts } from '../texts.ts';
import { cardProblem, tellOfCardProblem } from './card-problem.ts';
import { describeCoupon } from './discounts.ts';
import { type Holder, hasCode, isHeldBy, openCoupons, redeemableBy } from './issued.ts';

/** Coupons that a person has and cannot use now. They are named before the person pays anything. */

export interface UnusableCoupon {
  /** Such as `25% off`. */
  description: string;
  company_name: string;
  company_id: string;
  /** Whether it has ended for good. Otherwise it works again once the company's card does. */
  ended: boolean;
}

type Reading = Pick<Work, 'db' | 'now'>;

/**
 * The coupon that a purchase has, if it cannot be used now; or else the newest of the buyer's that the company's card
 * keeps from being used.
 */
export async function findUnusableCoupon(
  work: Reading,
  holder: Holder,
  { coupon_id }: Pick<PurchaseRow, 'coupon_id'>,
): Promise<UnusableCoupon | null> {
  if (coupon_id) return findUnusable(work, holder, coupon_id);
  const newest = await openCoupons(work)
    .where(isHeldBy(holder))
    .where(cardProblem(work.now), 'is not', null)
    .orderBy('coupon.issued_at', 'desc')
    .orderBy('coupon.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest ? present(newest, false) : null;
}

/** The coupon of a purchase, if it cannot be used now. */
async function findUnusable(work: Reading, holder: Holder, couponId: string): Promise<UnusableCoupon | null> {
  const usable = await redeemableBy(work, holder).where('coupon.id', '=', couponId).executeTakeFirst();
  if (usable) return null;
  const coupon = await work.db
    .selectFrom('coupon')
    .innerJoin('coupon_type as type', 'type.id', 'coupon.coupon_type_id')
    .innerJoin('company', 'company.id', 'type.company_id')
    .select(['type.code_type', 'type.amount', 'type.company_id', 'company.company_name'])
    .where('coupon.id', '=', couponId)
    .executeTakeFirstOrThrow();
  const open = await openCoupons(work).where('coupon.id', '=', couponId).executeTakeFirst();
  return present(coupon, open === undefined);
}

/** The person's coupon with this code, if only the company's card keeps it from being used. */
async function findUnusableOfCode(
  work: Reading & Pick<Work, 'portal'>,
  holder: Holder,
  typed: string,
): Promise<UnusableCoupon | null> {
  const found = await openCoupons(work)
    .where(isHeldBy(holder))
    .where(hasCode(work, typed))
    .where(cardProblem(work.now), 'is not', null)
    .executeTakeFirst();
  return found ? present(found, false) : null;
}

function present(
  found: Parameters<typeof describeCoupon>[0] & { company_id: string; company_name: string },
  ended: boolean,
): UnusableCoupon {
  const { company_id, company_name } = found;
  return { description: describeCoupon(found), company_name, company_id, ended };
}

/** Tells the owner of a person's coupon that it cannot be used, if the company's card is the reason. */
export async function tellOfUnusable(work: Work<unknown>, holder: Holder, couponId: string): Promise<void> {
  const coupon = await findUnusable(work, holder, couponId);
  if (coupon && !coupon.ended) await tellOfCardProblem(work, coupon.company_id);
}

/** The same for a person who begins a purchase without a coupon although they have one. */
export async function tellOfUnusedCoupon(work: Work<unknown>, holder: Holder): Promise<void> {
  const coupon = await findUnusableCoupon(work, holder, { coupon_id: null });
  if (coupon) await tellOfCardProblem(work, coupon.company_id);
}

/** The refusal of a coupon that was applied to a purchase. */
export async function refuseCoupon(work: Reading, holder: Holder, couponId: string): Promise<Refusal> {
  return couponRefusal(await findUnusable(work, holder, couponId));
}

/** The refusal of a code that a person typed. The owner is told if the company's card is the reason. */
export async function refuseCode(work: Work<unknown>, holder: Holder, typed: string): Promise<Refusal> {
  const coupon = await findUnusableOfCode(work, holder, typed);
  if (coupon) await tellOfCardProblem(work, coupon.company_id);
  return couponRefusal(coupon, 'coupon_code');
}

/** `Coupon code not valid`, with the coupon's name if the person has it. */
function couponRefusal(coupon: UnusableCoupon | null, field?: string): Refusal {
  const options = field === undefined ? {} : { field };
  if (!coupon) return new Refusal('purchasing.coupon-invalid', options);
  const name = `The coupon from ${coupon.company_name} (${coupon.description})`;
  const why = purchasingTexts[coupon.ended ? 'coupon.ended' : 'coupon.unusable'];
  const message = `${purchasingTexts['coupon.invalid']}. ${name} ${why} ${purchasingTexts['coupon.not-charged']}`;
  return new Refusal('purchasing.coupon-invalid', { ...options, message });
}

/** Tells owners that coupons which their teams have sent cannot be used. */
export const unusableCoupons: Sweep = {
  name: 'purchasing.unusable-coupons',
  size: 500,
  async keys(work, after, size) {
    const next = openCoupons(work)
      .clearSelect()
      .select('type.company_id')
      .distinct()
      .where(cardProblem(work.now), 'is not', null)
      .orderBy('type.company_id')
      .limit(size);
    const rows = await (after === null ? next : next.where('type.company_id', '>', after)).execute();
    return rows.map((row) => row.company_id);
  },
  async run(work, companyIds) {
    for (const companyId of companyIds) await tellOfCardProblem(work, companyId);
    return companyIds.length;
  },
};
