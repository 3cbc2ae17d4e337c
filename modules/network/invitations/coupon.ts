import { mayIssueCoupons } from '#modules/enterprise/index.ts';
import { anyOf, type Work } from '#modules/platform/index.ts';
import {
  bindCoupons,
  extendCoupons,
  findCardProblem,
  issueCoupon,
  lapseCoupons,
  listCouponTypes,
  offerCoupon,
} from '#modules/purchasing/index.ts';
import type { NetworkActor, NetworkCaller } from '../owner.ts';
import { Refusal } from '../refusals.ts';

/** Coupons that are sent along with invitations (D32). */

/**
 * The company for which the caller may issue coupons; null if the caller may not, or if payments are off (D60, doc2
 * §6).
 */
async function findIssuer(work: Pick<Work<NetworkActor>, 'db' | 'caller'>): Promise<string | null> {
  const { owner, accountId, byKey } = work.caller;
  if (!('companyId' in owner) || byKey) return null;
  return (await mayIssueCoupons(work, owner.companyId, accountId)) ? owner.companyId : null;
}

/** @throws Refusal not-found for a type that does not belong to the caller's company, network.coupon-not-allowed */
async function getIssuer(work: Work<NetworkCaller>, typeId: string): Promise<string> {
  const { owner } = work.caller;
  const types = 'companyId' in owner ? await listCouponTypes(work, owner.companyId) : [];
  if (!types.some(({ id }) => id === typeId)) throw new Refusal('not-found', { detail: 'coupon type' });
  const companyId = await findIssuer(work);
  if (companyId === null) throw new Refusal('network.coupon-not-allowed');
  return companyId;
}

/** The types of coupon that the caller may send now, or the reason why the company's card keeps them from it. */
export async function listSendableCoupons(work: Work<NetworkCaller>) {
  const companyId = await findIssuer(work);
  const types = companyId === null ? [] : await listCouponTypes(work, companyId);
  const active = types
    .filter((type) => type.active)
    .map(({ id, code_type, amount, description }) => ({ id, code_type, amount, description }));
  const problem = companyId === null || active.length === 0 ? null : await findCardProblem(work, companyId);
  return { code_types: problem ? [] : active, card_problem: problem };
}

/**
 * Issues a coupon along with an invitation, to the invited person.
 * @throws Refusal network.coupon-not-allowed, not-found, purchasing.coupon-type-inactive, purchasing.coupon-card-needed
 */
export async function attachCoupon(
  work: Work<NetworkCaller>,
  connectionId: string,
  typeId: string,
): Promise<void> {
  const companyId = await getIssuer(work, typeId);
  await issueWithInvitation(work, connectionId, { companyId, typeId, issuedBy: work.caller.accountId });
}

/**
 * The same for an issuer who was checked before.
 * @throws Refusal not-found, purchasing.coupon-type-inactive, purchasing.coupon-card-needed
 */
export async function issueWithInvitation(
  work: Work<unknown>,
  connectionId: string,
  coupon: { companyId: string; typeId: string; issuedBy: string },
): Promise<void> {
  const row = await work.db
    .selectFrom('connection')
    .select(['account_id', 'to_email', 'invite_expires_at'])
    .where('id', '=', connectionId)
    .executeTakeFirstOrThrow();
  const holder = row.account_id ? { accountId: row.account_id } : { email: row.to_email ?? '' };
  const couponId = await issueCoupon(work, { ...coupon, holder, expires: row.invite_expires_at });
  await work.db
    .updateTable('connection')
    .set({ coupon_id: couponId })
    .where('id', '=', connectionId)
    .execute();
  if (row.account_id) await offerCoupon(work, row.account_id, couponId);
}

/**
 * Binds the coupons of invitations to the person who now has the invitations, and applies one of them to the person's
 * open purchase.
 */
export async function bindCouponsOf(
  work: Work<unknown>,
  connectionIds: readonly string[],
  accountId: string,
): Promise<void> {
  const coupons = await couponsOf(work, connectionIds);
  await bindCoupons(work, coupons, accountId);
  for (const couponId of coupons) await offerCoupon(work, accountId, couponId);
}

/** Ends the coupons of invitations that were withdrawn, ignored or removed. */
export async function lapseCouponsOf(work: Work<unknown>, connectionIds: readonly string[]): Promise<void> {
  await lapseCoupons(work, await couponsOf(work, connectionIds));
}

/**
 * Makes the coupons of invitations that were sent again expire when the invitations do, if the sender may issue
 * coupons.
 */
export async function extendCouponsOf(
  work: Work<NetworkActor>,
  connectionIds: readonly string[],
  expires: Date,
): Promise<void> {
  const coupons = await couponsOf(work, connectionIds);
  if ((await findIssuer(work)) === null) return;
  await extendCoupons(work, coupons, expires);
}

async function couponsOf({ db }: Pick<Work, 'db'>, connectionIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('connection')
    .select('coupon_id')
    .where('id', '=', anyOf(connectionIds))
    .execute();
  return rows.flatMap((row) => row.coupon_id ?? []);
}
