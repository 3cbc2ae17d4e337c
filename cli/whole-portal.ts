import type { Listener } from '#app/server/listener.ts';
import type { EmbeddedDatabase } from '#embedded-database/index.ts';
import { migrations, schema } from '#migrations/index.ts';
import {
  type Config,
  type DatabaseAddress,
  exitCodes,
  type Log,
  migrateDatabase,
  requireKeys,
  SECOND,
} from '#modules/platform/index.ts';
import { startPortal } from '#modules/portal.ts';
import type { Cleanup } from './cleanup.ts';
import { configuredDatabase } from './connect.ts';
import { serveMetrics } from './metrics.ts';
import { loadBuiltPages, type Pages } from './pages.ts';
import { announcePortal } from './running-portal.ts';
import { startSandbox } from './sandboxes.ts';
import { describeDemo, hasAccounts, openSeeding } from './seed.ts';
import { endOf, type Terminal } from './terminal.ts';
import { startWeb } from './web-process.ts';
import { startWorkerProcess } from './worker-process.ts';

/** A database server that is being started. */
export interface StartingDatabase {
  /** Whether the data folder had no database files yet. */
  isNew: boolean;
  server: Promise<EmbeddedDatabase>;
}

/** What `up` began before. */
export interface Begun {
  config: Config;
  log: Log;
  listener: Listener;
  /** Whether the pages had to be built. */
  building: Promise<boolean>;
  /** null if DATABASE_URL is set. */
  embedded: StartingDatabase | null;
  demo: boolean | undefined;
  /** The pages from Vite; null if built ones are served. */
  reloading: Promise<Pages> | null;
  /** `performance.now()` at the start. */
  started: number;
}

/**
 * Continues the start that `up` began, and runs the portal until the signal.
 * @returns the exit code
 */
export async function runPortal(terminal: Terminal, begun: Begun, cleanup: Cleanup): Promise<number> {
  const { config, log, listener, building, reloading, started } = begun;
  const databaseUrl = await openDatabase(terminal, begun, cleanup);
  cleanup.add(await announcePortal(config));
  terminal.signal.throwIfAborted();
  if (await building) terminal.err('Built the pages.');
  terminal.signal.throwIfAborted();
  const portal = await startPortal({ config, log, databaseUrl, applicationName: 'shield up' });
  cleanup.add(() => portal.close());
  await requireKeys(portal);
  cleanup.add(await serveMetrics(portal, { database: true }));
  const sandbox = await startSandbox(portal, databaseUrl, listener.port);
  cleanup.add(() => sandbox.close());
  const worker = await startWorkerProcess(portal);
  cleanup.add(() => worker.stop());
  const web = startWeb(portal, listener, await (reloading ?? loadBuiltPages(config)));
  cleanup.add(() => web.stop('hand-over'));
  await greet(terminal, begun, (performance.now() - started) / SECOND);
  await endOf(terminal.signal);
  terminal.err('Stopping after the current requests and jobs finish.');
  return exitCodes.ok;
}

/** @returns the URL of a database with the newest schema, and with demo data if that is allowed (D7) */
async function openDatabase(terminal: Terminal, begun: Begun, cleanup: Cleanup): Promise<string> {
  const { config, log, demo, listener, embedded } = begun;
  const isEmpty = async (database: DatabaseAddress) =>
    !(await hasAccounts({ config, log, databaseUrl: database.url }));
  const seed = async (database: DatabaseAddress) =>
    (await openSeeding(terminal, config, listener)).fill(database);
  const configured = configuredDatabase(config);
  if (configured || !embedded) {
    if (!configured) throw new Error('No database was configured, and none was started');
    await migrateDatabase(configured, migrations, schema);
    if (demo && (await isEmpty(configured))) {
      await seed(configured);
      terminal.err('Added the demo data.');
    }
    return configured.url;
  }
  // The child process loads its code while the database is created.
  const seeding = demo !== false && embedded.isNew ? await openSeeding(terminal, config, listener) : null;
  if (seeding) cleanup.add(async () => seeding.drop());
  const server = await embedded.server;
  const created = await server.createDatabase(async (draft) => {
    terminal.err(demo === false ? 'Creating the database...' : 'Creating the database and its demo data...');
    await migrateDatabase(draft, migrations, schema);
    if (demo !== false) await (seeding?.fill(draft) ?? seed(draft));
  });
  if (!created) {
    await migrateDatabase(server, migrations, schema);
    if (demo !== false && (await isEmpty(server))) await seed(server);
  }
  return server.url;
}

async function greet(terminal: Terminal, { config, demo }: Begun, took: number): Promise<void> {
  const lines = [
    '',
    `ShieldHub runs at ${config.publicUrl} (${config.environment}, up in ${took.toFixed(1)} s)`,
    '',
  ];
  if (config.environment === 'development') {
    if (!config.databaseUrl && demo !== false)
      lines.push(...(await describeDemo()).map((line) => `  ${line}`), '');
    lines.push(
      `Emails and text messages are kept, not sent: ${config.publicUrl}/dev/outbox`,
      '  or: npm run -s shield -- outbox list --to ADDRESS',
      'Press Ctrl-C to stop. The data is kept.',
    );
  }
  for (const line of lines) terminal.out(line);
}
