import { z } from 'zod';
import {
  choiceFilter,
  column,
  containsWord,
  defineGrid,
  derived,
  expiresAt,
  type Grade,
  grades,
  gridColumn,
  type RawBuilder,
  type RowOf,
  searchFilter,
  segmentFilter,
  sql,
  yesNo,
} from '#modules/platform/index.ts';
import { checkMovedAway, renewalRequested } from '../owner.ts';
import { reachableByText } from '../phone.ts';
import {
  type Compliance,
  complianceGroup,
  complianceGroups,
  complianceStates,
  connectionStatuses,
  connectionTypes,
  mailStates,
  statusFilters,
  statusLook,
} from '../statuses.ts';
import {
  actionLabel,
  actionState,
  connectionActions,
  type NetworkRole,
  offeredActions,
} from './action-rules.ts';
import { sourcesOf } from './extended.ts';

/** The grid Shared with Me. */

/** The value of `score_rank` if no score is shared. */
const NO_SCORE_RANK = 9;

/**
 * The name in a row. A company that shares its network has only a last name. Before the invitation is accepted, it is the
 * name that the inviter may see, and after a removal the one that the owner saw last. Beside a shared score it is the
 * legal name that the score was made for (D98).
 */
export const rowName = {
  firstname: sql<string>`(case when c.sharing_company_id is not null then ''
  when c.accepted_at is null or c.removed_at is not null then c.to_firstname
  else coalesce(c.legal_firstname, a.firstname) end)`,
  lastname: sql<string>`(case when c.sharing_company_id is not null then sharing.company_name
  when c.accepted_at is null or c.removed_at is not null then c.to_lastname
  else coalesce(c.legal_lastname, a.lastname) end)`,
};

/** Direct connections, or those by ShieldLink. */
export const typeFilter = segmentFilter({
  name: 'type',
  label: 'Connection type',
  choices: [
    { value: 'all', label: 'All' },
    { value: 'direct', label: 'ShieldID' },
    { value: 'shieldlink', label: 'ShieldLink' },
  ],
  where: (type) => oneOf('c.connection_type', typesOf(type), 'text'),
});

/** Written as in the indexes connection_network_compliance_idx and connection_excepted_idx. */
const inGroup = {
  in: sql<boolean>`(c.out_of_compliance = false and c.compliance = 'IN')`,
  out: sql<boolean>`c.out_of_compliance = true`,
  exception: sql<boolean>`c.compliance = 'EXCEPTION'`,
};

const columns = {
  id: gridColumn(column.uuid, 'c.id', { sort: { name: 'made', by: 'c.id', type: 'uuid' } }),
  firstname: gridColumn(column.text, rowName.firstname),
  lastname: gridColumn(column.text, rowName.lastname),
  fullname: gridColumn(column.text, sql`trim(${rowName.firstname} || ' ' || ${rowName.lastname})`, {
    csv: { head: 'Name' },
    sort: { name: 'name', by: 'c.sort_name', type: 'text' },
  }),
  businessname: gridColumn(
    column.text,
    sql`(case when c.accepted_at is null then '' else coalesce(a.businessname, '') end)`,
  ),
  emailaddress: gridColumn(
    column.text.nullable(),
    sql`(case when c.accepted_at is null then c.to_email::text
      when c.connection_type <> 'EXTENDED' then a.emailaddress::text end)`,
    { csv: { head: 'Email' } },
  ),
  share_dts: gridColumn(column.instant, 'c.shared_at', {
    csv: { head: 'Share date' },
    sort: { name: 'shared', by: 'c.shared_at', type: 'timestamptz' },
  }),
  abcnumber: gridColumn(column.text.nullable(), 'c.shieldid', {
    csv: { head: 'ShieldID' },
    sort: { name: 'shieldid', by: 'c.shieldid', type: 'text', nullable: true },
  }),
  connectionstatus: gridColumn(column.oneOf(connectionStatuses), 'c.status', {
    sort: { name: 'status', by: 'c.status', type: 'text' },
    filter: choiceFilter({
      name: 'status',
      label: 'Status',
      any: 'Any status',
      choices: statusFilters,
      where: (value) => oneOf('c.status', statusesOf(value), 'text'),
    }),
  }),
  currenticstatus: gridColumn(column.oneOf(grades).nullable(), 'c.score', {
    csv: { head: 'Score', cell: (score: Grade | null) => score ?? 'NA' },
    sort: { name: 'score', by: 'c.score_rank', type: 'smallint' },
    filter: choiceFilter({
      name: 'score',
      label: 'Score',
      any: 'Any score',
      choices: grades.map((grade) => ({ value: grade, label: grade })),
      where: (grade) => oneOf('c.score_rank', ranksOf(grade), 'smallint'),
    }),
  }),
  expiration_date: gridColumn(column.date.nullable(), 'c.expiration', {
    csv: { head: 'Expiration' },
    sort: { name: 'expires', by: 'c.expiration', type: 'date', nullable: true },
  }),
  /** By the company's rule; null for whom it does not judge, and for companies without alerts. */
  compliance: gridColumn(
    column.oneOf(complianceStates).nullable(),
    sql`(select c.compliance from company judging
      where judging.id = c.owner_company_id and judging.alert_dashboard_enabled)`,
    {
      csv: {
        head: 'Compliance',
        cell: (found: Compliance | null) => (found ? complianceGroup(found).label : ''),
      },
      filter: choiceFilter({
        name: 'compliance',
        label: 'Compliance',
        any: 'Any compliance',
        choices: complianceGroups,
        where: (group) => inGroup[group],
      }),
    },
  ),
  /** A company that shares its network, or is asked to. */
  network_shieldlink_id: gridColumn(column.text.nullable(), 'sharing.shieldlinkid'),
  /** The company through which the owner sees the person (D55). */
  through: gridColumn(
    column.text.nullable(),
    sql`(case when c.connection_type = 'EXTENDED' then (
      select case when count(*) > 1 then 'Multiple Companies' else min(via.company_name) end
      from ${sourcesOf(sql`c.owner_id`, sql`c.account_id`, sql`join company via on via.id = link.sharing_company_id`)})
      end)`,
  ),
  /** Whether a company also shares the same person (doc1 §4). */
  duplicated: gridColumn(
    column.yesNo,
    sql`(c.connection_type = 'INDIVIDUAL' and c.accepted_at is not null and exists (
      select 1 from ${sourcesOf(sql`c.owner_id`, sql`c.account_id`)}))`,
  ),
  reportshared: gridColumn(column.yesNo, 'c.report_shared'),
  active: gridColumn(column.yesNo, 'c.sharing_active'),
  accepted: gridColumn(column.yesNo, sql`c.accepted_at is not null`),
  connectiontype: gridColumn(column.oneOf(connectionTypes), 'c.connection_type', {
    filter: typeFilter,
  }),
  /**
   * Shown only while the person shares. A person who turned sharing off does not reveal whether their check is valid.
   */
  user_has_verification: gridColumn(
    column.yesNo,
    sql`(c.score is not null and coalesce(facts.has_current_verification, false))`,
  ),
  invite_expired: gridColumn(
    column.yesNo,
    (now) => sql`(c.accepted_at is null and c.invite_expires_at <= ${now})`,
  ),
  /** The check was moved to another account of the person, so that this row has no score. */
  check_moved: gridColumn(column.yesNo, checkMovedAway),
  renewal_requested: gridColumn(column.yesNo, renewalRequested),
  /** Whether the open invitation carries a coupon or a package, so that its link is a purchase link (D96). */
  asks_to_buy: gridColumn(
    column.yesNo,
    sql`(c.accepted_at is null and (c.coupon_id is not null or c.package_id is not null))`,
  ),
  /** The package that the invitation asks to buy. */
  package_descrip: gridColumn(
    column.text.nullable(),
    sql`(select package_descrip from screening_package where id = c.package_id)`,
  ),
  /** The area code of an invited person who can be reached by text message. */
  phoneprefix: gridColumn(
    column.text.nullable(),
    sql`(case when ${reachableByText} then left(a.mobile, 3) end)`,
  ),
  /** The id that /network/profileimage takes to find the photo; null while the person shares nothing. */
  contactreference: gridColumn(column.uuid.nullable(), sql`(case when c.score is not null then c.id end)`),
  emailstatus: gridColumn(
    column.json(
      z.object({
        invite_sent: z.number().int(),
        renewal_count: z.number().int(),
        bounces: z.number().int(),
        invite_open_count: z.number().int(),
        invite_click_count: z.number().int(),
        /** What became of the latest mail, or 'bounced' if any mail to the address came back; null if none was sent. */
        invite_mail_state: z.enum(mailStates).nullable(),
      }),
    ),
    sql`(select jsonb_build_object('invite_sent', c.invite_sent_count, 'renewal_count', c.renewal_request_count,
      'bounces', (mails.state is not distinct from 'bounced')::int,
      'invite_open_count', mails.opens, 'invite_click_count', mails.clicks,
      'invite_mail_state', coalesce(mails.state, case when c.invite_sent_count > 0 then 'sent' end))
      from (select coalesce(sum(m.opens), 0) as opens, coalesce(sum(m.clicks), 0) as clicks,
          case when c.bounced_at is not null then 'bounced' else (array_agg(m.state order by m.id desc))[1] end as state
        from invitation_mail m where m.connection_id = c.id) mails)`,
  ),
};

/**
 * Never part of an answer: the account of the row's person, for the access log, and what decides which history is
 * shown.
 */
const internal = {
  account_id: gridColumn(column.uuid.nullable(), 'c.account_id'),
  told: gridColumn(column.boolean, sql`(c.accepted_at is not null or c.opened_at is not null)`),
  open: gridColumn(
    column.boolean,
    (now) => sql`(c.accepted_at is null and c.ignored_at is null and c.invite_expires_at > ${now})`,
  ),
  invite_expires_at: gridColumn(column.instant, 'c.invite_expires_at'),
  remind_at: gridColumn(
    column.instant.nullable(),
    sql`(case when c.bounced_at is null then c.remind_at end)`,
  ),
};

export type ConnectionRow = RowOf<typeof columns>;

interface View {
  now: Date;
  role: NetworkRole;
}

export const connectionGrid = defineGrid({
  name: 'shared-with-me',
  table: sql`connection c`,
  id: 'c.id',
  columns,
  joins: sql`left join account a on a.id = c.account_id
    left join session_facts facts on facts.account_id = c.account_id
    left join company sharing on sharing.id = c.sharing_company_id`,
  internal,
  filters: [
    searchFilter({
      name: 'q',
      label: 'Name, email or ShieldID',
      where: ({ words }) => {
        const patterns = words.map((word) => containsWord(sql`c.search_text`, word));
        return sql`(${sql.join(patterns, sql` and `)})`;
      },
    }),
  ],
  derived: {
    status_label: derived(z.string(), (row: ConnectionRow) => statusLook(row.connectionstatus, row).label),
    score_expired: derived(
      yesNo,
      (row: ConnectionRow, { now }: View) =>
        row.expiration_date !== null && expiresAt(row.expiration_date) <= now,
    ),
    actions: derived(
      z.array(
        z.object({
          action: z.enum(connectionActions),
          label: z.string(),
          enabled: z.boolean(),
          reason: z.string().nullable(),
          obstacle: z.string().nullable(),
        }),
      ),
      (row: ConnectionRow, { role }: View) =>
        offeredActions(role).map((action) => ({
          label: actionLabel(action, { asksToBuy: row.asks_to_buy }),
          ...actionState(action, factsOf(row), role),
        })),
    ),
  },
  order: ['name', 'asc'],
});

export type ConnectionAnswer = z.output<typeof connectionGrid.row>;

/** The ranks that a choice of the score filter finds. NA also finds rows that have no score. */
function ranksOf(grade: Grade): number[] {
  const rank = grades.indexOf(grade);
  return grade === 'NA' ? [rank, NO_SCORE_RANK] : [rank];
}

/**
 * A single value is compared with `=`, because an index then returns its rows in the order of the next column; with
 * `any` it does not.
 */
export function oneOf(
  column: string,
  values: (string | number)[],
  type: 'text' | 'smallint',
): RawBuilder<boolean> {
  const [only, ...others] = values;
  if (only === undefined) return sql`false`;
  const asType = sql.raw(type);
  return others.length === 0
    ? sql`${sql.ref(column)} = ${only}::${asType}`
    : sql`${sql.ref(column)} = any(${sql.val(values)}::${asType}[])`;
}

/** The types that a choice finds, as a list, because an index cannot be used for `<>`. */
function typesOf(type: 'direct' | 'shieldlink'): string[] {
  return connectionTypes.filter((each) => (each === 'INDIVIDUAL') === (type === 'direct'));
}

/** The statuses that a choice of the status filter finds. */
export function statusesOf(value: (typeof statusFilters)[number]['value']): string[] {
  return statusFilters.flatMap((filter) => (filter.value === value ? filter.statuses : []));
}

function factsOf(row: ConnectionRow) {
  return {
    status: row.connectionstatus,
    reportShared: row.reportshared,
    connectiontype: row.connectiontype,
    hasPhone: row.phoneprefix !== null,
    inviteExpired: row.invite_expired,
    renewalRequested: row.renewal_requested,
  };
}
