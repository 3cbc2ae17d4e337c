import { z } from 'zod';
import { countJobs, listFailedJobs, listSweeps } from '#modules/platform/index.ts';
import { showing } from './showing.ts';
import { printTable } from './terminal.ts';

const queue = z.object({
  counts: z.object({
    waiting: z.int(),
    running: z.int(),
    scheduled: z.int(),
    failed: z.int(),
    oldestDue: z.date().nullable(),
  }),
  failed: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      attempts: z.int(),
      message: z.string().nullable(),
      failedAt: z.date(),
      createdAt: z.date(),
    }),
  ),
  sweeps: z.array(
    z.object({
      name: z.string(),
      handled: z.int(),
      changed: z.int(),
      startedAt: z.date(),
      updatedAt: z.date(),
      finishedAt: z.date().nullable(),
    }),
  ),
});

/** Prints how many jobs are waiting, running and failed, how far the sweeps have come, and which jobs failed last. */
export const list = showing<{ limit?: number }>()(
  queue,
  async ({ db }, { limit = 20 }) => ({
    counts: await countJobs(db),
    failed: await listFailedJobs(db, { limit }),
    sweeps: await listSweeps(db),
  }),
  (terminal, { counts, failed, sweeps }) => {
    const { oldestDue, ...numbers } = counts;
    const many = Object.entries(numbers).map(([name, count]) => `${name} ${count}`);
    terminal.out([...many, ...(oldestDue ? [`oldest due ${oldestDue.toISOString()}`] : [])].join(', '));
    if (sweeps.length > 0) {
      const lines = sweeps.map((sweep) => [
        sweep.name,
        String(sweep.handled),
        String(sweep.changed),
        sweep.startedAt.toISOString(),
        sweep.finishedAt?.toISOString() ?? `under way, last batch ${sweep.updatedAt.toISOString()}`,
      ]);
      printTable(terminal, ['sweep', 'rows', 'changed', 'began', 'ended'], lines);
    }
    if (failed.length === 0) return;
    const rows = failed.map((job) => [
      job.id,
      job.name,
      String(job.attempts),
      job.failedAt.toISOString(),
      job.message ?? '',
    ]);
    printTable(terminal, ['id', 'failed job', 'tries', 'at', 'message'], rows);
  },
);
