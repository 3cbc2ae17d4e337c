import { z } from 'zod';
import { activateShieldId, isUnlinked } from '#modules/applications/index.ts';
import { column, operation, sql, staff, statement, yesNo } from '#modules/platform/index.ts';
import { Refusal } from '../refusals.ts';
import { getSubject, userId } from '../user/subject.ts';

/** A person's ShieldIDs, of which at most one is active (doc3 §4). */

export const shieldIdRow = z.object({
  /** The ShieldID itself, which is never issued twice. */
  candidateid: z.string(),
  legalfirstname: z.string(),
  legalmiddlename: z.string(),
  legallastname: z.string(),
  shieldid: z.string(),
  first_effective_dts: z.date(),
  last_update: z.date(),
  /** yyyy-MM-dd, of its newest score; null before a score was accepted. */
  expiration_date: z.string().nullable(),
  active: yesNo,
});

/** The active one first. The names are those of its newest score, or of the account if there is no score yet. */
export const shieldIdsOfPerson = statement({
  name: 'admin.list-shield-ids',
  row: {
    candidateid: column.text,
    legalfirstname: column.text,
    legalmiddlename: column.text,
    legallastname: column.text,
    shieldid: column.text,
    first_effective_dts: column.instant,
    last_update: column.instant,
    expiration_date: column.date.nullable(),
    active: column.boolean,
  },
  sql: (accountId: string) => sql`
    select issued.number as candidateid, coalesce(score.legal_firstname, account.firstname) as legalfirstname,
      coalesce(score.legal_middlename, account.middlename) as legalmiddlename,
      coalesce(score.legal_lastname, account.lastname) as legallastname, issued.number as shieldid,
      issued.issued_at as first_effective_dts,
      greatest(issued.issued_at, issued.retired_at, score.activated_at) as last_update,
      score.expiration as expiration_date, issued.retired_at is null as active
    from shield_id issued
    join account on account.id = issued.account_id
    left join lateral (
      select legal_firstname, legal_middlename, legal_lastname, activated_at, expiration from shield_score
      where shield_id_number = issued.number order by ended_at is null desc, activated_at desc limit 1
    ) score on true
    where issued.account_id = ${accountId} and not ${isUnlinked('issued.number')}
    order by issued.retired_at is null desc, issued.issued_at desc
    limit 100`,
});

export const getShieldIds = operation({
  name: 'admin.get-shield-ids',
  summary: "A person's ShieldIDs, the active one first.",
  access: staff,
  kind: 'read',
  input: userId,
  output: z.object({ shieldids: z.array(shieldIdRow) }),
  async run(work, { userid }) {
    await getSubject(work, userid);
    return { shieldids: await work.rows(shieldIdsOfPerson(userid)) };
  },
});

const candidate = z.string().min(1).max(40);

/** @throws Refusal not-found, admin.one-shield-id if the active one is also among the inactive ones */
export const updateShieldIds = operation({
  name: 'admin.update-shield-ids',
  summary: "Makes one of a person's ShieldIDs the active one.",
  access: staff,
  kind: 'write',
  input: userId.extend({
    active_candidateid: candidate,
    inactive_candidateids: z.array(candidate).max(100).default([]),
  }),
  output: z.object({}),
  async run(work, { userid, active_candidateid: active, inactive_candidateids: inactive }) {
    if (inactive.includes(active)) throw new Refusal('admin.one-shield-id');
    await activateShieldId(work, userid, { active, inactive });
    return {};
  },
});
