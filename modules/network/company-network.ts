import { z } from 'zod';
import {
  choiceFilter,
  column,
  defineGrid,
  type Fragment,
  gridColumn,
  segmentFilter,
  sql,
  statement,
  type Work,
  yesNo,
} from '#modules/platform/index.ts';
import { oneOf, rowName, statusesOf } from './connections/grid.ts';
import { checkMovedAway, ownedBy } from './owner.ts';
import { connectionStatuses, connectionTypes, statusFilters } from './statuses.ts';

/** The network of a company as staff see it (doc3 §3): invitations and connections, without scores. */

/** How many invitations and how many connections are answered, newest first. */
const ROWS = 100;

const shared = {
  firstname: z.string(),
  lastname: z.string(),
  shieldid: z.string().nullable(),
  emailaddress: z.string().nullable(),
  connectionstatus: z.enum(connectionStatuses),
  invite_dts: z.date(),
  invite_ignored: yesNo,
};

export const companyInvitationAnswer = z.object(shared);
/** A connection has all fields of an invitation (doc3 §3). */
export const companyConnectionAnswer = z.object({ ...shared, share_dts: z.date(), reportshared: yesNo });

/** The address, if the company may see it. */
const address = sql`(case when c.accepted_at is null then c.to_email::text
  when c.connection_type <> 'EXTENDED' then a.emailaddress::text end)`;

const newest = statement({
  name: 'network.company-network',
  row: {
    firstname: column.text,
    lastname: column.text,
    shieldid: column.text.nullable(),
    emailaddress: column.text.nullable(),
    connectionstatus: column.oneOf(connectionStatuses),
    invite_dts: column.instant,
    invite_ignored: column.boolean,
    share_dts: column.instant,
    reportshared: column.boolean,
  },
  sql: (companyId: string, which: Fragment) => sql`
    select ${rowName.firstname} as firstname, ${rowName.lastname} as lastname, c.shieldid,
      ${address} as emailaddress,
      c.status as connectionstatus, c.invited_at as invite_dts, c.ignored_at is not null as invite_ignored,
      c.shared_at as share_dts, c.report_shared as reportshared
    from connection c
    left join account a on a.id = c.account_id
    left join company sharing on sharing.id = c.sharing_company_id
    where ${ownedBy({ companyId })} and ${which}
    order by c.shared_at desc, c.id desc limit ${ROWS}`,
});

/** The newest open invitations of a company and the newest connections. */
export async function readCompanyNetwork(
  work: Pick<Work, 'rows'>,
  companyId: string,
): Promise<{
  invitations: z.output<typeof companyInvitationAnswer>[];
  connections: z.output<typeof companyConnectionAnswer>[];
}> {
  const invitations = await work.rows(newest(companyId, sql`c.accepted_at is null`));
  const connections = await work.rows(newest(companyId, sql`c.accepted_at is not null`));
  return {
    invitations: invitations.map(({ share_dts: _, reportshared: __, ...row }) => row),
    connections,
  };
}

/** All of the same rows, newest first, for a staff page. */
export const companyNetworkGrid = defineGrid({
  name: 'company-network',
  table: sql`connection c`,
  id: 'c.id',
  joins: sql`left join account a on a.id = c.account_id
    left join company sharing on sharing.id = c.sharing_company_id`,
  columns: {
    id: gridColumn(column.uuid, 'c.id'),
    firstname: gridColumn(column.text, rowName.firstname),
    lastname: gridColumn(column.text, rowName.lastname),
    fullname: gridColumn(column.text, sql`trim(${rowName.firstname} || ' ' || ${rowName.lastname})`, {
      sort: { name: 'name', by: 'c.sort_name', type: 'text' },
    }),
    shieldid: gridColumn(column.text.nullable(), 'c.shieldid'),
    emailaddress: gridColumn(column.text.nullable(), address),
    connectiontype: gridColumn(column.oneOf(connectionTypes), 'c.connection_type', {
      filter: choiceFilter({
        name: 'type',
        label: 'Type',
        any: 'Any type',
        choices: [
          { value: 'INDIVIDUAL', label: 'Person' },
          { value: 'FULLNETWORK', label: 'Company' },
          { value: 'EXTENDED', label: 'Through a company' },
        ],
        where: (type) => sql`c.connection_type = ${type}`,
      }),
    }),
    connectionstatus: gridColumn(column.oneOf(connectionStatuses), 'c.status', {
      filter: choiceFilter({
        name: 'status',
        label: 'Status',
        any: 'Any status',
        choices: statusFilters.filter(({ value }) => value !== 'removed'),
        where: (value) => oneOf('c.status', statusesOf(value), 'text'),
      }),
    }),
    invite_dts: gridColumn(column.instant, 'c.invited_at'),
    invite_ignored: gridColumn(column.yesNo, sql`c.ignored_at is not null`),
    invite_expired: gridColumn(
      column.yesNo,
      (now) => sql`(c.accepted_at is null and c.invite_expires_at <= ${now})`,
    ),
    /** The check was moved to another account of the person, so that this row has no score. */
    check_moved: gridColumn(column.yesNo, checkMovedAway),
    accepted: gridColumn(column.yesNo, sql`c.accepted_at is not null`),
    share_dts: gridColumn(column.instant, 'c.shared_at', {
      sort: { name: 'shared', by: 'c.shared_at', type: 'timestamptz' },
    }),
    reportshared: gridColumn(column.yesNo, 'c.report_shared'),
  },
  filters: [
    segmentFilter({
      name: 'list',
      label: 'Invitations or connections',
      choices: [
        { value: 'all', label: 'All' },
        { value: 'invitations', label: 'Invitations' },
        { value: 'connections', label: 'Connections' },
      ],
      where: (list) => (list === 'invitations' ? sql`c.accepted_at is null` : sql`c.accepted_at is not null`),
    }),
  ],
  order: ['shared', 'desc'],
});
export type CompanyNetworkRow = z.output<typeof companyNetworkGrid.row>;

/** One page of a company's invitations and connections. */
export const readCompanyNetworkPage = (
  work: Pick<Work, 'rows' | 'row' | 'now'>,
  companyId: string,
  asked: z.output<typeof companyNetworkGrid.input>,
) => companyNetworkGrid.read(work, asked, { where: ownedBy({ companyId }) }, undefined);

/** Rows are counted up to this number; after that the answer says only that there are more. */
const COUNTED = 10_000;

const upTo = (where: Fragment) => sql`(select count(*)::int from (
  select from connection c where ${where} limit ${COUNTED + 1}) as counted)`;

const counts = statement({
  name: 'network.company-network-counts',
  row: {
    invitations: column.integer,
    connections: column.integer,
    people: column.integer,
    seen: column.integer,
    open: column.integer,
  },
  sql: (companyId: string) => sql`
    select ${upTo(sql`${ownedBy({ companyId })} and c.accepted_at is null`)} as invitations,
      ${upTo(sql`${ownedBy({ companyId })} and c.accepted_at is not null`)} as connections,
      ${upTo(sql`${ownedBy({ companyId })} and c.accepted_at is not null and c.connection_type = 'INDIVIDUAL'`)} as people,
      ${upTo(sql`${ownedBy({ companyId })} and c.connection_type = 'EXTENDED'`)} as seen,
      ${upTo(sql`(c.owner_id = ${companyId} or c.sharing_company_id = ${companyId}) and c.connection_type = 'FULLNETWORK'
        and c.accepted_at is null and c.cancelled_at is null and c.removed_at is null`)} as open`,
});

/** Companies connected by ShieldLink; at most this many are listed in each direction. */
const LISTED = 50;

const linked = statement({
  name: 'network.linked-companies',
  row: {
    client: column.boolean,
    company_name: column.text,
    shieldlinkid: column.text,
    since: column.instant,
    active: column.yesNo,
    total: column.count,
  },
  sql: (companyId: string) => sql`
    select client, company_name, shieldlinkid, since, active, total from (
      select ours.*, other.company_name, other.shieldlinkid, count(*) over (partition by client) as total,
        row_number() over (partition by client order by other.company_name, other.id) as place
      from (select c.owner_id <> ${companyId} as client, c.accepted_at as since, c.sharing_active as active,
          case when c.owner_id = ${companyId} then c.sharing_company_id else c.owner_company_id end as other_id
        from connection c
        where (c.owner_id = ${companyId} or c.sharing_company_id = ${companyId}) and c.connection_type = 'FULLNETWORK'
          and c.accepted_at is not null and c.cancelled_at is null and c.removed_at is null) ours
        join company other on other.id = ours.other_id) listed
    where place <= ${LISTED} order by client, place`,
});

const linkedCompany = z.object({
  company_name: z.string(),
  shieldlinkid: z.string(),
  since: z.date(),
  /** Whether the sharing company has its sharing switched on. */
  active: yesNo,
});
const linkedCompanies = z.object({ total: z.number().int(), companies: z.array(linkedCompany) });

/** Counts go up to 10,001, which stands for more than 10,000. */
export const companyNetworkSummary = z.object({
  invitations: z.number().int(),
  connections: z.number().int(),
  /** The companies that see this one's network. */
  clients: linkedCompanies,
  /** The companies whose networks this one sees. */
  sources: linkedCompanies,
  /** People of the network, whom the clients see. */
  people: z.number().int(),
  /** People whom the company sees through other companies. */
  seen: z.number().int(),
  /** ShieldLink invitations that nobody has answered yet, both from and to the company. */
  open: z.number().int(),
});

/** How large a company's network is, and with which companies it is connected by ShieldLink (doc3 §2). */
export async function summarizeCompanyNetwork(
  work: Pick<Work, 'rows' | 'row'>,
  companyId: string,
): Promise<z.output<typeof companyNetworkSummary>> {
  const counted = await work.row(counts(companyId));
  if (!counted) throw new Error('The query for the counts returned no row');
  const companies = await work.rows(linked(companyId));
  const side = (client: boolean) => {
    const found = companies.filter((row) => row.client === client);
    return {
      total: found[0]?.total ?? 0,
      companies: found.map(({ client: _, total: __, ...company }) => company),
    };
  };
  return {
    ...counted,
    clients: side(true),
    sources: side(false),
  };
}
