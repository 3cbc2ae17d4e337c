import { z } from 'zod';
import { recordAccess } from '#modules/identity/index.ts';
import { column, grades, hasExpired, operation, sql, statement } from '#modules/platform/index.ts';
import { alertTypes } from '../fields.ts';
import { Refusal } from '../refusals.ts';
import { alertReader } from './access.ts';
import { alertGrid, expirationThen, scoreAfter, scoreBefore } from './grid.ts';

/** How many alerts are shown, newest first; nobody reads further. */
const SHOWN = 200;

/** All alerts that a company got about one person, over every time the person joined its network. */
const historyOf = statement({
  name: 'network.alert-history',
  row: {
    id: column.uuid,
    alerttype: column.oneOf(alertTypes),
    alertdate: column.instant,
    previousicscore: column.oneOf(grades).nullable(),
    currenticscore: column.oneOf(grades).nullable(),
    expirationdate: column.date.nullable(),
  },
  sql: (companyId: string, accountId: string) => sql`
    select al.id, al.alert_type as alerttype, al.at as alertdate, ${scoreBefore} as previousicscore,
      ${scoreAfter} as currenticscore, ${expirationThen} as expirationdate
    from network_alert al join connection c on c.id = al.connection_id
    where al.company_id = ${companyId} and al.account_id = ${accountId}
    order by al.at desc, al.id desc limit ${SHOWN}`,
});

const person = statement({
  name: 'network.alert-person',
  row: {
    account_id: column.uuid,
    id: column.uuid,
    score: column.oneOf(grades).nullable(),
    expiration: column.date.nullable(),
  },
  sql: (companyId: string, connectionId: string) => sql`
    select al.account_id, al.id, c.score, case when c.score is not null then c.expiration end as expiration
    from network_alert al join connection c on c.id = al.connection_id
    where al.company_id = ${companyId} and al.connection_id = ${connectionId}
    order by al.at desc, al.id desc limit 1`,
});

/**
 * The person of an alert, with all alerts that the company got about them (doc2 §2.12, D61). A score shown is recorded
 * as an access (D48).
 */
export const getAlertProfile = operation({
  name: 'network.get-alert-profile',
  summary: 'A person of whom the caller’s company was alerted, with all alerts of them.',
  access: alertReader('viewer'),
  kind: 'write',
  input: z.object({ userid: z.uuid() }),
  output: z.object({
    profile: z.object({
      ...alertGrid.row.pick({
        userid: true,
        userfullname: true,
        usercompanyname: true,
        useremail: true,
        shieldid: true,
      }).shape,
      /** NA once it has expired; null if the company does not see it. */
      currenticscore: z.enum(grades).nullable(),
      expirationdate: z.iso.date().nullable(),
      alerthistory: z.array(
        z.object({
          id: z.uuid(),
          alerttype: z.enum(alertTypes),
          alertdate: z.date(),
          previousicscore: z.enum(grades).nullable(),
          currenticscore: z.enum(grades).nullable(),
          expirationdate: z.iso.date().nullable(),
        }),
      ),
    }),
  }),
  async run(work, { userid }) {
    const { companyId, accountId } = work.caller;
    const found = await work.row(person(companyId, userid));
    const row = found && (await alertGrid.readRow(work, sql<boolean>`(al.id = ${found.id})`));
    if (!found || !row) throw new Refusal('not-found', { detail: `alerts of connection ${userid}` });
    if (found.score !== null) {
      await recordAccess(work, {
        personId: found.account_id,
        viewerAccountId: accountId,
        viewerCompanyId: companyId,
        kind: 'score',
      });
    }
    const { userfullname, usercompanyname, useremail, shieldid } = row;
    return {
      profile: {
        userid,
        userfullname,
        usercompanyname,
        useremail,
        shieldid,
        currenticscore: found.score && (hasExpired(found.expiration, work.now) ? 'NA' : found.score),
        expirationdate: found.expiration,
        alerthistory: await work.rows(historyOf(companyId, found.account_id)),
      },
    };
  },
});
