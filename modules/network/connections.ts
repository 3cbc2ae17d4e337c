import { z } from 'zod';
import { recordAccess } from '#modules/identity/index.ts';
import {
  expiresAt,
  type Grade,
  grades,
  operation,
  type RawBuilder,
  sql,
  trimmed,
  type Work,
  yesNo,
} from '#modules/platform/index.ts';
import { actionLabel, actionState, connectionActions } from './actions.ts';
import {
  type ConnectionStatus,
  type ConnectionType,
  connectionSorts,
  connectionStatuses,
  connectionTypes,
  gridPageSizes,
  type StatusFilter,
  statusFilters,
  statusLook,
} from './forms.ts';
import { type ConnectionEventKind, connectionEvents } from './history.ts';
import { type NetworkCaller, networkOwner, ownedBy, sharedBy } from './owner.ts';
import { beyondSql, cursor, orderSql, placeSql, writeCursor } from './paging.ts';
import { Refusal } from './refusals.ts';

/** Counts are exact up to here, and pages are numbered (D85). */
const COUNTED = 10_000;

const statusFilterValues = statusFilters.map((filter) => filter.value) as [StatusFilter, ...StatusFilter[]];

/** What a grid of connections may be asked for. */
export const connectionFilter = z.object({
  /** Part of a name, business, e-mail address or ShieldID. */
  q: trimmed(100).default(''),
  status: z.enum(statusFilterValues).optional(),
  score: z.enum(grades).optional(),
  /** The toggle All / ShieldID (direct) / ShieldLink (doc1 §2). */
  type: z.enum(['all', 'direct', 'shieldlink']).default('all'),
});
export type ConnectionFilter = z.output<typeof connectionFilter>;

export const pageInput = z.object({
  sort: z.enum(connectionSorts).default('name'),
  dir: z.enum(['asc', 'desc']).default('asc'),
  page: z.coerce.number().int().min(1).max(COUNTED).default(1),
  rows: z.coerce
    .number()
    .int()
    .refine((value) => gridPageSizes.some((size) => size === value))
    .default(10),
  /** Beyond the numbered pages: the rows after or before a place. */
  after: cursor.optional(),
  before: cursor.optional(),
});

export const connectionAnswer = z.object({
  id: z.uuid(),
  firstname: z.string(),
  lastname: z.string(),
  fullname: z.string(),
  businessname: z.string(),
  emailaddress: z.string().nullable(),
  share_dts: z.date(),
  abcnumber: z.string().nullable(),
  currenticstatus: z.enum(grades).nullable(),
  connectionstatus: z.enum(connectionStatuses),
  status_label: z.string(),
  expiration_date: z.iso.date().nullable(),
  score_expired: yesNo,
  reportshared: yesNo,
  active: yesNo,
  accepted: yesNo,
  connectiontype: z.enum(connectionTypes),
  user_has_verification: yesNo,
  invite_expired: yesNo,
  emailstatus: z.object({
    invite_sent: z.number().int(),
    renewal_count: z.number().int(),
    bounces: z.number().int(),
  }),
  actions: z.array(
    z.object({
      action: z.enum(connectionActions),
      label: z.string(),
      enabled: z.boolean(),
      reason: z.string().nullable(),
    }),
  ),
});
export type ConnectionAnswer = z.output<typeof connectionAnswer>;

export const pageAnswer = <T extends z.ZodType>(row: T) =>
  z.object({
    rows: z.array(row),
    total: z.number().int(),
    /** False where there are more than are counted. */
    exact: z.boolean(),
  });

interface Row {
  id: string;
  firstname: string;
  lastname: string;
  businessname: string;
  emailaddress: string | null;
  shared_at: Date;
  shieldid: string | null;
  score: Grade | null;
  expiration: string | null;
  status: ConnectionStatus;
  connection_type: ConnectionType;
  report_shared: boolean;
  sharing_active: boolean;
  accepted: boolean;
  verified: boolean;
  lapsed: boolean;
  invite_sent_count: number;
  renewal_request_count: number;
  bounced: boolean;
}

/** What the owner sees of `c`: before it is accepted, what the inviter typed. */
const columns = (now: Date) => sql`
  c.id, c.shared_at, c.shieldid, c.score, c.expiration, c.status, c.connection_type, c.report_shared, c.sharing_active,
  c.accepted_at is not null as accepted, c.invite_sent_count, c.renewal_request_count, c.bounced_at is not null as bounced,
  c.accepted_at is null and c.invite_expires_at <= ${now} as lapsed,
  case when c.sharing_company_id is not null then '' when c.accepted_at is null then c.to_firstname
    else a.firstname end as firstname,
  case when c.sharing_company_id is not null then sharing.company_name when c.accepted_at is null then c.to_lastname
    else a.lastname end as lastname,
  case when c.accepted_at is null then '' else a.businessname end as businessname,
  case when c.accepted_at is null then c.to_email::text else a.emailaddress::text end as emailaddress,
  c.accepted_at is not null and coalesce(facts.has_current_verification, false) as verified`;

const source = sql`connection c
  left join account a on a.id = c.account_id
  left join session_facts facts on facts.account_id = c.account_id
  left join company sharing on sharing.id = c.sharing_company_id`;

/** The rows of `c` that a filter lets through. */
export function filterSql(filter: ConnectionFilter): RawBuilder<boolean> {
  const parts: RawBuilder<unknown>[] = [sql`true`];
  if (filter.q) {
    const pattern = `%${filter.q.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`;
    parts.push(sql`c.search_text like unaccent(${pattern})`);
  }
  const statuses = statusFilters.find((entry) => entry.value === filter.status)?.statuses;
  if (statuses) parts.push(sql`c.status = any(${sql.val([...statuses])}::text[])`);
  if (filter.score === 'NA') parts.push(sql`(c.score = 'NA' or c.score is null)`);
  else if (filter.score) parts.push(sql`c.score = ${filter.score}`);
  if (filter.type === 'direct') parts.push(sql`c.connection_type = 'INDIVIDUAL'`);
  if (filter.type === 'shieldlink') parts.push(sql`c.connection_type <> 'INDIVIDUAL'`);
  return sql`(${sql.join(parts, sql` and `)})`;
}

/** Shared with Me: one page of the owner's network, filtered, sorted and counted by the database. */
export const listSharedWithMe = operation({
  name: 'network.list-shared-with-me',
  summary: 'One page of the connections that share with the caller’s network.',
  access: networkOwner('viewer'),
  kind: 'read',
  input: connectionFilter.extend(pageInput.shape),
  output: pageAnswer(connectionAnswer).extend({
    cursors: z.object({ next: z.string().nullable(), previous: z.string().nullable() }),
  }),
  async run(work, input) {
    const where = sql<boolean>`${ownedBy(work.caller.owner)} and ${filterSql(input)}`;
    const { total, exact } = await countUpTo(work, sql`select 1 from connection c where ${where}`);
    const { rows, more, backwards } = await readPage(work, where, input);
    const [first, last] = [rows.at(0), rows.at(-1)];
    const beyond = Boolean(input.after ?? input.before);
    return {
      rows: rows.map((row) => toAnswer(row, work)),
      total,
      exact,
      cursors: {
        next: last && (more || backwards) ? writeCursor({ value: last.place, id: last.id }) : null,
        previous:
          first && beyond && (more || !backwards) ? writeCursor({ value: first.place, id: first.id }) : null,
      },
    };
  },
});

/** One row more than is shown tells whether it goes on. */
async function readPage(
  work: Work<NetworkCaller>,
  where: RawBuilder<boolean>,
  input: z.output<typeof pageInput>,
): Promise<{ rows: (Row & { place: string | null })[]; more: boolean; backwards: boolean }> {
  const backwards = Boolean(input.before) && !input.after;
  const at = input.after ?? input.before;
  const beyond = at ? sql`and ${beyondSql(input, at, backwards)}` : sql``;
  const offset = at ? 0 : (input.page - 1) * input.rows;
  const found = await work.rows(sql<Row & { place: string | null }>`
    with page as (
      select c.id from connection c where ${where} ${beyond}
      ${orderSql(input, backwards)} limit ${input.rows + 1} offset ${offset}
    )
    select ${placeSql(input.sort)} as place, ${columns(work.now)} from page join ${source} on c.id = page.id
    ${orderSql(input, backwards)}`);
  const rows = found.slice(0, input.rows);
  return { rows: backwards ? rows.reverse() : rows, more: found.length > input.rows, backwards };
}

/** Counts at most one more than is shown as exact. */
export async function countUpTo(
  work: Pick<Work, 'row'>,
  query: RawBuilder<unknown>,
): Promise<{ total: number; exact: boolean }> {
  const counted = await work.row(sql<{ count: number }>`
    select count(*)::int as count from (${query} limit ${COUNTED + 1}) as counted`);
  const count = counted?.count ?? 0;
  return { total: Math.min(count, COUNTED), exact: count <= COUNTED };
}

/** Whom a row is about, for its dialogs: seeing a name opens no score. */
export const getConnectionName = operation({
  name: 'network.get-connection-name',
  summary: 'Whom a connection is about.',
  access: networkOwner('viewer'),
  kind: 'read',
  input: z.object({ connectionid: z.uuid() }),
  output: z.object({ name: z.string() }),
  async run(work, input) {
    const row = await findRow(work, input.connectionid);
    if (!row) throw new Refusal('not-found', { detail: `connection ${input.connectionid}` });
    return {
      name: `${row.firstname} ${row.lastname}`.trim() || row.emailaddress || row.shieldid || 'this person',
    };
  },
});

/** How many rows each grid has, and how many share a valid score: for the tabs and the page's first line. */
export const countNetwork = operation({
  name: 'network.count',
  summary: 'How many connections both grids have.',
  access: networkOwner('viewer'),
  kind: 'read',
  input: z.object({}),
  output: z.object({
    sharedwithme: z.number().int(),
    sharing: z.number().int(),
    myshares: z.number().int(),
  }),
  async run(work) {
    const owned = ownedBy(work.caller.owner);
    const upTo = (where: RawBuilder<boolean>) =>
      sql`(select count(*)::int from (select 1 from connection c where ${where} limit ${COUNTED}) counted)`;
    const row = await work.row(sql<{ sharedwithme: number; sharing: number; myshares: number }>`
      select ${upTo(owned)} as sharedwithme,
        ${upTo(sql`${owned} and c.status in ('CURRENT', 'INRENEWALWINDOW')`)} as sharing,
        ${upTo(sharedBy(work.caller.accountId))} as myshares`);
    return row ?? { sharedwithme: 0, sharing: 0, myshares: 0 };
  },
});

/** One connection with its history: the details that a row opens. Seeing the score is written down (D48). */
export const getConnection = operation({
  name: 'network.get-connection',
  summary: 'One connection with its history.',
  access: networkOwner('viewer'),
  kind: 'write',
  input: z.object({ connectionid: z.uuid() }),
  output: z.object({
    connection: connectionAnswer,
    historyrecords: z.array(
      z.object({
        id: z.uuid(),
        status: z.enum(['complete', 'inprogress', 'pending']),
        label: z.string(),
        date: z.date(),
      }),
    ),
  }),
  async run(work, input) {
    const row = await findRow(work, input.connectionid);
    if (!row) throw new Refusal('not-found', { detail: `connection ${input.connectionid}` });
    if (row.score !== null && row.account_id) {
      await recordAccess(work, {
        personId: row.account_id,
        viewerAccountId: work.caller.accountId,
        viewerCompanyId: 'companyId' in work.caller.owner ? work.caller.owner.companyId : null,
        kind: 'score',
      });
    }
    const events = await work.rows(sql<{ id: string; kind: ConnectionEventKind; at: Date }>`
      select id, kind, at from connection_event where connection_id = ${row.id} order by at, id`);
    return {
      connection: toAnswer(row, work),
      historyrecords: events.map(({ id, kind, at }) => ({
        id,
        status: 'complete' as const,
        label: connectionEvents[kind],
        date: at,
      })),
    };
  },
});

function findRow(
  work: Work<NetworkCaller>,
  id: string,
): Promise<(Row & { account_id: string | null }) | undefined> {
  return work.row(sql<Row & { account_id: string | null }>`
    select c.account_id, ${columns(work.now)} from ${source} where c.id = ${id} and ${ownedBy(work.caller.owner)}`);
}

function toAnswer(row: Row, work: Pick<Work<NetworkCaller>, 'now' | 'caller'>): ConnectionAnswer {
  const facts = {
    status: row.status,
    reportShared: row.report_shared,
    hasPhone: false,
    inviteExpired: row.lapsed,
  };
  return {
    id: row.id,
    firstname: row.firstname,
    lastname: row.lastname,
    fullname: `${row.firstname} ${row.lastname}`.trim(),
    businessname: row.businessname,
    emailaddress: row.emailaddress,
    share_dts: row.shared_at,
    abcnumber: row.shieldid,
    currenticstatus: row.score,
    connectionstatus: row.status,
    status_label: statusLook(row.status, { connectiontype: row.connection_type, invite_expired: row.lapsed })
      .label,
    expiration_date: row.expiration,
    score_expired: row.expiration !== null && expiresAt(row.expiration) <= work.now,
    reportshared: row.report_shared,
    active: row.sharing_active,
    accepted: row.accepted,
    connectiontype: row.connection_type,
    user_has_verification: row.verified,
    invite_expired: row.lapsed,
    emailstatus: {
      invite_sent: row.invite_sent_count,
      renewal_count: row.renewal_request_count,
      bounces: row.bounced ? 1 : 0,
    },
    actions: connectionActions.map((action) => ({
      label: actionLabel(action),
      ...actionState(action, facts, work.caller.networkRole),
    })),
  };
}
