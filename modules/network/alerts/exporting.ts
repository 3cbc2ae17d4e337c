import { z } from 'zod';
import { recordAccessOfMany } from '#modules/identity/index.ts';
import { anyOf, operation, sql } from '#modules/platform/index.ts';
import { networkAudit } from '../audit.ts';
import { alertReader } from './access.ts';
import { alertGrid } from './grid.ts';
import { alertsIn, rangeInput, rangeOf } from './range.ts';

/**
 * Starts an export of the Network Activity Feed: writes it to the audit log, with its filters. Viewers cannot start one
 * (D100).
 */
export const startAlertExport = operation({
  name: 'network.start-alert-export',
  summary: 'Starts an export of the alerts of the caller’s company.',
  access: alertReader('admin'),
  kind: 'write',
  input: alertGrid.filterInput.extend(rangeInput),
  output: z.object({ time_zone: z.string() }),
  async run(work, input) {
    const { fromdate, todate, time_zone } = await rangeOf(work, input);
    await work.audit({
      action: networkAudit.alertsExported,
      object: { type: 'company', id: work.caller.companyId },
      detail: { ...alertGrid.filterDetail(input), fromdate, todate },
    });
    return { time_zone };
  },
});

/**
 * Reads the next rows of an export, newest first; `next` is null after the last. Each score shown is recorded as an
 * access (D48).
 */
export const readAlertExport = operation({
  name: 'network.read-alert-export',
  summary: 'The next rows of an export of alerts.',
  access: alertReader('admin'),
  kind: 'write',
  input: alertGrid.csv.input.extend(rangeInput),
  output: alertGrid.csv.output,
  async run(work, input) {
    const { companyId, accountId } = work.caller;
    const range = await rangeOf(work, input);
    const batch = await alertGrid.csv.read(work, input, { where: alertsIn(companyId, range) });
    const people = sql<{ person_id: string }>`
      select distinct c.account_id as person_id from network_alert al join connection c on c.id = al.connection_id
      where al.id = ${anyOf(batch.rows.map((row) => row['#id']))} and c.score is not null`;
    await recordAccessOfMany(work, people, {
      viewerAccountId: accountId,
      viewerCompanyId: companyId,
      kind: 'export',
    });
    return batch;
  },
});
