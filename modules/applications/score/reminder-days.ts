import { z } from 'zod';
import { getSetting, RENEWAL_WINDOW_DAYS, setSetting, setting, type Work } from '#modules/platform/index.ts';
import { applicationsAudit } from '../audit.ts';

/** On which days before the expiration of a score its owner is reminded, most days first. */
const reminderDays = setting({
  key: 'applications.reminder-days',
  schema: z.array(z.int().min(1).max(RENEWAL_WINDOW_DAYS)).min(1).max(10),
  initial: [RENEWAL_WINDOW_DAYS, 30, 14, 7, 1],
});

export const readReminderDays = ({ db }: Pick<Work, 'db'>): Promise<number[]> => getSetting(db, reminderDays);

/**
 * Counts from the next run on. Nobody is reminded again of what they were reminded of.
 * @param days different ones, most days first
 */
export async function saveReminderDays(
  work: Pick<Work, 'db' | 'now' | 'audit'>,
  days: readonly number[],
): Promise<void> {
  const before = (await readReminderDays(work)).join(', ');
  const after = days.join(', ');
  if (before === after) return;
  await setSetting(work.db, reminderDays, [...days], work.now);
  await work.audit({ action: applicationsAudit.reminderDaysChanged, detail: { before, after } });
}
