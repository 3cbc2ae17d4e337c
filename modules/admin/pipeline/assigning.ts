import { noteDisputeTaker } from '#modules/applications/index.ts';
import { noteRequestTaker } from '#modules/identity/index.ts';
import type { Caller, StaffAlertType, Work } from '#modules/platform/index.ts';
import { adminAudit } from '../audit.ts';
import { type Alert, alertColumns } from './alert.ts';

/**
 * Who works on what waits for staff. A dispute or a privacy request shows it on its own page too, so both are written
 * together, whichever page it was done on.
 */

const subjects: Partial<Record<StaffAlertType, typeof noteDisputeTaker>> = {
  dispute: noteDisputeTaker,
  identity_theft_block: noteDisputeTaker,
  privacy_request: noteRequestTaker,
};

/** @returns whether that is somebody else than before */
export async function assign(work: Work<Caller>, alert: Alert, to: string | null): Promise<boolean> {
  if (!(await assignAlert(work, alert, to))) return false;
  await subjects[alert.alert_type]?.(work, alert.event_id, to);
  return true;
}

/** Only the alert: what it is about says it already. @returns whether that is somebody else than before */
async function assignAlert(work: Work<Caller>, alert: Alert, to: string | null): Promise<boolean> {
  if (to === alert.assigned_to) return false;
  await work.db
    .updateTable('pipeline_alert')
    .set({ assigned_to: to, assigned_at: to === null ? null : work.now })
    .where('id', '=', alert.id)
    .execute();
  await work.audit({
    action: adminAudit.alertAssigned,
    object: { type: 'pipeline_alert', id: alert.id },
    ...(alert.account_id ? { about: alert.account_id } : {}),
    detail: { alert_type: alert.alert_type, from: alert.assigned_to, to },
  });
  return true;
}

/** Assigns the open alert about a dispute or a privacy request to whoever has just taken that on its own page. */
export async function assignToCaller(
  work: Work<Caller>,
  types: readonly StaffAlertType[],
  eventId: string,
): Promise<void> {
  const alert = await work.db
    .selectFrom('pipeline_alert')
    .select(alertColumns)
    .where('alert_type', 'in', [...types])
    .where('event_id', '=', eventId)
    .where('state', '=', 'open')
    .forUpdate()
    .executeTakeFirst();
  if (alert) await assignAlert(work, alert, work.caller.accountId);
}
