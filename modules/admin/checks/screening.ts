import { z } from 'zod';
import { applicationStatuses, statusLabel } from '#modules/applications/index.ts';
import {
  column,
  operation,
  type RowOfStatement,
  sql,
  staffOrTerminal,
  statement,
  type Work,
  yesNo,
} from '#modules/platform/index.ts';
import { aggregatedTransactions, transactionList } from '#modules/purchasing/index.ts';
import { getSubject, userId } from '../user/subject.ts';

/** The CRA of each person's latest check, by account; people without a check are left out. One query for all of them. */
export async function listProviders(
  work: Pick<Work, 'db'>,
  accountIds: readonly string[],
): Promise<Map<string, string>> {
  if (accountIds.length === 0) return new Map();
  const rows = await work.db
    .selectFrom('application')
    .innerJoin('screening_package as package', 'package.id', 'application.package_id')
    .innerJoin('screening_provider as provider', 'provider.craid', 'package.craid')
    .distinctOn('application.account_id')
    .select(['application.account_id', 'provider.name'])
    .where('application.account_id', 'in', accountIds)
    .orderBy('application.account_id')
    .orderBy('application.ordered_at', 'desc')
    .execute();
  return new Map(rows.map((row) => [row.account_id, row.name]));
}

export const backgroundCheck = z.object({
  id: z.uuid(),
  cra_name: z.string(),
  package_descrip: z.string(),
  cra_profilenumber: z.string().nullable(),
  shieldid: z.string().nullable(),
  dts: z.date(),
  composite_status: z.string(),
  composite_status_code: z.enum(applicationStatuses),
  icscore: z.string().nullable(),
  expiration_date: z.string().nullable(),
  /** The price, what was charged for it, and how much of that was returned, in cents. */
  amount: z.number(),
  paid_amount: z.number(),
  refunded_amount: z.number(),
  /** What the bank took back for a cardholder who disputes the payment, in cents. */
  disputed_amount: z.number(),
  /** A refund is on its way, or waits for a second admin. */
  refund_open: yesNo,
  /** Whether its score is the person's active one. */
  active: yesNo,
  /** Whether monitoring brought an update that staff can ask the person to accept (/admin/activatemonitorprofile). */
  can_promote_score_change: yesNo,
  /** Whether a report of it is stored, which /admin/clearprofilepdfcache replaces. */
  profile_pdf_exists: yesNo,
  stripe_transactions: transactionList,
});
export type BackgroundCheck = z.output<typeof backgroundCheck>;

/** A person's checks, newest first; amounts in cents. */
export const listBackgroundChecks = operation({
  name: 'admin.list-background-checks',
  summary: "A person's background checks with their status, price in cents and expiration.",
  access: staffOrTerminal,
  kind: 'read',
  mayLag: true,
  input: userId,
  output: z.object({ applications: z.array(backgroundCheck) }),
  async run(work, { userid }) {
    await getSubject(work, userid);
    const rows = await work.rows(checksOfPerson(userid));
    return { applications: rows.map(toCheck) };
  },
});

export const checksOfPerson = statement({
  name: 'admin.list-background-checks',
  row: {
    id: column.uuid,
    cra_name: column.text,
    package_descrip: column.text,
    cra_profilenumber: column.text.nullable(),
    shieldid: column.text.nullable(),
    dts: column.instant,
    composite_status_code: column.oneOf(applicationStatuses),
    icscore: column.text.nullable(),
    expiration_date: column.date.nullable(),
    amount: column.integer,
    paid_amount: column.integer,
    refunded_amount: column.integer,
    disputed_amount: column.integer,
    refund_open: column.boolean,
    active: column.boolean,
    can_promote_score_change: column.boolean,
    profile_pdf_exists: column.boolean,
    stripe_transactions: column.json(transactionList),
  },
  sql: (accountId: string) => sql`
    select application.id, provider.name as cra_name, package.package_descrip,
      latest.profile_number as cra_profilenumber, score.shield_id_number as shieldid,
      application.ordered_at as dts,
      application.status as composite_status_code, score.score as icscore,
      score.expiration as expiration_date, purchase.price_cents as amount,
      money.paid_amount, money.refunded_amount, money.disputed_amount, money.stripe_transactions,
      exists (
        select from refund where purchase_id = purchase.id and cause = 'staff' and state in ('waiting', 'sending')
      ) as refund_open,
      coalesce(score.ended_at is null and score.expiration is not null, false) as active,
      exists (
        select from monitored_profile profile
        join lateral (
          select state from monitoring_update
          where monitored_profile_id = profile.id order by received_at desc limit 1
        ) newest on true
        where profile.application_id = application.id and profile.disabled_at is null
          and newest.state in ('waiting', 'unchanged')
      ) as can_promote_score_change,
      exists (
        select from score_change where application_id = application.id
      ) as profile_pdf_exists
    from application
    join screening_package package on package.id = application.package_id
    join screening_provider provider on provider.craid = package.craid
    join purchase on purchase.id = application.purchase_id
    left join lateral (
      select profile_number from cra_order where application_id = application.id order by created_at desc limit 1
    ) latest on true
    left join lateral (
      select shield_id_number, score, expiration, ended_at from shield_score
      where application_id = application.id order by activated_at desc limit 1
    ) score on true
    left join lateral (
      select coalesce(sum(entry.amount_cents) filter (where entry.kind = 'charge'), 0)::int as paid_amount,
        coalesce(-sum(entry.amount_cents) filter (where entry.kind in ('refund', 'refund-failed')), 0)::int
          as refunded_amount,
        coalesce(-sum(entry.amount_cents) filter (where entry.kind in ('dispute', 'dispute-won')), 0)::int
          as disputed_amount,
        ${aggregatedTransactions}
          as stripe_transactions
      from (
        select entry.* from ledger_entry entry
        left join ledger_entry charge on charge.id = entry.charge_id
        where entry.purchase_id = purchase.id and coalesce(charge.kind, entry.kind) = 'charge'
      ) entry
    ) money on true
    where application.account_id = ${accountId}
    order by application.ordered_at desc`,
});

export function toCheck(row: RowOfStatement<typeof checksOfPerson>): BackgroundCheck {
  return { ...row, composite_status: statusLabel(row.composite_status_code) };
}

export const scoreRow = z.object({
  /** The full legal name that the score was made for (D98), and two of its parts. */
  legalname: z.string(),
  legalfirstname: z.string(),
  legallastname: z.string(),
  currenticstatus: z.string(),
  shieldid: z.string(),
  /** The agency's number of the check. */
  cra_profilenumber: z.string().nullable(),
  effective_dts: z.date(),
  /** When the score, its expiration or its legal name last changed. */
  last_update_dts: z.date(),
  expiration_dts: z.string(),
  active: yesNo,
});

/** All scores of a person, newest first. At most one is active. */
export const scoresOfPerson = statement({
  name: 'admin.list-scores',
  row: {
    legalname: column.text,
    legalfirstname: column.text,
    legallastname: column.text,
    currenticstatus: column.text,
    shieldid: column.text,
    cra_profilenumber: column.text.nullable(),
    effective_dts: column.instant,
    last_update_dts: column.instant,
    expiration_dts: column.date,
    active: column.boolean,
  },
  sql: (accountId: string) => sql`
    select concat_ws(' ', nullif(legal_firstname, ''), nullif(legal_middlename, ''), nullif(legal_lastname, ''),
        nullif(legal_namesuffix, '')) as legalname,
      legal_firstname as legalfirstname, legal_lastname as legallastname, score as currenticstatus,
      shield_id_number as shieldid, latest.profile_number as cra_profilenumber, activated_at as effective_dts,
      greatest(activated_at, ended_at, legal_at, (
        select max(changed_at) from expiration_change where shield_score_id = shield_score.id
      )) as last_update_dts,
      expiration as expiration_dts, ended_at is null as active
    from shield_score
    left join lateral (
      select profile_number from cra_order
      where application_id = shield_score.application_id order by created_at desc limit 1
    ) latest on true
    where account_id = ${accountId}
    order by activated_at desc`,
});

export const listScores = operation({
  name: 'admin.list-scores',
  summary: "A person's ShieldScores, newest first.",
  access: staffOrTerminal,
  kind: 'read',
  input: userId,
  output: z.object({ scores: z.array(scoreRow) }),
  async run(work, { userid }) {
    await getSubject(work, userid);
    return { scores: await work.rows(scoresOfPerson(userid)) };
  },
});
