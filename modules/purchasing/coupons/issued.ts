import { randomInt } from 'node:crypto';
import type { Selectable } from 'kysely';
import {
  anyOf,
  findCode,
  newId,
  sealedColumn,
  sql,
  type Tables,
  type Work,
} from '#modules/platform/index.ts';
import { purchasingAudit } from '../audit.ts';
import { endCoupon } from '../jobs.ts';
import { lockOpenPurchase, type PurchaseRow } from '../purchases.ts';
import { Refusal } from '../refusals.ts';
import { cardProblem, findCardProblem } from './card-problem.ts';
import { describeCoupon, describeDiscount } from './discounts.ts';

/** Coupons that were issued: each is bound to one invited person and pays for one purchase (D32). */

/** Who may redeem a coupon: a person, or the one who proves the address. */
export type CouponHolder = { accountId: string } | { email: string };

interface NewCoupon {
  companyId: string;
  typeId: string;
  holder: CouponHolder;
  issuedBy: string;
  /** When the invitation that carries the coupon ends. */
  expires: Date;
}

/** Letters and digits that are not confused with each other when they are read aloud or typed. */
export const couponAlphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
export const CODE_LENGTH = 16;

/** 80 random bits, which nobody can guess within the limits on tries; written in groups of four. */
function newCouponCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => couponAlphabet[randomInt(couponAlphabet.length)]).join('');
}

/** A code in the form in which it is stored: without dashes, in capitals. Any other text is no coupon's code. */
function readCode(typed: string): string {
  return findCode(typed, CODE_LENGTH) ?? '';
}

const sealedAt = sealedColumn({ table: 'coupon', column: 'code_sealed' });

/** The purpose of the lookup hash of a code. */
export const COUPON_CODE = 'coupon.code';

function hashCode(work: Pick<Work, 'portal'>, code: string): string {
  return work.portal.keys.lookupHash(COUPON_CODE, code);
}

/**
 * Issues a coupon.
 * @returns its id
 * @throws Refusal not-found for a type of another company, purchasing.coupon-type-inactive,
 * purchasing.coupon-card-needed if the company's card cannot pay for it
 */
export async function issueCoupon(work: Work<unknown>, coupon: NewCoupon): Promise<string> {
  const type = await work.db
    .selectFrom('coupon_type')
    .selectAll()
    .where('id', '=', coupon.typeId)
    .where('company_id', '=', coupon.companyId)
    .forShare()
    .executeTakeFirst();
  if (!type) throw new Refusal('not-found', { detail: `coupon type ${coupon.typeId}` });
  if (!type.active) throw new Refusal('purchasing.coupon-type-inactive');
  if (await findCardProblem(work, coupon.companyId)) throw new Refusal('purchasing.coupon-card-needed');
  const id = newId();
  const code = newCouponCode();
  await work.db
    .insertInto('coupon')
    .values({
      id,
      coupon_type_id: type.id,
      account_id: 'accountId' in coupon.holder ? coupon.holder.accountId : null,
      emailaddress: 'email' in coupon.holder ? coupon.holder.email : null,
      code_sealed: work.portal.keys.encrypt(code, sealedAt(id)),
      code_hash: hashCode(work, code),
      issued_by: coupon.issuedBy,
      issued_at: work.now,
      expires_at: coupon.expires,
    })
    .execute();
  await work.audit({
    action: purchasingAudit.couponIssued,
    object: { type: 'coupon', id },
    detail: { coupon: describeCoupon(type), company: coupon.companyId },
  });
  return id;
}

/** Binds coupons whose invited person was known only by address to the account that now has their invitation. */
export async function bindCoupons(
  work: Pick<Work, 'db' | 'em'>,
  couponIds: readonly string[],
  accountId: string,
): Promise<void> {
  if (couponIds.length === 0) return;
  // The purchase is locked first, in the same order as when a coupon is redeemed.
  await lockOpenPurchase(work, accountId);
  await work.db
    .updateTable('coupon')
    .set({ account_id: accountId, emailaddress: null })
    .where('id', '=', anyOf(couponIds))
    .where('account_id', 'is', null)
    .execute();
}

/** Postpones the end of coupons that can still be redeemed, because their invitation was extended. */
export async function extendCoupons(
  { db }: Pick<Work, 'db'>,
  couponIds: readonly string[],
  expires: Date,
): Promise<void> {
  if (couponIds.length === 0) return;
  await db
    .updateTable('coupon')
    .set({ expires_at: expires })
    .where('id', '=', anyOf(couponIds))
    .where('lapsed_at', 'is', null)
    .where('redeemed_at', 'is', null)
    .execute();
}

/**
 * Ends coupons whose invitation was withdrawn or ignored. A job removes them from the purchases that they were applied
 * to; a payment that was already made is not affected.
 */
export async function lapseCoupons(work: Work<unknown>, couponIds: readonly string[]): Promise<void> {
  if (couponIds.length === 0) return;
  const lapsed = await work.db
    .updateTable('coupon')
    .set({ lapsed_at: work.now })
    .where('id', '=', anyOf(couponIds))
    .where('lapsed_at', 'is', null)
    .where('redeemed_at', 'is', null)
    .returning('id')
    .execute();
  for (const { id } of lapsed) {
    await work.audit({ action: purchasingAudit.couponLapsed, object: { type: 'coupon', id } });
    await work.enqueue(endCoupon, { couponId: id });
  }
}

/** What a mail and the inviter's pages say about a coupon. */
export interface IssuedCoupon {
  id: string;
  typeId: string;
  /** Such as `25% off`, for the company’s members. */
  description: string;
  /** Such as `25% off`, for the person who gets the coupon. */
  discount: string;
  /** In groups of four. */
  code: string;
  expires: Date;
}

const writeCode = (code: string) => code.replace(/.{4}(?=.)/g, '$&-');

/** The coupon of a purchase, and who pays what it takes off. */
export interface CouponOfPurchase {
  /** Such as `25% off`. */
  description: string;
  company_name: string;
  /** Cents off the price, whether the company pays them or nobody does. */
  discount: number;
  /** The cents of these that the company pays. */
  company_amount: number;
}

/** Null if the purchase has no coupon. */
export async function findCouponOf(
  { db }: Pick<Work, 'db'>,
  purchase: Pick<PurchaseRow, 'coupon_id' | 'company_cents' | 'waived_cents'>,
): Promise<CouponOfPurchase | null> {
  if (!purchase.coupon_id) return null;
  const type = await db
    .selectFrom('coupon')
    .innerJoin('coupon_type as type', 'type.id', 'coupon.coupon_type_id')
    .innerJoin('company', 'company.id', 'type.company_id')
    .select(['type.code_type', 'type.amount', 'company.company_name'])
    .where('coupon.id', '=', purchase.coupon_id)
    .executeTakeFirstOrThrow();
  return {
    description: describeCoupon(type),
    company_name: type.company_name,
    discount: purchase.company_cents + purchase.waived_cents,
    company_amount: purchase.company_cents,
  };
}

/** The code of the newest coupon that a person could apply to an open purchase which has none. */
export async function findOfferedCode(
  work: Pick<Work, 'db' | 'now' | 'portal'>,
  holder: Holder,
  purchase: Pick<PurchaseRow, 'coupon_id'>,
): Promise<string | null> {
  if (purchase.coupon_id) return null;
  const found = await redeemableBy(work, holder)
    .orderBy('coupon.issued_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found ? writeCode(work.portal.keys.decrypt(found.code_sealed, sealedAt(found.id))) : null;
}

/** A coupon that can be redeemed now; undefined for any other. */
export async function findUsableCoupon(
  work: Pick<Work, 'db' | 'portal' | 'now'>,
  couponId: string,
): Promise<IssuedCoupon | undefined> {
  const found = await usableCoupons(work).where('coupon.id', '=', couponId).executeTakeFirst();
  if (!found) return undefined;
  const code = work.portal.keys.decrypt(found.code_sealed, sealedAt(found.id));
  return {
    id: found.id,
    typeId: found.coupon_type_id,
    description: describeCoupon(found),
    discount: describeDiscount(found),
    code: writeCode(code),
    expires: found.expires_at,
  };
}

/**
 * Coupons that are neither used nor ended, and whose type and company are turned on (D32, doc2 §6), each with the reason
 * why the company's card cannot pay for it.
 */
export function openCoupons({ db, now }: Pick<Work, 'db' | 'now'>) {
  return db
    .selectFrom('coupon')
    .innerJoin('coupon_type as type', 'type.id', 'coupon.coupon_type_id')
    .innerJoin('company', 'company.id', 'type.company_id')
    .leftJoin('company_card as card', (join) =>
      join.onRef('card.company_id', '=', 'type.company_id').on('card.removed_at', 'is', null),
    )
    .selectAll('coupon')
    .select(['type.code_type', 'type.amount', 'type.company_id', 'company.company_name'])
    .where('coupon.redeemed_at', 'is', null)
    .where('coupon.lapsed_at', 'is', null)
    .where('coupon.expires_at', '>', now)
    .where('type.active', '=', true)
    .where('company.enable_payments', '=', true)
    .where('company.enterprise_enabled', '=', true);
}

/** Open coupons that the company's card can pay for. */
function usableCoupons(work: Pick<Work, 'db' | 'now'>) {
  return openCoupons(work).where(cardProblem(work.now), 'is', null);
}

/** Who may redeem a coupon: the account, or whoever has the address while no account has it. */
export type Holder = { accountId: string; emailaddress: string };

export const isHeldBy = ({ accountId, emailaddress }: Holder) =>
  sql<boolean>`(coupon.account_id = ${accountId}
    or (coupon.account_id is null and coupon.emailaddress = ${emailaddress}::citext))`;

/** Coupons that a person can redeem now. */
export function redeemableBy(work: Pick<Work, 'db' | 'now'>, holder: Holder) {
  return usableCoupons(work).where(isHeldBy(holder));
}

/** A coupon and what it takes off. */
export type RedeemableCoupon = Pick<Selectable<Tables['coupon']>, 'id'> &
  Pick<Selectable<Tables['coupon_type']>, 'code_type' | 'amount' | 'company_id'>;

/** The coupons with this code, of which there is one at most. */
export const hasCode = (work: Pick<Work, 'portal'>, typed: string) =>
  sql<boolean>`coupon.code_hash = ${hashCode(work, readCode(typed))}`;

/** The coupon with this code, if the person can redeem it now. Its row stays locked until the transaction ends. */
export function lockCouponOfCode(
  work: Pick<Work, 'db' | 'now' | 'portal'>,
  holder: Holder,
  typed: string,
): Promise<RedeemableCoupon | undefined> {
  return redeemableBy(work, holder).where(hasCode(work, typed)).forUpdate('coupon').executeTakeFirst();
}

/** The same by its id. */
export function lockCoupon(
  work: Pick<Work, 'db' | 'now'>,
  holder: Holder,
  couponId: string,
): Promise<RedeemableCoupon | undefined> {
  return redeemableBy(work, holder).where('coupon.id', '=', couponId).forUpdate('coupon').executeTakeFirst();
}

/** The coupon with which a person's new purchase begins: the newest that they can redeem. */
export function lockNewestCoupon(
  work: Pick<Work, 'db' | 'now'>,
  holder: Holder,
): Promise<RedeemableCoupon | undefined> {
  return redeemableBy(work, holder)
    .orderBy('coupon.issued_at', 'desc')
    .orderBy('coupon.id', 'desc')
    .limit(1)
    .forUpdate('coupon')
    .executeTakeFirst();
}
