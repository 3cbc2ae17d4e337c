import { z } from 'zod';
import {
  anyOf,
  type Caller,
  inputOf,
  operation,
  pageSizes,
  staff,
  staffAlertTypes,
  type Work,
} from '#modules/platform/index.ts';
import { alertAssignmentFields, alertClosingFields, alertDismissalFields } from '../fields.ts';
import { Refusal } from '../refusals.ts';
import { type Alert, alertColumns } from './alert.ts';
import { assign } from './assigning.ts';
import { requireStaff, settle } from './decisions.ts';
import { listStaff, staffMember } from './pipeline.ts';

/** What staff do with several alerts at once. Those that are no longer open are left as they are and counted. */

/** A selection has rows of one page only. */
const mostSelected = Math.max(...pageSizes);

const selection = z.object({ alertids: z.array(z.uuid()).min(1).max(mostSelected) });

const outcome = z.object({
  done: z.number().int(),
  /** Dismissed, closed or decided meanwhile. */
  settled: z.number().int(),
});

/** In the order of their ids, so that two selections that are locked at the same time wait for each other. */
const selected = ({ db }: Pick<Work<unknown>, 'db'>, ids: readonly string[]) =>
  db.selectFrom('pipeline_alert').select(alertColumns).where('id', '=', anyOf(ids)).orderBy('id');

/** @throws Refusal not-found if one of them does not exist */
async function lockSelected(work: Work<unknown>, ids: readonly string[]): Promise<Alert[]> {
  const alerts = await selected(work, ids).forUpdate().execute();
  requireAll(alerts, ids);
  return alerts;
}

function requireAll(alerts: readonly Alert[], ids: readonly string[]): void {
  const missing = ids.find((id) => !alerts.some((alert) => alert.id === id));
  if (missing) throw new Refusal('not-found', { detail: `alert ${missing}` });
}

const isOpen = ({ state }: Alert) => state === 'open';

/** Does something with each open alert, and counts. */
async function withOpen(
  work: Work<Caller>,
  ids: readonly string[],
  act: (alert: Alert) => Promise<unknown>,
): Promise<z.output<typeof outcome>> {
  const alerts = await lockSelected(work, ids);
  const open = alerts.filter(isOpen);
  for (const alert of open) await act(alert);
  return { done: open.length, settled: alerts.length - open.length };
}

/** @throws Refusal not-found */
export const previewAlerts = operation({
  name: 'admin.preview-alerts',
  summary: 'Which of the selected alerts are open, and to whom they can be assigned.',
  access: staff,
  kind: 'read',
  input: selection,
  output: z.object({
    open: z.array(z.object({ alert_type: z.enum(staffAlertTypes), count: z.number().int() })),
    /** How many of the open ones are somebody else's. */
    others: z.number().int(),
    settled: z.number().int(),
    staff: z.array(staffMember),
  }),
  async run(work, { alertids }) {
    const alerts = await selected(work, alertids).execute();
    requireAll(alerts, alertids);
    const open = alerts.filter(isOpen);
    const counts = new Map<Alert['alert_type'], number>();
    for (const { alert_type: type } of open) counts.set(type, (counts.get(type) ?? 0) + 1);
    const { accountId } = work.caller;
    return {
      open: [...counts].map(([alert_type, count]) => ({ alert_type, count })),
      others: open.filter(({ assigned_to: to }) => to !== null && to !== accountId).length,
      settled: alerts.length - open.length,
      staff: await listStaff(work),
    };
  },
});

/** @throws Refusal not-found */
export const assignAlerts = operation({
  name: 'admin.assign-alerts',
  summary: 'Assigns the selected open alerts to a member of staff, or to nobody.',
  access: staff,
  kind: 'write',
  input: inputOf(alertAssignmentFields).pick({ assignee: true }).extend(selection.shape),
  output: outcome,
  async run(work, { alertids, assignee }) {
    const to = assignee === '' ? null : assignee;
    if (to) await requireStaff(work, to);
    return withOpen(work, alertids, (alert) => assign(work, alert, to));
  },
});

/** @throws Refusal not-found */
export const dismissAlerts = operation({
  name: 'admin.dismiss-alerts',
  summary: 'Dismisses the selected open alerts. Each comes back if it is raised again.',
  access: staff,
  kind: 'write',
  input: inputOf(alertDismissalFields).extend(selection.shape),
  output: outcome,
  run: (work, { alertids, note }) =>
    withOpen(work, alertids, (alert) => settle(work, alert, 'dismissed', note)),
});

/** @throws Refusal not-found */
export const closeAlerts = operation({
  name: 'admin.close-alerts',
  summary: 'Closes the selected open alerts for which staff did what was needed.',
  access: staff,
  kind: 'write',
  input: inputOf(alertClosingFields).extend(selection.shape),
  output: outcome,
  run: (work, { alertids, note }) => withOpen(work, alertids, (alert) => settle(work, alert, 'closed', note)),
});
