import { z } from 'zod';
import { allowProofsAgain } from '#modules/applications/index.ts';
import {
  type Caller,
  inputOf,
  operation,
  staff,
  staffAlertTypes,
  staffOrTerminal,
  type Work,
} from '#modules/platform/index.ts';
import { adminAudit } from '../audit.ts';
import {
  alertAssignmentFields,
  alertClosingFields,
  alertDismissalFields,
  proofAllowanceFields,
} from '../fields.ts';
import { Refusal } from '../refusals.ts';
import type { AlertState } from '../statuses.ts';
import { writeNote } from '../user/notes.ts';
import { type Alert, alertColumns } from './alert.ts';
import { assign } from './assigning.ts';

/** What staff can do with an alert of the pipeline, other than deciding what it is about. */

const alertId = z.object({ alertid: z.uuid() });

/**
 * Locked until the transaction ends: if two people act at the same time, the second one sees what the first one did.
 */
async function lockAlert({ db }: Pick<Work<unknown>, 'db'>, id: string): Promise<Alert> {
  const alert = await db
    .selectFrom('pipeline_alert')
    .select(alertColumns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return openOnly(alert, id);
}

function openOnly(alert: Alert | undefined, id: string): Alert {
  if (!alert) throw new Refusal('not-found', { detail: `alert ${id}` });
  if (alert.state !== 'open') throw new Refusal('admin.alert-settled', { detail: `alert ${id}` });
  return alert;
}

/**
 * Assigns an open alert to a member of staff, or to nobody.
 * @throws Refusal not-found, admin.alert-settled, admin.alert-assigned if somebody else was assigned in the meantime
 */
export const assignPipelineAlert = operation({
  name: 'admin.assign-pipeline-alert',
  summary: 'Assigns an alert of the pipeline to a member of staff, or to nobody.',
  access: staff,
  kind: 'write',
  input: inputOf(alertAssignmentFields).extend(alertId.shape),
  output: z.object({}),
  async run(work, { alertid, assignee, seen }) {
    const alert = await lockAlert(work, alertid);
    const to = assignee === '' ? null : assignee;
    if (to !== alert.assigned_to && (alert.assigned_to ?? '') !== seen)
      throw new Refusal('admin.alert-assigned');
    if (to) await requireStaff(work, to);
    await assign(work, alert, to);
    return {};
  },
});

/** @throws Refusal not-found */
export async function requireStaff({ db }: Pick<Work<unknown>, 'db'>, id: string): Promise<void> {
  const found = z.uuid().safeParse(id).success
    ? await db
        .selectFrom('account')
        .select('id')
        .where('id', '=', id)
        .where('role', '=', 'ADMIN')
        .where('active', '=', true)
        .executeTakeFirst()
    : undefined;
  if (!found) throw new Refusal('not-found', { detail: `no active member of staff ${id}` });
}

/** Takes an alert off the list. The note is stored with the person's notes and in the audit log. */
export async function settle(
  work: Work<Caller | null>,
  alert: Alert,
  state: Exclude<AlertState, 'open'>,
  note: string,
): Promise<void> {
  await work.db
    .updateTable('pipeline_alert')
    .set({ state, settled_by: work.caller?.accountId ?? null, settled_at: work.now })
    .where('id', '=', alert.id)
    .execute();
  if (note && alert.account_id) {
    await writeNote(work, {
      userid: alert.account_id,
      note_type: 'note',
      note,
      applicationid: alert.application_id ?? undefined,
    });
  }
  await work.audit({
    action: adminAudit.alertSettled,
    object: { type: 'pipeline_alert', id: alert.id },
    ...(alert.account_id ? { about: alert.account_id } : {}),
    detail: { alert_type: alert.alert_type, state, note },
  });
}

/** @throws Refusal not-found, admin.alert-settled */
export const dismissPipelineAlert = operation({
  name: 'admin.dismiss-pipeline-alert',
  summary: 'Dismisses an alert of the pipeline. It comes back if it is raised again; its deadline stays.',
  access: staffOrTerminal,
  kind: 'write',
  input: inputOf(alertDismissalFields).extend(alertId.shape),
  output: z.object({}),
  async run(work, { alertid, note }) {
    await settle(work, await lockAlert(work, alertid), 'dismissed', note);
    return {};
  },
});

/** @throws Refusal not-found, admin.alert-settled */
export const closePipelineAlert = operation({
  name: 'admin.close-pipeline-alert',
  summary: 'Closes an alert of the pipeline for which staff did what was needed.',
  access: staffOrTerminal,
  kind: 'write',
  input: inputOf(alertClosingFields).extend(alertId.shape),
  output: z.object({}),
  async run(work, { alertid, note }) {
    await settle(work, await lockAlert(work, alertid), 'closed', note);
    return {};
  },
});

/**
 * Lets a former ShieldID that had too many wrong proofs be claimed again, and closes its alert (D127). A link that had
 * too many stays closed: its person signs in, or gets a new link with the next mail.
 * @throws Refusal not-found, admin.alert-settled
 */
export const allowProofs = operation({
  name: 'admin.allow-proofs',
  summary: 'Allows another five tries for a former ShieldID that had too many wrong entries.',
  access: staff,
  kind: 'write',
  input: inputOf(proofAllowanceFields).extend(alertId.shape),
  output: z.object({}),
  async run(work, { alertid, note }) {
    const alert = await lockAlert(work, alertid);
    if (alert.alert_type !== 'proof_limit')
      throw new Refusal('not-found', { detail: `alert ${alertid} is not about proofs` });
    await allowProofsAgain(work, alert.event_id);
    await settle(work, alert, 'closed', note);
    return {};
  },
});

const named = z.object({ alert_type: z.enum(staffAlertTypes), userid: z.uuid() });

/** The call of the documents (D81), which has no note. @throws Refusal not-found, admin.alert-settled */
export const dismissAlert = operation({
  name: 'admin.dismiss-alert',
  summary: 'Dismisses an alert of the pipeline by its type, person and event.',
  access: staff,
  kind: 'write',
  input: named.extend({ event_id: z.uuid() }),
  output: z.object({}),
  async run(work, { alert_type, userid, event_id }) {
    const alert = await work.db
      .selectFrom('pipeline_alert')
      .select(alertColumns)
      .where('alert_type', '=', alert_type)
      .where('event_id', '=', event_id)
      .where('account_id', '=', userid)
      .forUpdate()
      .executeTakeFirst();
    await settle(work, openOnly(alert, event_id), 'dismissed', '');
    return {};
  },
});

/**
 * The call of the documents (D81): closes the person's newest open alert about a profile of the agency.
 * @throws Refusal not-found, admin.alert-settled
 */
export const closeMonitorAlert = operation({
  name: 'admin.close-monitor-alert',
  summary: "Closes an alert of the pipeline by its type, person and the agency's profile number.",
  access: staff,
  kind: 'write',
  input: named.extend({ profilenumber: z.string().trim().min(1).max(60) }),
  output: z.object({}),
  async run(work, { alert_type, userid, profilenumber }) {
    const alerts = await work.db
      .selectFrom('pipeline_alert')
      .select(alertColumns)
      .where('alert_type', '=', alert_type)
      .where('account_id', '=', userid)
      .where('profile_number', '=', profilenumber)
      .orderBy('raised_at', 'desc')
      .forUpdate()
      .execute();
    const alert = alerts.find(({ state }) => state === 'open') ?? alerts[0];
    await settle(work, openOnly(alert, profilenumber), 'closed', '');
    return {};
  },
});
