import { countJobs, exitCodes, listFailedJobs, listSweeps } from '#modules/platform/index.ts';
import { withPortal } from './connect.ts';
import { type Command, table } from './terminal.ts';

/** Prints how many jobs are waiting, running and failed, how far the sweeps have come, and which jobs failed last. */
export const list: Command<{ limit?: number; json?: boolean }> = (terminal, { limit = 20, json }) =>
  withPortal(terminal, async (portal) => {
    const counts = await countJobs(portal.db);
    const failed = await listFailedJobs(portal.db, { limit });
    const sweeps = await listSweeps(portal.db);
    if (json) {
      terminal.out(JSON.stringify({ counts, failed, sweeps }, null, 2));
      return exitCodes.ok;
    }
    terminal.out(
      Object.entries(counts)
        .map(([name, count]) => `${name} ${count}`)
        .join(', '),
    );
    if (sweeps.length > 0) {
      const lines = sweeps.map((sweep) => [
        sweep.name,
        String(sweep.handled),
        String(sweep.changed),
        sweep.startedAt.toISOString(),
        sweep.finishedAt?.toISOString() ?? `under way, last batch ${sweep.updatedAt.toISOString()}`,
      ]);
      for (const line of table(['sweep', 'rows', 'changed', 'began', 'ended'], lines)) terminal.out(line);
    }
    if (failed.length === 0) return exitCodes.ok;
    const rows = failed.map((job) => [
      job.id,
      job.name,
      String(job.attempts),
      job.failedAt.toISOString(),
      job.message ?? '',
    ]);
    for (const line of table(['id', 'failed job', 'tries', 'at', 'message'], rows)) terminal.out(line);
    return exitCodes.ok;
  });
