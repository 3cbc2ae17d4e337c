import { z } from 'zod';
import { applicationStatuses, statusLabel } from '#modules/applications/index.ts';
import {
  column,
  DAY,
  monthsFrom,
  operation,
  readTogether,
  sql,
  staff,
  statement,
} from '#modules/platform/index.ts';

const overview = z.object({
  people: z.number(),
  registered_lately: z.number(),
  valid_scores: z.number(),
  open_applications: z.number(),
  waiting_for_approval: z.number(),
  companies: z.number(),
  by_score: z.array(z.object({ score: z.string(), people: z.number() })),
});
export type Overview = z.output<typeof overview>;

/** The period, in milliseconds, for the count of people who joined recently. */
export const JOINED_WINDOW = 30 * DAY;

/** The condition on a count of scores that these have not expired (D5). */
const isValid = (now: Date) => sql<boolean>`((day + time '11:00') at time zone 'UTC' > ${now}::timestamptz)`;

/**
 * The stored counts by figure and key. The period begins in the middle of a day, so people who registered on that day
 * are counted row by row.
 */
const countsSince = statement({
  name: 'admin.read-overview',
  row: {
    figure: column.text,
    key: column.text,
    count: column.integer,
    /** The sum for the days that lie entirely within the period. */
    recent: column.integer,
  },
  sql: (now: Date, since: Date) => sql`
    select figure, key, sum(change)::int as count,
      coalesce(sum(change) filter (where day > (${since}::timestamptz at time zone 'UTC')::date), 0)::int as recent
    from overview_count
    where figure <> 'scores' or ${isValid(now)}
    group by figure, key
    union all
    select 'registered', '', 0, count(*)::int from account
    where role = 'USER' and registered_at > ${since}::timestamptz
      and registered_at < ((${since}::timestamptz at time zone 'UTC')::date + 1)::timestamp at time zone 'UTC'
    order by figure, key`,
});

/** The figures of the console's dashboard (D72), from counts that triggers maintain. */
export const getOverview = operation({
  name: 'admin.get-overview',
  summary: 'How many people, scores, applications and companies there are.',
  access: staff,
  kind: 'read',
  mayLag: true,
  input: z.object({}),
  output: overview,
  async run(work) {
    const since = new Date(work.now.getTime() - JOINED_WINDOW);
    const counts = await work.rows(countsSince(work.now, since));
    const sum = (figure: string, keys?: readonly string[]) =>
      counts
        .filter((row) => row.figure === figure && (!keys || keys.includes(row.key)))
        .reduce((total, row) => total + row.count, 0);
    const recent = (figure: string) =>
      counts.filter((row) => row.figure === figure).reduce((total, row) => total + row.recent, 0);
    return {
      people: sum('people'),
      registered_lately: recent('people') + recent('registered'),
      valid_scores: sum('scores'),
      open_applications: sum('applications'),
      waiting_for_approval: sum('applications', ['newrequiresapproval', 'monitorrequiresapproval']),
      companies: sum('companies'),
      by_score: counts
        .filter((row) => row.figure === 'scores' && row.count > 0)
        .map(({ key, count }) => ({ score: key, people: count })),
    };
  },
});

/** How many months are counted separately, backward and forward from this one. */
const MONTHS = 12;

/** The stored counts of whole months: how many people registered, and how many valid scores expire. */
const countsByMonth = statement({
  name: 'admin.read-overview-months',
  row: { figure: column.text, month: column.text, count: column.integer },
  sql: (now: Date, first: string) => sql`
    select figure, to_char(day, 'YYYY-MM') as month, sum(change)::int as count
    from overview_count
    where figure = 'people' and day >= ${first}::date
      or figure = 'scores' and ${isValid(now)}
    group by figure, to_char(day, 'YYYY-MM')
    order by 1, 2`,
});

const openByStatus = statement({
  name: 'admin.read-overview-statuses',
  row: { status: column.oneOf(applicationStatuses), count: column.integer },
  sql: () => sql`
    select key as status, sum(change)::int as count from overview_count
    where figure = 'applications' group by key order by key`,
});

const inMonth = z.object({ month: z.string(), people: z.number() });

/** What the console's dashboard shows in addition to the overview's figures, from the same counts. */
export const getOverviewCharts = operation({
  name: 'admin.get-overview-charts',
  summary: 'Who registered in the last months, which scores expire in the next, and open applications.',
  access: staff,
  kind: 'read',
  mayLag: true,
  input: z.object({}),
  output: z.object({
    /** yyyy-MM, oldest first. */
    registered: z.array(inMonth),
    expiring: z.array(inMonth),
    open_applications: z.array(z.object({ status: z.string(), people: z.number() })),
  }),
  async run(work) {
    const before = monthsFrom(work.now, 1 - MONTHS, MONTHS);
    const ahead = monthsFrom(work.now, 0, MONTHS);
    const { months, statuses } = await readTogether(work.db, {
      months: countsByMonth(work.now, `${before[0]}-01`),
      statuses: openByStatus(),
    });
    const countIn = (figure: string, month: string) =>
      months.find((row) => row.figure === figure && row.month === month)?.count ?? 0;
    return {
      registered: before.map((month) => ({ month, people: countIn('people', month) })),
      expiring: ahead.map((month) => ({ month, people: countIn('scores', month) })),
      open_applications: applicationStatuses.flatMap((status) => {
        const people = statuses.find((row) => row.status === status)?.count ?? 0;
        return people > 0 ? [{ status: statusLabel(status), people }] : [];
      }),
    };
  },
});
