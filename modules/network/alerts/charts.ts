import { z } from 'zod';
import { column, operation, type RawBuilder, sql, statement } from '#modules/platform/index.ts';
import { type AlertType, alertTypes } from '../fields.ts';
import { ownedBy } from '../owner.ts';
import type { Compliance } from '../statuses.ts';
import { alertReader } from './access.ts';
import { type ComplianceRules, defaultRules, readRules } from './compliance.ts';
import { type AlertRange, addDays, alertsIn, rangeInput, rangeOf } from './range.ts';

const lengths = ['day', 'week', 'month', 'year'] as const;
type Bar = (typeof lengths)[number];

/** Up to how many days of a range there is a bar for each day, week and month. */
const MOST_DAYS: Record<Exclude<Bar, 'year'>, number> = { day: 62, week: 400, month: 3660 };

const alertsByDay = statement({
  name: 'network.count-alerts-by-day',
  row: { day: column.date, alert_type: column.oneOf(alertTypes), alerts: column.count },
  examples: [[sql<boolean>`true`, 'UTC']],
  sql: (where: RawBuilder<boolean>, timeZone: string) => sql`
    select (al.at at time zone ${timeZone})::date as day, al.alert_type, count(*) as alerts
    from network_alert al where ${where} group by 1, 2`,
});

/** The alerts of people who left or were removed and did not come back: the newest of each, among these alerts `al`. */
export const goneSql = (where: RawBuilder<boolean>) => sql`
  select distinct on (al.account_id) al.* from network_alert al
  where ${where} and al.alert_type in ('leftnetwork', 'removeduser')
    and not exists (select 1 from connection c
      where c.owner_id = al.company_id and c.account_id = al.account_id and c.connection_type = 'INDIVIDUAL'
        and c.accepted_at is not null and c.cancelled_at is null and c.removed_at is null)
  order by al.account_id, al.at desc`;

/**
 * Everybody in the network, counted once: within the rules or not, and why. Also those who left during the range. The
 * stored compliance is counted, as the grid shows it, from connection_network_status_idx alone, in the order of that
 * index.
 */
const compliance = statement({
  name: 'network.count-compliance',
  row: {
    compliant: column.count,
    exception: column.count,
    expired: column.count,
    score: column.count,
    hidden: column.count,
    leftnetwork: column.count,
    removed: column.count,
  },
  examples: [['', defaultRules, sql<boolean>`true`]],
  sql: (companyId: string, rules: ComplianceRules, inRange: RawBuilder<boolean>) => sql`
    with gone as (${goneSql(inRange)}),
    judged as (
      select c.status, c.compliance, count(*) as people from connection c
      where ${ownedBy({ companyId })} and c.compliance is not null
      group by c.status, c.compliance)
    select ${peopleWith('IN')} as compliant, ${peopleWith('EXCEPTION')} as exception,
      ${peopleWith('EXPIRED')} as expired, ${peopleWith('SCORE')} as score, ${peopleWith('HIDDEN')} as hidden,
      (select count(*) from gone where alert_type = 'leftnetwork' and ${rules.outofcomp_leftnetwork}) as leftnetwork,
      (select count(*) from gone where alert_type = 'removeduser' and ${rules.outofcomp_removed}) as removed`,
});

function peopleWith(value: Compliance) {
  return sql`(select coalesce(sum(people), 0)::bigint from judged where compliance = ${value})`;
}

const byType = z.record(z.enum(alertTypes), z.number().int());
type ByType = z.output<typeof byType>;
const noAlerts = (): ByType => Object.fromEntries(alertTypes.map((type) => [type, 0])) as ByType;

export const chartAlerts = operation({
  name: 'network.chart-alerts',
  summary: 'How many of a company’s network are compliant, and its alerts by type and by date.',
  access: alertReader('viewer'),
  kind: 'read',
  mayLag: true,
  input: z.object(rangeInput),
  output: z.object({
    compliance: z.object({
      compliant: z.number().int(),
      /** In compliance by an exception. */
      exception: z.number().int(),
      /** People out of compliance, by reason: expired, the score itself, no score shown, left, removed. */
      expired: z.number().int(),
      score: z.number().int(),
      hidden: z.number().int(),
      leftnetwork: z.number().int(),
      removed: z.number().int(),
    }),
    types: byType,
    /** Oldest first. Each bar stands for the time that begins on its date. */
    bars: z.array(z.object({ date: z.iso.date(), types: byType })),
    bar: z.enum(lengths),
  }),
  async run(work, input) {
    const { companyId } = work.caller;
    const [range, rules] = await Promise.all([rangeOf(work, input), readRules(work, companyId)]);
    const inRange = alertsIn(companyId, range);
    const [counted, days] = await Promise.all([
      work.row(compliance(companyId, rules, inRange)),
      work.rows(alertsByDay(inRange, range.time_zone)),
    ]);
    if (!counted) throw new Error('The query for the counts returned no row');
    return { compliance: counted, ...barsOf(range, days) };
  },
});

interface Day {
  day: string;
  alert_type: AlertType;
  alerts: number;
}

const afterBar: Record<Bar, (date: string) => string> = {
  day: (date) => addDays(date, 1),
  week: (date) => addDays(date, 7),
  month: (date) =>
    addDays(`${date.slice(0, 7)}-01`, 31)
      .slice(0, 7)
      .concat('-01'),
  year: (date) => `${Number(date.slice(0, 4)) + 1}-01-01`,
};

/**
 * A bar for every day, week, month or year of the range, including those in which nothing happened. Longer ranges have
 * longer bars, so that they can be told apart.
 */
export function barsOf({ fromdate, todate }: Pick<AlertRange, 'fromdate' | 'todate'>, days: readonly Day[]) {
  const fits = (length: keyof typeof MOST_DAYS) => addDays(fromdate, MOST_DAYS[length]) > todate;
  const bar: Bar = lengths.find((length) => length === 'year' || fits(length)) ?? 'year';
  const types = noAlerts();
  const bars: { date: string; types: ByType }[] = [];
  for (let date = fromdate; date <= todate; date = afterBar[bar](date)) {
    bars.push({ date, types: noAlerts() });
  }
  for (const { day, alert_type, alerts } of days) {
    types[alert_type] += alerts;
    const found = bars.findLast(({ date }) => date <= day);
    if (found) found.types[alert_type] += alerts;
  }
  return { types, bars, bar };
}
