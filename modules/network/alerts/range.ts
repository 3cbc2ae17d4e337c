import { z } from 'zod';
import { type CompanyCaller, getCompany } from '#modules/enterprise/index.ts';
import { date } from '#modules/platform/fields/kinds.ts';
import {
  DAY,
  instantOf,
  localTime,
  type RawBuilder,
  schemaOf,
  sql,
  type Work,
} from '#modules/platform/index.ts';
import { networkLimits } from '../limits.ts';

/** The range of dates for which alerts are listed: the last 30 days by default, never later than today (doc2 §2.12). */
export const rangeInput = {
  fromdate: schemaOf(date('From')).optional(),
  todate: schemaOf(date('To')).optional(),
};

export const rangeAnswer = {
  fromdate: z.iso.date(),
  todate: z.iso.date(),
  /** The last date that may be chosen. */
  today: z.iso.date(),
  /** The time zone in which the dates are read: the person's, or the company's until the person's is known (D83). */
  time_zone: z.string(),
};

export interface AlertRange {
  fromdate: string;
  todate: string;
  today: string;
  time_zone: string;
}

/** Calendar dates without a time zone, so that each day is exactly 24 hours long. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);
}

/** A range that ends after today is cut off today; one that begins after its end becomes the single day of its end. */
export async function rangeOf(
  work: Pick<Work<CompanyCaller>, 'db' | 'now' | 'caller'>,
  { fromdate, todate }: { fromdate?: string | undefined; todate?: string | undefined },
): Promise<AlertRange> {
  const { caller, now } = work;
  const time_zone = caller.timeZone ?? (await getCompany(work, caller.companyId)).time_zone;
  const today = localTime(now, time_zone).slice(0, 10);
  const to = todate !== undefined && todate < today ? todate : today;
  const from = fromdate ?? addDays(to, -networkLimits['alerts.first-range-days']);
  return { fromdate: from < to ? from : to, todate: to, today, time_zone };
}

/** The condition for the alerts `al` of a company in a range. */
export function alertsIn(
  companyId: string,
  { fromdate, todate, time_zone }: AlertRange,
): RawBuilder<boolean> {
  const from = instantOf(`${fromdate}T00:00`, time_zone);
  const until = instantOf(`${addDays(todate, 1)}T00:00`, time_zone);
  return sql<boolean>`(al.company_id = ${companyId} and al.at >= ${from} and al.at < ${until})`;
}
