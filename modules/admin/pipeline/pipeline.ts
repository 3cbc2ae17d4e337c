import { z } from 'zod';
import { moneyStates } from '#modules/applications/index.ts';
import { accountContains } from '#modules/identity/index.ts';
import {
  choiceFilter,
  column,
  containing,
  containingWords,
  defineGrid,
  derived,
  type Grade,
  grades,
  gridColumn,
  operation,
  type RawBuilder,
  type SearchTerm,
  searchFilter,
  segmentFilter,
  sql,
  staff,
  staffAlertTypes,
  staffOrTerminal,
  type Work,
} from '#modules/platform/index.ts';
import { profileNumberContains } from '../checks/profile-number.ts';
import { Refusal } from '../refusals.ts';
import { alertStates } from '../statuses.ts';
import { alertCount, countAlerts, deadlinesWithin as within } from './counts.ts';

/** The alerts of the pipeline (doc3 §2, Alert pipeline): nearest deadline first, those without a deadline last. */

/** Written exactly as in its index. */
const deadline = sql<Date>`coalesce(p.due_at, timestamptz '9999-12-31 00:00:00+00')`;

const columns = {
  id: gridColumn(column.uuid, 'p.id'),
  alert_type: gridColumn(column.oneOf(staffAlertTypes), 'p.alert_type'),
  event_id: gridColumn(column.uuid, 'p.event_id'),
  state: gridColumn(column.oneOf(alertStates), 'p.state'),
  reason: gridColumn(column.text, 'p.reason'),
  event_dts: gridColumn(column.instant, 'p.raised_at', {
    sort: { name: 'raised', by: sql`p.raised_at`, type: 'timestamptz' },
  }),
  due_at: gridColumn(column.instant.nullable(), 'p.due_at', {
    sort: { name: 'due', by: deadline, type: 'timestamptz' },
  }),
  /** Whether the deadline is a goal of the portal, and not set by law. */
  due_by_goal: gridColumn(column.boolean, 'p.due_by_goal'),
  overdue: gridColumn(column.boolean, (now) => sql`coalesce(p.state = 'open' and p.due_at <= ${now}, false)`),
  userid: gridColumn(column.uuid.nullable(), 'p.account_id'),
  applicationid: gridColumn(column.uuid.nullable(), 'p.application_id'),
  profilenumber: gridColumn(column.text.nullable(), 'p.profile_number'),
  /** What became of the money for the check that the alert is about (D113). */
  payment: gridColumn(column.oneOf(moneyStates).nullable(), 'concerned.money'),
  monitor_score: gridColumn(column.oneOf(grades).nullable(), 'p.monitor_score'),
  firstname: gridColumn(column.text, sql`coalesce(person.firstname, request.name, '')`),
  lastname: gridColumn(column.text, sql`coalesce(person.lastname, '')`),
  businessname: gridColumn(column.text, sql`coalesce(person.businessname, '')`),
  emailaddress: gridColumn(column.text, sql`coalesce(person.emailaddress, request.emailaddress, '')`),
  abcnumber: gridColumn(column.text.nullable(), 'score.shield_id_number'),
  currenticstatus: gridColumn(column.oneOf(grades).nullable(), 'score.score'),
  current_expiration: gridColumn(column.date.nullable(), 'score.expiration'),
  /** Until when the check that the alert is about is valid. */
  expiration_date: gridColumn(column.date.nullable(), 'checked.expiration'),
  /** Cents, if it is about a refund, and who issued it. */
  refund_amount: gridColumn(column.integer.nullable(), 'refund.amount_cents'),
  refund_requested_by: gridColumn(
    column.text.nullable(),
    sql`coalesce(requester.firstname || ' ' || requester.lastname, refund.requested_operator || ' at the terminal')`,
  ),
  assigned_to: gridColumn(column.uuid.nullable(), 'p.assigned_to'),
  assignee: gridColumn(column.text.nullable(), sql`assignee.firstname || ' ' || assignee.lastname`),
  settled_by: gridColumn(column.text.nullable(), sql`settler.firstname || ' ' || settler.lastname`),
  settled_at: gridColumn(column.instant.nullable(), 'p.settled_at'),
};

/** Alerts in which the words appear: in the person's name, address or ShieldID, or in the agency's number. */
function found({ compact, ...term }: SearchTerm): RawBuilder<boolean> {
  return sql`(coalesce(${profileNumberContains(sql`p.profile_number`, { compact })}, false)
    or exists (select from account where account.id = p.account_id
      and ${accountContains(term)})
    or exists (select from privacy_request where privacy_request.id = p.event_id
      and ${containingWords(sql`privacy_request.name || ' ' || privacy_request.emailaddress::text`, term)})
    or exists (select from shield_score where shield_score.account_id = p.account_id
      and lower(shield_score.shield_id_number) like ${containing(compact)}))`;
}

export const pipelineGrid = defineGrid({
  name: 'pipeline',
  table: sql`pipeline_alert p`,
  id: 'p.id',
  joins: sql`
    left join account person on person.id = p.account_id
    left join privacy_request request on p.alert_type = 'privacy_request' and request.id = p.event_id
    left join shield_score score on score.account_id = p.account_id and score.ended_at is null
    left join lateral (
      select expiration from shield_score where application_id = p.application_id order by activated_at desc limit 1
    ) checked on true
    left join refund on p.alert_type = 'refund' and refund.id = p.event_id
    left join account requester on requester.id = refund.requested_by
    left join application concerned on concerned.id = p.application_id
    left join account assignee on assignee.id = p.assigned_to
    left join account settler on settler.id = p.settled_by`,
  columns,
  derived: {
    /** Nested in the way that the documents specify. */
    event_details: derived(
      z.object({
        profilenumber: z.string().nullable(),
        monitor_score: z.enum(grades).nullable(),
        applicationid: z.uuid().nullable(),
      }),
      (row: { profilenumber: string | null; monitor_score: Grade | null; applicationid: string | null }) => ({
        profilenumber: row.profilenumber,
        monitor_score: row.monitor_score,
        applicationid: row.applicationid,
      }),
    ),
    /** Whether it is assigned to the caller. */
    mine: derived(
      z.boolean(),
      (row: { assigned_to: string | null }, callerId: string | null) =>
        row.assigned_to !== null && row.assigned_to === callerId,
    ),
  },
  filters: [
    searchFilter({ name: 'search', label: 'name, email, ShieldID, profile', where: found }),
    choiceFilter({
      name: 'assignee',
      label: 'Assigned to',
      any: 'Anyone',
      choices: [
        { value: 'mine', label: 'Assigned to me' },
        { value: 'nobody', label: 'Unassigned' },
      ],
      where: (value) => (value === 'mine' ? sql`p.assigned_to is not null` : sql`p.assigned_to is null`),
    }),
    choiceFilter({
      name: 'deadline',
      label: 'Deadline',
      any: 'Any deadline',
      choices: [
        { value: 'overdue', label: 'Overdue' },
        { value: 'day', label: 'Within 24 hours' },
        { value: 'week', label: 'Within 7 days' },
        { value: 'none', label: 'No deadline' },
      ],
      where: (value) => (value === 'none' ? sql`p.due_at is null` : sql`p.due_at is not null`),
    }),
    segmentFilter({
      name: 'state',
      label: 'State',
      choices: [
        { value: 'all', label: 'Open' },
        { value: 'dismissed', label: 'Dismissed' },
        { value: 'closed', label: 'Closed' },
      ],
      where: (value) => sql`p.state = ${value}`,
    }),
    choiceFilter({
      name: 'type',
      label: 'Type',
      any: 'Any type',
      choices: staffAlertTypes.map((value) => ({ value, label: value })),
      where: (value) => sql`p.alert_type = ${value}`,
    }),
  ],
  order: ['due', 'asc'],
  rows: 20,
});

/** The part of the filters that depends on the clock or the caller. */
export function narrowed(
  work: Work<{ accountId: string } | null>,
  { state, assignee, deadline: asked }: z.output<typeof pipelineGrid.input>,
): RawBuilder<boolean> {
  const parts = [sql<boolean>`true`];
  if (state === undefined || state === 'all') parts.push(sql`p.state = 'open'`);
  if (assignee === 'mine') parts.push(sql`p.assigned_to = ${work.caller?.accountId ?? null}`);
  if (asked && asked !== 'none') {
    parts.push(sql`p.due_at <= ${new Date(work.now.getTime() + within[asked])}`);
    if (asked !== 'overdue') parts.push(sql`p.due_at > ${work.now}`);
  }
  return sql`(${sql.join(parts, sql` and `)})`;
}

export const listPipelineAlerts = operation({
  name: 'admin.list-pipeline-alerts',
  summary: 'What waits for a decision of staff, nearest deadline first.',
  access: staffOrTerminal,
  kind: 'read',
  mayLag: true,
  input: pipelineGrid.input,
  output: pipelineGrid.output
    .omit({ rows: true })
    .extend({ pipelinedata: z.array(pipelineGrid.row), counts: z.array(alertCount) }),
  async run(work, input) {
    const accountId = work.caller?.accountId ?? null;
    const { rows, ...page } = await pipelineGrid.read(
      work,
      input,
      { where: narrowed(work, input) },
      accountId,
    );
    const counts = await work.rows(countAlerts({ now: work.now, accountId }));
    return { pipelinedata: rows, ...page, counts };
  },
});

/** Somebody to whom an alert can be assigned. */
export const staffMember = z.object({ userid: z.uuid(), name: z.string() });

/** @throws Refusal not-found */
export const getPipelineAlert = operation({
  name: 'admin.get-pipeline-alert',
  summary: 'One alert of the pipeline, with the staff who can be assigned to it.',
  access: staff,
  kind: 'read',
  input: z.object({ alertid: z.uuid() }),
  output: z.object({
    alert: pipelineGrid.row,
    staff: z.array(staffMember),
  }),
  async run(work, { alertid }) {
    const row = await pipelineGrid.readRow(work, sql<boolean>`p.id = ${alertid}`);
    if (!row) throw new Refusal('not-found', { detail: `alert ${alertid}` });
    return { alert: pipelineGrid.present(row, work.caller.accountId), staff: await listStaff(work) };
  },
});

export async function listStaff({ db }: Pick<Work, 'db'>): Promise<z.output<typeof staffMember>[]> {
  const accounts = await db
    .selectFrom('account')
    .select(['id', 'firstname', 'lastname'])
    .where('role', '=', 'ADMIN')
    .where('active', '=', true)
    .orderBy('firstname')
    .orderBy('lastname')
    .execute();
  return accounts.map(({ id, firstname, lastname }) => ({ userid: id, name: `${firstname} ${lastname}` }));
}
