import type { Selectable } from 'kysely';
import { type RawBuilder, sql, type Tables, type TeamRole, type Work } from '#modules/platform/index.ts';
import { subscriptionTypes } from '../../fields.ts';
import { connectionStatuses } from '../../statuses.ts';
import { type Choices, defaultsOf, hasStatuses, ownersAtOnce } from './choices.ts';

type Row = Selectable<Tables['alert_subscription']>;

export interface Member {
  companyId: string;
  accountId: string;
  teamRole: TeamRole;
}

/**
 * How the member `m` of a team is told of a type, with the saved choice `s` where there is one: as `defaultsOf` in SQL.
 */
export function deliverySql(type: RawBuilder<unknown>) {
  const atOnce = sql`${type} = any(${sql.val([...ownersAtOnce])}::text[])`;
  return sql`(case when m.role = 'viewer' then 'NO'
    else coalesce(s.delivery, case when m.role = 'owner' and ${atOnce} then 'ATONCE' else 'SUMMARY' end) end)`;
}

/** What a member of a team chose, or the defaults (D130). Viewers are told of nothing by email. */
export async function readChoices(
  { db }: Pick<Work, 'db'>,
  { companyId, accountId, teamRole }: Member,
): Promise<Choices & { saved_at: Date | null }> {
  const rows =
    teamRole === 'viewer'
      ? []
      : await db
          .selectFrom('alert_subscription')
          .select(['subscription_type', 'delivery', 'include_statuses', 'saved_at'])
          .where('company_id', '=', companyId)
          .where('account_id', '=', accountId)
          .execute();
  return { ...choicesOf(teamRole, rows), saved_at: rows[0]?.saved_at ?? null };
}

/** The choices that rows of `alert_subscription` contain, over the defaults of a role. */
export function choicesOf(
  role: TeamRole,
  rows: readonly Pick<Row, 'subscription_type' | 'delivery' | 'include_statuses'>[],
): Choices {
  const deliveries = defaultsOf(role);
  const includestatuses: Choices['includestatuses'] = {};
  for (const { subscription_type: type, delivery, include_statuses } of rows) {
    deliveries[type] = delivery;
    if (hasStatuses(type) && include_statuses !== null) includestatuses[type] = include_statuses;
  }
  return { deliveries, includestatuses };
}

/** Stores what a member chose, for every type. */
export async function storeChoices(
  { db, now }: Pick<Work, 'db' | 'now'>,
  { companyId, accountId }: Omit<Member, 'teamRole'>,
  { deliveries, includestatuses }: Choices,
): Promise<void> {
  const statusesOf = (type: (typeof subscriptionTypes)[number]) => {
    const chosen = hasStatuses(type) ? includestatuses[type] : undefined;
    return chosen && connectionStatuses.some((status) => !chosen.includes(status)) ? chosen : null;
  };
  await db
    .insertInto('alert_subscription')
    .values(
      subscriptionTypes.map((type) => ({
        account_id: accountId,
        company_id: companyId,
        subscription_type: type,
        delivery: deliveries[type],
        include_statuses: statusesOf(type),
        saved_at: now,
      })),
    )
    .onConflict((known) =>
      known.columns(['account_id', 'company_id', 'subscription_type']).doUpdateSet((row) => ({
        delivery: row.ref('excluded.delivery'),
        include_statuses: row.ref('excluded.include_statuses'),
        saved_at: row.ref('excluded.saved_at'),
      })),
    )
    .execute();
  await dropUnsent({ db }, { companyId, accountId }, (type) => deliveries[type] === 'NO');
}

/** What a member does not want any more is not sent either, if it waits to be sent. */
export async function dropUnsent(
  { db }: Pick<Work, 'db'>,
  { companyId, accountId }: Omit<Member, 'teamRole'>,
  unwanted: (type: (typeof subscriptionTypes)[number]) => boolean = () => true,
): Promise<void> {
  const types = subscriptionTypes.filter(unwanted);
  if (types.length === 0) return;
  await db
    .deleteFrom('alert_delivery as d')
    .where('d.company_id', '=', companyId)
    .where('d.account_id', '=', accountId)
    .where('d.subscription_type', 'in', types)
    .where(
      sql<boolean>`(d.mail_id is null or exists (select 1 from alert_mail mail
        where mail.id = d.mail_id and mail.sent_at is null and mail.withheld_at is null))`,
    )
    .execute();
}
