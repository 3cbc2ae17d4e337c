import { z } from 'zod';
import {
  choiceFilter,
  column,
  containsWord,
  defineGrid,
  derived,
  formatDateTime,
  type Grade,
  grades,
  gridColumn,
  type RowOf,
  searchFilter,
  sql,
} from '#modules/platform/index.ts';
import { type AlertType, alertLabels, alertTypes } from '../fields.ts';
import { type ComplianceRules, isAlertCompliant } from './compliance.ts';

/**
 * The Network Activity Feed. Names are those that the company saw when it was alerted. Scores, ids and addresses of an
 * alert are shown only while the company still sees the person's score: not after they left or were removed (D101),
 * while sharing is off, or while the score is disputed. A connection that was removed has neither score nor ShieldID.
 */
const shown = sql`c.score is not null`;

/** An expired score counts as no score. */
const hadExpired = sql`(al.alert_type = 'expired'
  or al.alert_type = 'out_compliance' and (al.expiration + time '11:00') at time zone 'UTC' <= al.at)`;
export const scoreBefore = sql`(case when ${shown} then
  case al.alert_type when 'expired' then al.score else al.previous_score end end)`;
export const scoreAfter = sql`(case when ${shown} then case when ${hadExpired} then 'NA' else al.score end end)`;
export const expirationThen = sql`(case when ${shown} then al.expiration end)`;

const columns = {
  id: gridColumn(column.uuid, 'al.id'),
  /** The id that /network/getalertprofile takes to find the person: the id of the connection. */
  userid: gridColumn(column.uuid, 'al.connection_id'),
  firstname: gridColumn(column.text, 'al.firstname'),
  lastname: gridColumn(column.text, 'al.lastname'),
  userfullname: gridColumn(column.text, sql`trim(al.firstname || ' ' || al.lastname)`, {
    csv: { head: 'Name' },
    sort: { name: 'name', by: 'al.sort_name', type: 'text' },
  }),
  usercompanyname: gridColumn(column.text, 'al.businessname', { csv: { head: 'Company' } }),
  useremail: gridColumn(
    column.text.nullable(),
    sql`(case when c.removed_at is null then a.emailaddress::text end)`,
    {
      csv: { head: 'Email' },
    },
  ),
  shieldid: gridColumn(column.text.nullable(), 'c.shieldid', {
    csv: { head: 'ShieldID' },
  }),
  alerttype: gridColumn(column.oneOf(alertTypes), 'al.alert_type', {
    csv: { head: 'Alert', cell: (type: AlertType) => alertLabels[type] },
    sort: { name: 'alert', by: 'al.alert_type', type: 'text' },
    filter: choiceFilter({
      name: 'alert',
      label: 'Alert',
      any: 'Any alert',
      choices: alertTypes.map((value) => ({ value, label: alertLabels[value] })),
      where: (type) => sql<boolean>`al.alert_type = ${type}`,
    }),
  }),
  previousicscore: gridColumn(column.oneOf(grades).nullable(), scoreBefore, {
    csv: { head: 'Previous score', cell: (score: Grade | null) => score ?? '' },
  }),
  currenticscore: gridColumn(column.oneOf(grades).nullable(), scoreAfter, {
    csv: { head: 'Score', cell: (score: Grade | null) => score ?? '' },
  }),
  alertdate: gridColumn(column.instant, 'al.at', {
    csv: { head: 'When', cell: (at: Date, timeZone: string) => formatDateTime(at, timeZone) },
    sort: { name: 'when', by: 'al.at', type: 'timestamptz' },
  }),
  expirationdate: gridColumn(column.date.nullable(), expirationThen, {
    csv: { head: 'Expires' },
    sort: { name: 'expires', by: expirationThen, type: 'date', nullable: true },
  }),
};

const nameThen = sql`spellings(al.firstname || ' ' || al.lastname || ' ' || al.businessname)`;

export const alertGrid = defineGrid({
  name: 'network-activity',
  // An outer join, which counting leaves out; each alert has a connection.
  table: sql`network_alert al left join connection c on c.id = al.connection_id`,
  id: 'al.id',
  joins: sql`join account a on a.id = al.account_id`,
  columns,
  filters: [
    searchFilter({
      name: 'q',
      label: 'Name, company or ShieldID',
      where: ({ words }) => {
        const found = words.map(
          (word) => sql`(${containsWord(nameThen, word)} or ${containsWord(sql`c.search_text`, word)})`,
        );
        return sql<boolean>`(${sql.join(found, sql` and `)})`;
      },
    }),
  ],
  derived: {
    /** Whether what the alert reports is within the company's rules (doc2 §3). */
    statusicon: derived(
      z.enum(['success', 'fail']),
      ({ alerttype, previousicscore, currenticscore }: RowOf<typeof columns>, rules: ComplianceRules) =>
        isAlertCompliant(alerttype, alerttype === 'expired' ? previousicscore : currenticscore, rules)
          ? 'success'
          : 'fail',
    ),
  },
  order: ['when', 'desc'],
});
export type AlertAnswer = z.output<typeof alertGrid.row>;
