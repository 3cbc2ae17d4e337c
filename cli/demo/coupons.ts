import { getPaymentOptions } from '#modules/network/index.ts';
import type { Work } from '#modules/platform/index.ts';
import { addCouponType, updatePaymentMethod } from '#modules/purchasing/index.ts';
import type { Browser } from './browser.ts';
import { TEST_CARD } from './paying.ts';

/** The types of coupons that Acme may send with an invitation, and Acme's card that pays for them. */

const couponTypes = [
  { code_type: 'percent', amount: 25 },
  { code_type: 'flat', amount: 20 },
  { code_type: 'full', amount: null },
] as const;

export type DemoCoupon = (typeof couponTypes)[number]['code_type'];

/** Creates one coupon type of each kind, as staff do. */
export async function makeCouponTypes(work: Work, companyId: string): Promise<void> {
  for (const type of couponTypes) await addCouponType(work, companyId, type);
}

/** Saves the test card for the owner's company. */
export async function saveCompanyCard(owner: Browser): Promise<void> {
  await owner.perform(updatePaymentMethod, { cardtoken: TEST_CARD });
}

/** The id of a coupon type for the owner's invitation. */
export async function findCouponType(owner: Browser, wanted: DemoCoupon): Promise<string> {
  const { code_types } = await owner.perform(getPaymentOptions, {});
  const found = code_types.find(({ code_type }) => code_type === wanted);
  if (!found) throw new Error(`The demo data has no coupon of the type ${wanted}`);
  return found.id;
}
