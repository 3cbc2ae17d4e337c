/**
 * A web process of its own that serves calls, callbacks, /pay and forms with files:
 * `node --import ./test/page-loader.ts test/factories/web-child.ts DATABASE_URL FOLDER PORT_OF_THE_PAYMENT_SANDBOX
 * PUBLIC_URL`. It writes its port.
 */
import type { ActionFunctionArgs } from '@remix-run/node';
import { action as requestBlock } from '#app/routes/disputes/identity-theft.tsx';
import { standardChecks } from '#app/server/health.ts';
import { hooks } from '#app/server/hook-table.ts';
import { servedHosts } from '#app/server/hosts.ts';
import { openListener } from '#app/server/listener.ts';
import { createWeb } from '#app/server/web.ts';
import { readConfig } from '#modules/platform/config.ts';
import { createLog } from '#modules/platform/log.ts';
import { startPortal } from '#modules/portal.ts';
import { payHere } from '#modules/purchasing/index.ts';
import { bareBuild } from '../app/server/bare-build.ts';
import { lightPasswords, testSecrets } from '../secrets.ts';

const [databaseUrl = '', folder = '', sandboxPort = '', publicUrl = ''] = process.argv.slice(2);
const portal = await startPortal({
  config: readConfig(
    {
      DATABASE_POOL: '4',
      DATA_FOLDER: folder,
      PASSWORD_MEMORY: lightPasswords,
      PUBLIC_URL: publicUrl,
      STRIPE_SANDBOX_PORT: sandboxPort,
    },
    () => testSecrets,
  ),
  log: createLog({ level: 'error' }),
  databaseUrl,
  applicationName: 'web-child',
});

/** The Pay button of a purchase's page, for which there is no call. */
async function pay({ request, context: { visit } }: ActionFunctionArgs): Promise<Response> {
  const purchaseid = String((await request.formData()).get('purchaseid'));
  return Response.json(await portal.perform(payHere, { purchaseid, accept_terms: 'YES' }, visit));
}

const listener = await openListener({ host: '127.0.0.1', port: 0 });
listener.serve(
  createWeb({
    portal,
    hosts: servedHosts(portal),
    hooks,
    checks: standardChecks,
    assets: null,
    build: bareBuild([
      { path: 'pay', action: pay },
      { path: 'user/disputes/identity-theft', action: requestBlock, component: () => null as never },
    ]),
  }),
);
process.stdout.write(`${listener.port}\n`);
