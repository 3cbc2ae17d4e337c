import { type Fragment, type RawBuilder, sql } from '#modules/platform/index.ts';

/** Why a score that a person has accepted is shown to nobody else at the moment. */

/** A monitoring update waits for the person, or they disputed it (doc2 §4.2). */
const updateHeldSql = (accountId: Fragment): RawBuilder<boolean> => sql<boolean>`exists (
  select 1 from application ap join score_change sc on sc.application_id = ap.id
  where ap.account_id = ${accountId} and ap.status not in ('done', 'cancelled', 'refunded')
    and sc.score_change_type = 'monitorupdate' and sc.state in ('pending', 'disputed'))`;

/** The score is disputed while its application stays done, or the payment for its check is disputed (D113). */
export const decisionHeldSql = (accountId: Fragment): RawBuilder<boolean> => sql<boolean>`(exists (
    select 1 from dispute d where d.account_id = ${accountId} and d.resolved_at is null
      and d.opened_at_status = 'done')
  or exists (
    select 1 from shield_score counted join application paid on paid.id = counted.application_id
    where counted.account_id = ${accountId} and counted.ended_at is null and paid.money = 'held'))`;

/** The condition that the score of the person `a` is not shown at the moment. */
export const scoreHeldSql = sql<boolean>`(${updateHeldSql(sql`a.id`)} or ${decisionHeldSql(sql`a.id`)})`;
