import { type Listener, openListener } from '#app/server/listener.ts';
import { hasEmbedded } from '#embedded-database/index.ts';
import { migrations } from '#migrations/index.ts';
import {
  type Config,
  createLog,
  type DatabaseAddress,
  exitCodes,
  type Log,
  migrateDatabase,
  readConfig,
  SECOND,
} from '#modules/platform/index.ts';
import { startPortal } from '#modules/portal.ts';
import { buildPages } from './build.ts';
import { Cleanup } from './cleanup.ts';
import { configuredDatabase, openEmbedded } from './connect.ts';
import { loadBuiltPages, type Pages } from './pages.ts';
import { ended } from './processes.ts';
import { openReloadingPages } from './reload.ts';
import { checkSandboxPort, startSandbox } from './sandboxes.ts';
import { describeDemo, hasAccounts, openSeeding } from './seed.ts';
import { type Command, reportFailure, type Terminal } from './terminal.ts';
import { startWeb } from './web-process.ts';
import { startWorkerProcess } from './worker-process.ts';

export interface UpOptions {
  /** Whether an empty database gets demo data. By default only the embedded one does. */
  demo?: boolean | undefined;
  /** Serves pages from Vite with reload instead of built ones. */
  reload?: boolean;
}

interface Begun {
  config: Config;
  log: Log;
  demo: boolean | undefined;
  listener: Listener;
}

/**
 * Runs the whole portal in one process: database, schema, demo data, pages, sandboxes, web and worker, until the signal.
 * A start that fails closes whatever it had opened.
 */
export const up: Command<UpOptions> = async (terminal, { demo, reload = false }) => {
  const cleanup = new Cleanup();
  const started = performance.now();
  try {
    const config = readConfig(terminal.environment);
    if (config.environment === 'production' && (demo || reload)) {
      terminal.err(`--${demo ? 'demo' : 'reload'}: is refused in production.`);
      return exitCodes.config;
    }
    const log = createLog({ level: config.logLevel });
    const listener = await openListener(config);
    cleanup.add(() => listener.drain(0));
    await checkSandboxPort(config);
    const building = reload ? Promise.resolve(false) : buildPages(terminal.signal);
    building.catch(() => undefined);
    const databaseUrl = await openDatabase(terminal, { config, log, demo, listener }, cleanup);
    terminal.signal.throwIfAborted();
    if (await building) terminal.err('Built the pages.');
    terminal.signal.throwIfAborted();
    const portal = await startPortal({ config, log, databaseUrl, applicationName: 'shield up' });
    cleanup.add(() => portal.close());
    const sandbox = await startSandbox(portal, databaseUrl, listener.port);
    cleanup.add(() => sandbox.close());
    const worker = await startWorkerProcess(portal);
    cleanup.add(() => worker.stop());
    const web = startWeb(portal, listener, await openPages(config, listener, { reload, cleanup }));
    cleanup.add(() => web.stop());
    await greet(terminal, config, (performance.now() - started) / SECOND);
    await ended(terminal.signal);
    terminal.err('Stopping after the current requests and jobs finish.');
    return exitCodes.ok;
  } catch (error) {
    return terminal.signal.aborted ? exitCodes.ok : reportFailure(terminal, error);
  } finally {
    await cleanup.run((error) => reportFailure(terminal, error));
  }
};

/** @returns the URL of a database with the newest schema, and with demo data where allowed (D7) */
async function openDatabase(
  terminal: Terminal,
  { config, log, demo, listener }: Begun,
  cleanup: Cleanup,
): Promise<string> {
  const surroundings = (database: DatabaseAddress) => ({ config, log, database, databaseUrl: database.url });
  const seed = async (database: DatabaseAddress) =>
    (await openSeeding(terminal, config, listener)).fill(database);
  const configured = configuredDatabase(config);
  if (configured) {
    await migrateDatabase(configured, migrations);
    if (demo && !(await hasAccounts(surroundings(configured)))) {
      await seed(configured);
      terminal.err('Added the demo data.');
    }
    return configured.url;
  }
  // It loads its sources while the database is made.
  const seeding =
    demo !== false && !hasEmbedded(config.dataFolder) ? await openSeeding(terminal, config, listener) : null;
  if (seeding) cleanup.add(async () => seeding.drop());
  const embedded = await openEmbedded(config, terminal);
  cleanup.add(() => embedded.stop());
  const created = await embedded.createDatabase(async (draft) => {
    terminal.err(demo === false ? 'Creating the database...' : 'Creating the database and its demo data...');
    await migrateDatabase(draft, migrations);
    if (demo !== false) await (seeding?.fill(draft) ?? seed(draft));
  });
  if (!created) {
    await migrateDatabase(embedded, migrations);
    if (demo !== false && !(await hasAccounts(surroundings(embedded)))) await seed(embedded);
  }
  return embedded.url;
}

async function openPages(
  config: Config,
  listener: Listener,
  { reload, cleanup }: { reload: boolean; cleanup: Cleanup },
): Promise<Pages> {
  if (!reload) return loadBuiltPages(config);
  const pages = await openReloadingPages(listener);
  cleanup.add(() => pages.close());
  return pages;
}

async function greet(terminal: Terminal, config: Config, took: number): Promise<void> {
  const lines = [
    '',
    `ShieldHub runs at ${config.publicUrl} (${config.environment}, up in ${took.toFixed(1)} s)`,
    '',
  ];
  if (config.environment === 'development') {
    if (!config.databaseUrl) lines.push(...(await describeDemo()).map((line) => `  ${line}`), '');
    lines.push(
      `Emails and text messages are kept, not sent: ${config.publicUrl}/dev/outbox`,
      '  or: npm run -s shield -- outbox list --to ADDRESS',
      'Press Ctrl-C to stop. The data is kept.',
    );
  }
  for (const line of lines) terminal.out(line);
}
