import { z } from 'zod';
import { DAY } from '#modules/platform/browser.ts';
import { getSetting, newId, setting, type Work } from '#modules/platform/index.ts';
import type { Screening } from './screening-row.ts';

/** Turns the sandbox's monitoring of a check on and off. */

/** In milliseconds of the portal's time, which `shield clock advance` moves. */
export const sandboxMonitoringDelay = setting({
  key: 'sandbox.cra-monitoring-delay',
  schema: z.number().int().min(0),
  initial: 20 * DAY,
});

/** @returns the id of the monitoring, which is the same each time it is turned on */
export async function monitor(
  work: Work<unknown>,
  screening: Screening,
  on: boolean,
): Promise<{ monitoringId: string }> {
  const monitoringId = screening.monitoring_id ?? `mon-${newId()}`;
  const delay = await getSetting(work.db, sandboxMonitoringDelay);
  const due = screening.update_at ?? new Date(work.now.getTime() + delay);
  await work.db
    .updateTable('sandbox.screening')
    .set({
      monitoring_id: monitoringId,
      monitored: on,
      update_at: on && screening.later_outcome ? due : null,
    })
    .where('id', '=', screening.id)
    .execute();
  return { monitoringId };
}
