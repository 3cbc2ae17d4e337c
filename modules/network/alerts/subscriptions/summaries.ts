import { anyOf, instantOf, localTime, purge, type Sweep, sql } from '#modules/platform/index.ts';
import { ALERT_MAILS_KEPT } from '../../limits.ts';
import { addDays } from '../range.ts';
import { gatherSummaries } from './gathering.ts';

/**
 * When a company's daily summary was last due, and its local date: at its hour in its time zone, once a day, also on days
 * on which that hour is skipped or occurs twice.
 * @param hour 0 to 23
 */
export function lastSummary(now: Date, hour: number, timeZone: string): { date: string; due: Date } {
  const dueOn = (date: string) => ({
    date,
    due: instantOf(`${date}T${String(hour).padStart(2, '0')}:00`, timeZone),
  });
  const today = localTime(now, timeZone).slice(0, 10);
  const latest = dueOn(today);
  return latest.due <= now ? latest : dueOn(addDays(today, -1));
}

/** Makes the daily summaries that are due. A company for which nothing waits has none. */
export const dueSummaries: Sweep = {
  name: 'network.alert-summaries',
  size: 100,
  async keys({ db }, after, size) {
    const waiting = db
      .selectFrom('alert_delivery')
      .select('company_id')
      .distinct()
      .where('mail_id', 'is', null)
      .where('at_once', '=', false)
      .orderBy('company_id')
      .limit(size);
    const rows = await (after === null ? waiting : waiting.where('company_id', '>', after)).execute();
    return rows.map(({ company_id }) => company_id);
  },
  async run(work, companyIds) {
    const companies = await work.db
      .selectFrom('company')
      .select(['id', 'daily_summary_hour', 'time_zone'])
      .where('id', '=', anyOf(companyIds))
      .orderBy('id')
      .execute();
    let made = 0;
    for (const { id, daily_summary_hour, time_zone } of companies) {
      made += await gatherSummaries(work, id, lastSummary(work.now, daily_summary_hour, time_zone));
    }
    return made;
  },
};

const kept = (now: Date) => new Date(now.getTime() - ALERT_MAILS_KEPT);

/** Deletes what was told, and then the mails, after some time. */
export const alertMailSweeps: readonly Sweep[] = [
  purge({
    name: 'network.old-alert-deliveries',
    table: 'alert_delivery',
    key: 'id',
    people: sql`t.account_id`,
    companies: sql`t.company_id`,
    ended: (now) => sql`at <= ${kept(now)}`,
  }),
  purge({
    name: 'network.old-alert-mails',
    table: 'alert_mail',
    key: 'id',
    people: sql`t.account_id`,
    companies: sql`t.company_id`,
    ended: (now) => sql`created_at <= ${kept(now)}
      and not exists (select 1 from alert_delivery d where d.mail_id = alert_mail.id)`,
  }),
];
