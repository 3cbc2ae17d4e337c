import cluster from 'node:cluster';
import { openListener } from '#app/server/listener.ts';
import { hasStaff } from '#modules/identity/index.ts';
import { type Config, createLog, exitCodes, type Portal, requireKeys } from '#modules/platform/index.ts';
import { startPortal } from '#modules/portal.ts';
import { buildPages } from './build.ts';
import { Cleanup } from './cleanup.ts';
import { withDatabase } from './connect.ts';
import { serveMetrics } from './metrics.ts';
import { loadBuiltPages } from './pages.ts';
import { checkPaymentAccount } from './payment-account.ts';
import { type Command, endOf, reportFailure, type Terminal } from './terminal.ts';
import { sayServing } from './web-cluster.ts';
import { startWeb } from './web-process.ts';
import { startWorkerProcess } from './worker-process.ts';

/** Serves the pages and calls, alone or as one process of several on one port (web.ts). */
export const serve: Command = (terminal) =>
  withDatabase(terminal, async ({ config, databaseUrl }) => {
    const log = createLog({ level: config.logLevel });
    const cleanup = new Cleanup();
    const isFirst = !cluster.isWorker || cluster.worker?.id === 1;
    let how: 'leave' | 'hand-over' = 'leave';
    if (isFirst) tellNeedlessOwner(terminal, config);
    try {
      const listener = await openListener(config);
      cleanup.add(() => listener.drain(0));
      const portal = await startPortal({
        config,
        log,
        databaseUrl,
        readUrl: config.databaseReadUrl,
        applicationName: 'shield web',
      });
      cleanup.add(() => portal.close());
      await requireKeys(portal);
      await checkPaymentAccount(portal);
      await buildPages(terminal.signal);
      cleanup.add(await serveMetrics(portal, { database: false }));
      const running = startWeb(portal, listener, await loadBuiltPages(config));
      cleanup.add(() => running.stop(how));
      if (isFirst) {
        terminal.out(`The web server is running at ${config.publicUrl}`);
        await tellSetUp(terminal, portal);
      }
      const ended = endOf(terminal.signal);
      if (cluster.isWorker) {
        const replaced = sayServing().then(() => {
          how = 'hand-over';
        });
        await Promise.race([replaced, ended]);
      } else await ended;
      return exitCodes.ok;
    } finally {
      await cleanup.run((error) => reportFailure(terminal, error));
    }
  });

/** Runs the worker alone. */
export const worker: Command = (terminal) =>
  withDatabase(terminal, async ({ config, databaseUrl }) => {
    const log = createLog({ level: config.logLevel });
    const cleanup = new Cleanup();
    tellNeedlessOwner(terminal, config);
    try {
      const portal = await startPortal({ config, log, databaseUrl, applicationName: 'shield worker' });
      cleanup.add(() => portal.close());
      await requireKeys(portal);
      await checkPaymentAccount(portal);
      cleanup.add(await serveMetrics(portal, { database: true }));
      const running = await startWorkerProcess(portal);
      cleanup.add(() => running.stop());
      terminal.out('The worker is running.');
      await endOf(terminal.signal);
      return exitCodes.ok;
    } finally {
      await cleanup.run((error) => reportFailure(terminal, error));
    }
  });

/** Prints the command for setting up the portal as long as nobody can sign in to the console (D87). */
async function tellSetUp(terminal: Terminal, portal: Portal): Promise<void> {
  if (await hasStaff({ db: portal.readingDb })) return;
  terminal.err('The portal has no admin yet. Run: npm run shield -- setup');
  portal.log.warn({ command: 'shield setup' }, 'The portal has no admin yet');
}

/** Warns about an unneeded secret, because an attacker who takes over a process gets all that it was given. */
function tellNeedlessOwner(terminal: Terminal, config: Config): void {
  if (config.environment === 'production' && config.databaseOwnerUrl !== null)
    terminal.err('DATABASE_OWNER_URL is for db migrate alone: start this process without it.');
}
