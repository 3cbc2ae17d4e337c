/** A worker in its own process, which the test kills: `node test/platform/jobs/worker-child.ts DATABASE_URL`. */
import pg from 'pg';
import { startWorker } from '#modules/platform/jobs/worker.ts';
import { silentLog } from '#modules/platform/log.ts';
import { tallyHandlers } from './tally.ts';

const pool = new pg.Pool({ connectionString: process.argv[2] ?? '' });
await startWorker({
  pool,
  context: { pool, aborted: [] },
  handlers: tallyHandlers,
  schedules: [],
  log: silentLog(),
  concurrency: 2,
  localQueue: 20,
  heartbeatEvery: 200,
});
process.stdout.write('ready\n');
