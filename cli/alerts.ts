import { dismissPipelineAlert, listPipelineAlerts } from '#modules/admin/index.ts';
import { exitCodes } from '#modules/platform/index.ts';
import { withPortal } from './connect.ts';
import { perform, showing } from './showing.ts';
import { type Command, finding, printTable } from './terminal.ts';

/** `shield alerts list`: what waits for a decision of staff, nearest deadline first. */
export const list = showing()(
  listPipelineAlerts.output,
  (portal) => perform(portal, listPipelineAlerts, {}),
  (terminal, { pipelinedata: alerts, total }) => {
    if (alerts.length === 0) return terminal.out('Nothing is waiting.');
    printTable(
      terminal,
      ['id', 'type', 'reason', 'raised', 'due', 'person', 'assigned to'],
      alerts.map((alert) => [
        alert.id,
        alert.alert_type,
        alert.reason,
        alert.event_dts.toISOString(),
        `${alert.due_at?.toISOString() ?? ''}${alert.overdue ? ' overdue' : ''}`,
        `${alert.firstname} ${alert.lastname}`.trim(),
        alert.assignee ?? '',
      ]),
    );
    if (total > alerts.length) terminal.err(`${alerts.length} of ${total}.`);
  },
);

/** `shield alerts ack ID --reason TEXT`: dismisses an alert. It comes back if it is raised again. */
export const acknowledge: Command<{ id: string; reason: string }> = (terminal, { id, reason }) =>
  withPortal(
    terminal,
    async (portal) => {
      await finding(`alert ${id}`, perform(portal, dismissPipelineAlert, { alertid: id, note: reason }));
      terminal.out(`Dismissed ${id}. It comes back if it is raised again; its deadline stays.`);
      return exitCodes.ok;
    },
    { aboutPerson: true },
  );
