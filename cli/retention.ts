import { retentionRun, runRetention } from '#modules/admin/index.ts';
import { formatCount } from '#modules/platform/index.ts';
import { showing } from './showing.ts';
import { printTable } from './terminal.ts';

/** `shield retention run`: deletes by age what the table says, or with --dry-run counts it (D140). */
export const run = showing<{ dryRun?: boolean }>()(
  retentionRun,
  (portal, { dryRun = false }, { signal }) => runRetention(portal, { dryRun, signal }),
  (terminal, { dry_run, kinds }) => {
    printTable(
      terminal,
      ['kind', dry_run ? 'would go' : 'gone', 'on hold'],
      kinds.map(({ name, rows, held }) => [name, String(rows), String(held)]),
    );
    const rows = kinds.reduce((sum, each) => sum + each.rows, 0);
    terminal.out('');
    terminal.out(
      dry_run ? `${formatCount(rows, 'row')} would be deleted.` : `Deleted ${formatCount(rows, 'row')}.`,
    );
  },
);
