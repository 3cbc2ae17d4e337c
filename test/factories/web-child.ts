/** A web process of its own that serves calls: `node test/factories/web-child.ts DATABASE_URL FOLDER`. It writes its port. */
import { standardChecks } from '#app/server/health.ts';
import { servedHosts } from '#app/server/hosts.ts';
import { openListener } from '#app/server/listener.ts';
import { createWeb } from '#app/server/web.ts';
import { readConfig } from '#modules/platform/config.ts';
import { createLog } from '#modules/platform/log.ts';
import { startPortal } from '#modules/portal.ts';
import { bareBuild } from '../app/server/bare-build.ts';
import { lightPasswords, testSecrets } from '../secrets.ts';

const [databaseUrl = '', folder = ''] = process.argv.slice(2);
const portal = await startPortal({
  config: readConfig(
    {
      DATABASE_POOL: '2',
      DATA_FOLDER: folder,
      PASSWORD_MEMORY: lightPasswords,
      PUBLIC_URL: 'http://localhost:3000',
    },
    () => testSecrets,
  ),
  log: createLog({ level: 'error' }),
  databaseUrl,
  applicationName: 'web-child',
});
const listener = await openListener({ host: '127.0.0.1', port: 0 });
listener.serve(
  createWeb({
    portal,
    hosts: servedHosts(portal),
    hooks: [],
    checks: standardChecks,
    assets: null,
    build: bareBuild([]),
  }),
);
process.stdout.write(`${listener.port}\n`);
