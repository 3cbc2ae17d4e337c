import { z } from 'zod';
import { operation, staff } from '#modules/platform/index.ts';
import { adminAudit } from '../audit.ts';
import { readDetails } from './details.ts';
import { auditGrid } from './grid.ts';
import { rangeOf } from './range.ts';
import { entriesThatFit } from './ways.ts';

/** Starts an export of the audit log, which is itself an entry with the filters. */
export const startAuditExport = operation({
  name: 'admin.start-audit-export',
  summary: 'Starts an export of the audit log.',
  access: staff,
  kind: 'write',
  input: auditGrid.filterInput,
  output: z.object({ time_zone: z.string() }),
  async run(work, asked) {
    const { timeZone } = await rangeOf(work, asked);
    await work.audit({ action: adminAudit.auditExported, detail: auditGrid.filterDetail(asked) });
    return { time_zone: timeZone };
  },
});

/** Reads the next entries of an export, newest first; `next` is null after the last. */
export const readAuditExport = operation({
  name: 'admin.read-audit-export',
  summary: 'The next entries of an export of the audit log.',
  access: staff,
  kind: 'read',
  input: auditGrid.csv.input,
  output: auditGrid.csv.output.extend({
    rows: z.array(
      auditGrid.csv.output.shape.rows.element.extend({
        detail: z.record(z.string(), z.unknown()).nullable(),
      }),
    ),
  }),
  async run(work, asked) {
    const { where } = await rangeOf(work, asked);
    const table = await entriesThatFit(work, asked);
    const { rows, next } = await auditGrid.csv.read(work, asked, { where, table });
    const details = await readDetails(
      work,
      rows.map((row) => row['#id']),
    );
    return { rows: rows.map((row) => ({ ...row, detail: details.get(row['#id']) ?? null })), next };
  },
});
