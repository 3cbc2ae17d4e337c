import { z } from 'zod';
import {
  type CompanyCaller,
  companyMember,
  enterpriseDashboardAddress,
  roleAtLeast,
} from '#modules/enterprise/index.ts';
import {
  type Access,
  column,
  grades,
  monthsFrom,
  operation,
  Refusal,
  sql,
  statement,
} from '#modules/platform/index.ts';
import { ownedBy } from './owner.ts';
import { type ConnectionStatus, connectionStatuses } from './statuses.ts';

/**
 * The dashboard of a company (F114): its network in numbers. They are counted from the values that the grid shows, so
 * that no chart reveals more than the grid.
 */

const member = companyMember('viewer');

/** Access for the team of a company that has the dashboard; everybody else is answered not-found. */
const dashboardViewer: Access<CompanyCaller> = {
  name: 'dashboardViewer',
  admits: member.admits,
  admit(caller) {
    const viewer = member.admit(caller);
    if (!viewer.facts.dashboard_enabled) throw new Refusal('not-found', { detail: 'dashboard is off' });
    return viewer;
  },
};

/** The address that the page shows in a frame (doc2 §2.1, D62). */
export const getEnterpriseDashboard = operation({
  name: 'network.get-enterprise-dashboard',
  summary:
    "The address of the company's dashboard, for a frame: a path of the portal, or an https address of an outside tool.",
  access: dashboardViewer,
  kind: 'read',
  mayLag: true,
  input: z.object({}),
  output: z.object({ dashboardurl: z.string() }),
  async run(work) {
    return { dashboardurl: await enterpriseDashboardAddress(work, work.caller.companyId) };
  },
});

/** The statuses in which a person shares a valid score. */
const validStatuses: readonly ConnectionStatus[] = ['CURRENT', 'INRENEWALWINDOW'];
const hasValidScore = sql<boolean>`c.status = any(${sql.val([...validStatuses])}::text[])`;

/** How many months from this one on are counted separately; everything that expires later is counted together. */
const MONTHS_AHEAD = 12;

const person = (companyId: string) =>
  sql<boolean>`(${ownedBy({ companyId })} and c.connection_type in ('INDIVIDUAL', 'EXTENDED'))`;

/**
 * People by status and score, those with a valid score also by the month in which it expires; and invited people by the
 * days until their score was first seen. Each part is one pass over connection_dashboard_idx. The first part
 * counts equal rows in the order of that index before it computes anything from them, because equal rows are many.
 */
const networkFigures = statement({
  name: 'network.dashboard',
  row: {
    direct: column.boolean.nullable(),
    status: column.oneOf(connectionStatuses).nullable(),
    rank: column.integer.nullable(),
    month: column.text.nullable(),
    /** Only in the rows that count people by days, whose other columns are null. */
    days: column.integer.nullable(),
    people: column.integer,
  },
  sql: (companyId: string) => sql`
    select f.direct, f.status, f.rank, f.month, null::int as days, sum(f.people)::int as people
    from (
      select c.connection_type = 'INDIVIDUAL' as direct, c.status,
        case when ${hasValidScore} then c.score_rank::int end as rank,
        case when ${hasValidScore} then to_char(c.expiration, 'YYYY-MM') end as month, c.people
      from (
        select c.status, c.connection_type, c.score_rank, c.expiration, count(*) as people
        from connection c where ${person(companyId)}
        group by c.status, c.connection_type, c.score_rank, c.expiration) c
    ) f
    group by f.direct, f.status, f.rank, f.month
    union all
    select null, null, null, null, greatest(date_part('day', c.completed_at - c.invited_at), 0)::int as days,
      count(*)::int
    from connection c
    where ${person(companyId)} and c.connection_type = 'INDIVIDUAL' and c.completed_at is not null
    group by 5
    order by days`,
});

const counted = z.number().int();

const dashboardFigures = z.object({
  company_name: z.string(),
  /** Everybody whom the company sees or has invited. */
  people: counted,
  /** How many of them it sees through other companies (D55). */
  extended: counted,
  valid: counted,
  /** Of the valid scores. */
  by_score: z.array(z.object({ score: z.enum(grades), people: counted })),
  by_status: z.array(z.object({ status: z.enum(connectionStatuses), people: counted })),
  /** The next months as yyyy-MM, and how many valid scores expire in each. */
  expiring: z.array(z.object({ month: z.string(), people: counted })),
  expiring_later: counted,
  invitations: z.object({
    sent: counted,
    /** Invited people whose mail did not come back. */
    reached: counted,
    /** People whose score the company has seen at some time, whether or not it is still valid. */
    completed: counted,
    valid: counted,
  }),
  /** Whole days from the invitation until the score was first seen, and how many people took that long. */
  days_to_complete: z.array(z.object({ days: counted, people: counted })),
  may_invite: z.boolean(),
});
export type DashboardFigures = z.output<typeof dashboardFigures>;

export const getDashboardFigures = operation({
  name: 'network.get-dashboard-figures',
  summary:
    "The company's network in numbers: valid scores, what expires, invitations, and the time to complete.",
  access: dashboardViewer,
  kind: 'read',
  mayLag: true,
  input: z.object({}),
  output: dashboardFigures,
  async run(work): Promise<DashboardFigures> {
    const { companyId, facts, teamRole } = work.caller;
    const rows = await work.rows(networkFigures(companyId));
    const sum = (which: (row: (typeof rows)[number]) => boolean) =>
      rows.filter(which).reduce((total, row) => total + row.people, 0);
    const ofPeople = (which: (row: (typeof rows)[number]) => boolean) =>
      sum((row) => row.days === null && which(row));
    const days = rows.flatMap(({ days, people }) => (days === null ? [] : [{ days, people }]));
    const months = monthsFrom(work.now, 0, MONTHS_AHEAD);
    const inMonth = (month: string) => sum((row) => row.month === month);
    const sent = ofPeople((row) => row.direct === true);
    const valid = ofPeople((row) => row.rank !== null);
    return {
      company_name: facts.company_name ?? '',
      people: ofPeople(() => true),
      extended: ofPeople((row) => row.direct === false),
      valid,
      by_score: grades.map((score, rank) => ({ score, people: ofPeople((row) => row.rank === rank) })),
      by_status: connectionStatuses.map((status) => ({
        status,
        people: ofPeople((row) => row.status === status),
      })),
      expiring: months.map((month) => ({ month, people: inMonth(month) })),
      expiring_later: sum((row) => row.month !== null && row.month > (months.at(-1) ?? '')),
      invitations: {
        sent,
        reached: sent - ofPeople((row) => row.direct === true && row.status === 'INVITEBOUNCE'),
        completed: days.reduce((total, row) => total + row.people, 0),
        valid: ofPeople((row) => row.direct === true && row.rank !== null),
      },
      days_to_complete: days,
      may_invite: roleAtLeast(teamRole, 'admin'),
    };
  },
});
