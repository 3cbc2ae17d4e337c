import type { Selectable } from 'kysely';
import { z } from 'zod';
import { anyOf, column, newId, sql, statement, type Tables, type Work } from '#modules/platform/index.ts';
import { purchasingAudit } from '../audit.ts';
import { type CodeType, codeTypes } from '../fields.ts';
import { Refusal } from '../refusals.ts';
import { describeCoupon } from './discounts.ts';

/** A type of coupon that a company may issue, in the form in which calls answer it (doc2 §3, doc3 §3). */
export const couponTypeAnswer = z.object({
  id: z.uuid(),
  code_type: z.enum(codeTypes),
  /** Percent, or whole dollars for a flat coupon; null for a full one. */
  amount: z.number().int().nullable(),
  description: z.string(),
});
export type CouponTypeAnswer = z.output<typeof couponTypeAnswer>;

export type CouponTypeRow = Selectable<Tables['coupon_type']>;

/** How many coupons of each type of a company were issued, and what became of them. */
export const couponUse = statement({
  name: 'purchasing.coupon-use',
  row: { id: column.uuid, issued: column.count, redeemed: column.count, lapsed: column.count },
  sql: (companyId: string) => sql`
    select type.id, count(coupon.id) as issued, count(coupon.redeemed_at) as redeemed, count(coupon.lapsed_at) as lapsed
    from coupon_type type left join coupon on coupon.coupon_type_id = type.id
    where type.company_id = ${companyId} group by type.id`,
});

/** The types of coupon of a company, oldest first. */
export async function listCouponTypes(
  { db }: Pick<Work, 'db'>,
  companyId: string,
): Promise<(CouponTypeAnswer & { active: boolean; made_at: Date })[]> {
  const types = await db
    .selectFrom('coupon_type')
    .selectAll()
    .where('company_id', '=', companyId)
    .orderBy('made_at')
    .orderBy('id')
    .execute();
  return types.map(({ id, code_type, amount, active, made_at }) => ({
    id,
    code_type,
    amount,
    description: describeCoupon({ code_type, amount }),
    active,
    made_at,
  }));
}

export interface NewCouponType {
  code_type: CodeType;
  /** Percent from 1 to 100, or whole dollars from 1 to 300; null for a full coupon. */
  amount: number | null;
}

/**
 * Lets a company issue a type of coupon.
 * @returns its id
 * @throws Refusal purchasing.coupon-type-exists if the company has an active one of the same value
 */
export async function addCouponType(
  work: Work,
  companyId: string,
  { code_type, amount }: NewCouponType,
): Promise<string> {
  const id = newId();
  const made = await work.db
    .insertInto('coupon_type')
    .values({
      id,
      company_id: companyId,
      code_type,
      amount,
      made_by: (await work.visit.caller())?.accountId ?? null,
      made_at: work.now,
    })
    .onConflict((same) => same.doNothing())
    .executeTakeFirst();
  if (!made.numInsertedOrUpdatedRows) {
    throw new Refusal('purchasing.coupon-type-exists', { field: 'new_code_type' });
  }
  await work.audit({
    action: purchasingAudit.couponTypeMade,
    object: { type: 'company', id: companyId },
    detail: { coupon: describeCoupon({ code_type, amount }) },
  });
  return id;
}

/**
 * Turns types of coupon of a company on or off. A coupon of a type that is off cannot be issued or redeemed.
 * @throws Refusal not-found for the type of another company, purchasing.coupon-type-exists
 */
export async function switchCouponTypes(
  work: Work,
  companyId: string,
  wanted: readonly { id: string; active: boolean }[],
): Promise<void> {
  const ids = wanted.map(({ id }) => id);
  const types = await work.db
    .selectFrom('coupon_type')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', anyOf(ids))
    .orderBy('id')
    .forUpdate()
    .execute();
  if (types.length !== new Set(ids).size) throw new Refusal('not-found', { detail: 'no such coupon type' });
  for (const type of types) {
    const active = wanted.findLast(({ id }) => id === type.id)?.active;
    if (active === undefined || active === type.active) continue;
    if (active) await requireOnlyOne(work, type);
    await work.db.updateTable('coupon_type').set({ active }).where('id', '=', type.id).execute();
    await work.audit({
      action: purchasingAudit.couponTypeSwitched,
      object: { type: 'company', id: companyId },
      detail: { coupon: describeCoupon(type), active },
    });
  }
}

async function requireOnlyOne({ db }: Pick<Work, 'db'>, type: CouponTypeRow): Promise<void> {
  const same = await db
    .selectFrom('coupon_type')
    .select('id')
    .where('company_id', '=', type.company_id)
    .where('code_type', '=', type.code_type)
    .where('amount', 'is not distinct from', type.amount)
    .where('active', '=', true)
    .executeTakeFirst();
  if (same) throw new Refusal('purchasing.coupon-type-exists');
}
