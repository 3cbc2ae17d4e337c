import { DAY, sql, type Work } from '#modules/platform/index.ts';
import { purchasingAudit } from '../audit.ts';
import type { CardProblem } from '../fields.ts';
import { sendCouponUnusable } from '../jobs.ts';

/** Why a company's card cannot pay for coupons, and telling its owner (D32). */

/**
 * Of the row `card`, which is the company's current card, or all null without one. A card can be charged until the end
 * of its month (UTC).
 */
export const cardProblem = (now: Date) => sql<CardProblem | null>`(case
  when card.id is null then 'missing'
  when card.refused_at is not null then 'declined'
  when (make_date(card.exp_year, card.exp_month, 1) + interval '1 month') at time zone 'UTC' <= ${now} then 'expired'
end)`;

/** Why the coupons of a company cannot be charged now; null if they can. */
export async function findCardProblem(
  { db, now }: Pick<Work, 'db' | 'now'>,
  companyId: string,
): Promise<CardProblem | null> {
  const { problem } = await db
    .selectFrom('company')
    .leftJoin('company_card as card', (join) =>
      join.onRef('card.company_id', '=', 'company.id').on('card.removed_at', 'is', null),
    )
    .select(cardProblem(now).as('problem'))
    .where('company.id', '=', companyId)
    .executeTakeFirstOrThrow();
  return problem;
}

/** How long the owner is not told again about the same problem, however many people try to use a coupon. */
const TOLD_AGAIN = 7 * DAY;

/** Tells the owner of a company that a coupon of theirs cannot be used, if its card is the reason. */
export async function tellOfCardProblem(work: Work<unknown>, companyId: string): Promise<void> {
  const problem = await findCardProblem(work, companyId);
  if (!problem || !(await noteTold(work, companyId, problem))) return;
  await work.audit({
    action: purchasingAudit.couponUnusable,
    object: { type: 'company', id: companyId },
    detail: { problem },
  });
  await work.enqueue(sendCouponUnusable, { companyId });
}

/** @returns whether the owner has to be told; false if they were told of the same in the last days */
export async function noteTold(
  { db, now }: Pick<Work, 'db' | 'now'>,
  companyId: string,
  problem: CardProblem,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('coupon_notice')
    .values({ company_id: companyId, problem, told_at: now })
    .onConflict((told) =>
      told
        .column('company_id')
        .doUpdateSet({ problem, told_at: now })
        .where(({ or, eb, ref }) =>
          or([
            eb(ref('coupon_notice.problem'), '<>', problem),
            eb(ref('coupon_notice.told_at'), '<=', new Date(now.getTime() - TOLD_AGAIN)),
          ]),
        ),
    )
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows) > 0;
}

/** Forgets what the owner was told, because the company has another card. */
export async function forgetTold({ db }: Pick<Work, 'db'>, companyId: string): Promise<void> {
  await db.deleteFrom('coupon_notice').where('company_id', '=', companyId).execute();
}
