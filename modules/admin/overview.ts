import { z } from 'zod';
import { column, DAY, operation, sql, staff, statement } from '#modules/platform/index.ts';

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

/** Milliseconds of the count of those who joined lately. */
export const JOINED_WINDOW = 30 * DAY;

/** The stored counts by figure and key. The window begins during a day, so people who registered on that day are counted row by row. */
const countsSince = statement({
  name: 'admin.read-overview',
  row: {
    figure: column.text,
    key: column.text,
    count: column.integer,
    /** Sum of the days that lie entirely in the window. */
    recent: column.integer,
  },
  sql: (now: Date, since: Date) => sql`
    select figure, key, sum(change)::int as count,
      coalesce(sum(change) filter (where day > (${since}::timestamptz at time zone 'UTC')::date), 0)::int as recent
    from overview_count
    where figure <> 'scores' or (day + time '11:00') at time zone 'UTC' > ${now}::timestamptz
    group by figure, key
    union all
    select 'registered', '', 0, count(*)::int from account
    where role = 'USER' and registered_at > ${since}::timestamptz
      and registered_at < ((${since}::timestamptz at time zone 'UTC')::date + 1)::timestamp at time zone 'UTC'
    order by figure, key`,
});

/** The figures of the console's start page (D72), from counts that triggers maintain. */
export const getOverview = operation({
  name: 'admin.get-overview',
  summary: 'How many people, scores, applications and companies there are.',
  access: staff,
  kind: 'read',
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
