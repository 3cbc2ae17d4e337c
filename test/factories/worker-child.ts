/**
 * A worker process of its own: `node test/factories/worker-child.ts DATABASE_URL FOLDER`. It writes a line when it runs.
 */
import { handlers } from '#jobs/index.ts';
import { readConfig } from '#modules/platform/config.ts';
import { startWorker } from '#modules/platform/index.ts';
import { createLog } from '#modules/platform/log.ts';
import { startPortal } from '#modules/portal.ts';
import { lightPasswords, testSecrets } from '../secrets.ts';

const [databaseUrl = '', folder = ''] = process.argv.slice(2);
const log = createLog({ level: 'error' });
const portal = await startPortal({
  config: readConfig(
    { DATABASE_POOL: '4', DATA_FOLDER: folder, PASSWORD_MEMORY: lightPasswords },
    () => testSecrets,
  ),
  log,
  databaseUrl,
  applicationName: 'worker-child',
});
await startWorker({
  pool: portal.pool,
  context: portal,
  handlers,
  schedules: [],
  log,
  pollEvery: 100,
  heartbeatEvery: 200,
  deadAfter: 1_000,
});
process.stdout.write('running\n');
