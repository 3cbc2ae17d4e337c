import { DAY, type Fragment, reminderDays, sql } from '#modules/platform/index.ts';
import { applicationsAudit } from './audit.ts';
import { applicationReminders, renewalReminders, scoreReminders } from './limits.ts';

/** The days on which people are reminded. Nobody is reminded again of what they were reminded of. */

export const renewalDays = reminderDays({
  key: 'applications.reminder-days',
  rule: renewalReminders,
  changed: applicationsAudit.reminderDaysChanged,
});

export const applicationDays = reminderDays({
  key: 'applications.application-days',
  rule: applicationReminders,
  changed: applicationsAudit.applicationDaysChanged,
});

export const scoreDays = reminderDays({
  key: 'applications.score-days',
  rule: scoreReminders,
  changed: applicationsAudit.scoreDaysChanged,
});

/** How many of the days have passed since the moment. */
export const daysPassed = (since: Fragment, days: readonly number[], now: Date): Fragment =>
  sql`(${sql.join(
    days.map((day) => sql`(${since} <= ${new Date(now.getTime() - day * DAY)}::timestamptz)::int`),
    sql` + `,
  )})`;
