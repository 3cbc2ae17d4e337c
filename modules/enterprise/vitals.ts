import { z } from 'zod';
import {
  anyone,
  column,
  DAY,
  HOUR,
  operation,
  purge,
  type Sweep,
  sql,
  statement,
  type Work,
} from '#modules/platform/index.ts';
import { type VitalName, vitalNames } from './fields.ts';
import { vitalsWindow } from './limits.ts';

/**
 * How fast pages are for the people who use them (F35). Browsers send their measurements, which are counted in buckets
 * by day and page, so that nothing about a person, an address or a visit is stored.
 */

/** Each bucket is a tenth wider than the one before. CLS is counted in thousandths. */
const GROWTH = 1.1;
const scaleOf = (name: VitalName) => (name === 'CLS' ? 1000 : 1);

function bucketOf(name: VitalName, value: number): number {
  return Math.ceil(Math.log(Math.max(1, value * scaleOf(name))) / Math.log(GROWTH));
}

/** The largest value of a bucket. */
function topOf(name: VitalName, bucket: number): number {
  return GROWTH ** bucket / scaleOf(name);
}

/** The most different pages that are counted on one day; the portal has fewer routes. */
const MOST_PAGES = 300;

const countVital = statement({
  name: 'enterprise.count-vital',
  row: { bucket: column.integer },
  sql: ({ day, page, name, bucket }: { day: string; page: string; name: VitalName; bucket: number }) => sql`
    insert into web_vital (day, page, metric, bucket, count)
    select ${day}::date, ${page}, ${name}, ${bucket}::integer, 1
    where exists (select from web_vital where day = ${day}::date and page = ${page})
      or (select count(distinct page) from web_vital where day = ${day}::date) < ${MOST_PAGES}
    on conflict (day, page, metric, bucket) do update set count = web_vital.count + 1
    returning bucket`,
  examples: [[{ day: '2026-01-01', page: 'routes/user/home', name: 'LCP', bucket: 1 }]],
});

/** Ten minutes: a page that took longer was suspended, for example in a background tab. */
const LONGEST = 600_000;

export const recordVitals = operation({
  name: 'enterprise.record-vitals',
  summary: 'Records how fast a page was. Nothing about the person is sent or kept.',
  access: anyone,
  kind: 'write',
  input: z.object({
    /** The route's id: only letters, so that it cannot contain an id or a name. */
    page: z
      .string()
      .max(60)
      .regex(/^[a-z]+(?:[/-][a-z]+)*$/),
    vitals: z
      .array(z.object({ name: z.enum(vitalNames), value: z.number().min(0).max(LONGEST) }))
      .min(1)
      .max(vitalNames.length),
  }),
  output: z.object({}),
  throttle: { by: 'address', limit: 600, per: HOUR },
  async run(work, { page, vitals }) {
    const day = work.now.toISOString().slice(0, 10);
    // Always in the same order, so that two pages that report at the same time never wait for each other.
    const sorted = vitals.toSorted((one, other) => one.name.localeCompare(other.name));
    for (const { name, value } of sorted) {
      await work.rows(countVital({ day, page, name, bucket: bucketOf(name, value) }));
    }
    return {};
  },
});

/** How long the counts are kept. */
export const VITALS_KEPT = 90 * DAY;

const slowQuarter = statement({
  name: 'enterprise.vitals-by-page',
  row: {
    page: column.text,
    metric: column.oneOf(vitalNames),
    bucket: column.integer,
    samples: column.integer,
  },
  sql: (since: string) => sql`
    with counted as (
      select page, metric, bucket, sum(count) as count from web_vital where day >= ${since}::date
      group by page, metric, bucket
    ), running as (
      select page, metric, bucket, sum(count) over (partition by page, metric order by bucket) as below,
        sum(count) over (partition by page, metric) as total
      from counted
    )
    select page, metric, min(bucket) as bucket, max(total)::integer as samples
    from running where below >= 0.75 * total
    group by page, metric
    order by page, metric`,
});

export interface PageVitals {
  page: string;
  /** How often the page was measured. */
  samples: number;
  /** The value that three quarters of the visits stay under; milliseconds, and CLS without a unit. */
  p75: Partial<Record<VitalName, number>>;
}

/** The last four weeks by page, ordered by name. */
export async function listVitals(work: Pick<Work, 'rows' | 'now'>): Promise<PageVitals[]> {
  const since = new Date(work.now.getTime() - vitalsWindow).toISOString().slice(0, 10);
  const pages = new Map<string, PageVitals>();
  for (const { page, metric, bucket, samples } of await work.rows(slowQuarter(since))) {
    const known = pages.get(page) ?? { page, samples, p75: {} };
    known.samples = Math.max(known.samples, samples);
    known.p75[metric] = topOf(metric, bucket);
    pages.set(page, known);
  }
  return [...pages.values()];
}

export const vitalsSweep: Sweep = purge({
  name: 'enterprise.web-vitals',
  table: 'web_vital',
  key: 'day',
  ended: (now) => sql`day < ${new Date(now.getTime() - VITALS_KEPT).toISOString().slice(0, 10)}::date`,
});
