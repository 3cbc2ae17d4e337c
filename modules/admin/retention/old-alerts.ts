import { purge, type Sweep, sql, YEAR } from '#modules/platform/index.ts';

/** How long it is kept what waited for staff, after it was decided. */
export const SETTLED_ALERT_KEPT = 2 * YEAR;

export const settledAlertsSweep: Sweep = purge({
  name: 'admin.settled-alerts',
  table: 'pipeline_alert',
  key: 'id',
  people: sql`t.account_id`,
  ended: (now) => sql`settled_at <= ${new Date(now.getTime() - SETTLED_ALERT_KEPT)}`,
});
