import { saveEnterpriseProfile } from '#modules/admin/index.ts';
import { getPaymentOptions, newInvite } from '#modules/network/index.ts';
import { sql } from '#modules/platform/index.ts';
import { findUsableCoupon, updatePaymentMethod, verifyCoupon } from '#modules/purchasing/index.ts';
import type { VisitedPortal } from '#test/visitor.ts';
import { newCompany, type TestCompany } from './network.ts';
import { newStaff, type Registered, signIn } from './people.ts';
import { type Buyer, newBuyer, type Shop } from './shop.ts';

/** A portal with a payment provider that answers. */
interface AtPortal {
  portal: VisitedPortal;
}

export type CouponWanted = { type: 'full' | 'percent' | 'flat'; amount?: number };

export interface CouponCompany extends TestCompany {
  /** The type of coupon that the company may issue. */
  typeId: string;
}

/**
 * A company with payments turned on, a saved card and one type of coupon.
 * @param card null where there is no payment provider: a card that nobody can charge
 */
export async function newCouponCompany(
  { portal }: AtPortal,
  { type, amount }: CouponWanted,
  card: string | null = 'pm_card_visa',
): Promise<CouponCompany> {
  const company = await newCompany(portal, { enable_payments: true });
  const staff = await newStaff(portal, {});
  await staff.visitor.perform(saveEnterpriseProfile, {
    companyid: company.companyId,
    new_code_type: type,
    ...(amount === undefined ? {} : { new_code_amount: amount }),
  });
  if (card) await company.owner.visitor.perform(updatePaymentMethod, { cardtoken: card });
  else await insertCard(portal, company.companyId);
  const { code_types } = await company.owner.visitor.perform(getPaymentOptions, {});
  return { ...company, typeId: code_types[0]?.id ?? '' };
}

async function insertCard(portal: VisitedPortal, companyId: string): Promise<void> {
  await portal.pool.query('insert into company_customer values ($1, $2, now())', [
    companyId,
    `cus_${companyId}`,
  ]);
  await portal.pool.query(
    `insert into company_card (id, company_id, card_id, setup_at, brand, last4, exp_month, exp_year, saved_at)
       values ($1, $1, $2, now(), 'visa', '4242', 12, 2099, now())`,
    [companyId, `pm_${companyId}`],
  );
}

export interface Invited {
  couponId: string;
  code: string;
  inviteId: string;
}

/** From now on, the bank declines the saved card of a company. */
export function declineCard({ portal }: AtPortal, { companyId }: TestCompany) {
  return portal.pool.query(
    `update sandbox.stripe_object set hidden = $2 where id =
       (select card_id from company_card where company_id = $1 and removed_at is null)`,
    [companyId, { decline: { code: 'card_declined', message: 'Your card was declined.' } }],
  );
}

/**
 * The owner invites a person with a coupon.
 * @param touser a userid or an address
 */
export async function inviteWithCoupon(
  { portal }: AtPortal,
  { owner, typeId }: CouponCompany,
  touser: string,
): Promise<Invited> {
  // The owner may have to sign in again if a test has moved the clock.
  const visitor = await signIn(portal, owner);
  const { inviteid } = await visitor.perform(newInvite, { touser, purchase_coupon: typeId });
  const { rows } = await sql<{ coupon_id: string }>`
    select coupon_id from connection where id = ${inviteid}`.execute(portal.db);
  const couponId = rows[0]?.coupon_id ?? '';
  const coupon = await portal.work('test.read-coupon', (work) => findUsableCoupon(work, couponId));
  return { couponId, code: coupon?.code ?? '', inviteId: inviteid };
}

export interface CouponBuyer extends Buyer, Invited {}

/** A buyer of the national check who was invited with a coupon and applied it. */
export async function newCouponBuyer(shop: Shop, company: CouponCompany): Promise<CouponBuyer> {
  const buyer = await newBuyer(shop);
  const invited = await inviteWithCoupon(shop, company, buyer.accountId);
  await apply(buyer, invited.code);
  return { ...buyer, ...invited };
}

export function apply({ visitor }: Registered, code: string): Promise<{ new_subtotal: string }> {
  return visitor.perform(verifyCoupon, { coupon_code: code });
}
