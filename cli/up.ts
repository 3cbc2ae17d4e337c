import { type Listener, openListener } from '#app/server/listener.ts';
import { hasEmbedded } from '#embedded-database/index.ts';
import { type Config, createLog, exitCodes, readConfig } from '#modules/platform/starting.ts';
import { buildPages } from './build.ts';
import { Cleanup } from './cleanup.ts';
import { openEmbedded } from './embedded.ts';
import type { ReloadingPages } from './reload.ts';
import { withSandboxPort } from './sandbox-port.ts';
import { type Command, reportFailure, type Terminal } from './terminal.ts';
import type { StartingDatabase } from './whole-portal.ts';

export interface UpOptions {
  /** Whether an empty database gets demo data. By default, only the embedded one does. */
  demo?: boolean | undefined;
  /** Whether Vite serves the pages and reloads them on changes, instead of built pages. */
  reload?: boolean;
}

/**
 * Runs the whole portal in one process: database, schema, demo data, pages, sandboxes, web and worker, until the
 * signal. If the start fails, everything that was opened is closed. The bundler and the database server are started
 * before the rest of the portal is loaded, so that these run in parallel.
 */
export const up: Command<UpOptions> = async (terminal, { demo, reload = false }) => {
  const cleanup = new Cleanup();
  const started = performance.now();
  try {
    const config = readConfig(await withSandboxPort(terminal.environment));
    if (config.environment === 'production' && (demo || reload)) {
      terminal.err(`--${demo ? 'demo' : 'reload'}: is refused in production.`);
      return exitCodes.config;
    }
    const log = createLog({ level: config.logLevel });
    const listener = await openListener(config);
    cleanup.add(() => listener.drain(0));
    const building = reload ? Promise.resolve(false) : buildPages(terminal.signal);
    building.catch(() => undefined);
    const reloading = reload ? openPages(listener, cleanup) : null;
    const embedded = config.databaseUrl === null ? startDatabase(config, terminal, cleanup) : null;
    const { runPortal } = await import('./whole-portal.ts');
    return await runPortal(
      terminal,
      { config, log, listener, building, reloading, embedded, demo, started },
      cleanup,
    );
  } catch (error) {
    return terminal.signal.aborted ? exitCodes.ok : reportFailure(terminal, error);
  } finally {
    await cleanup.run((error) => reportFailure(terminal, error));
  }
};

async function openPages(listener: Listener, cleanup: Cleanup): Promise<ReloadingPages> {
  const { openReloadingPages } = await import('./reload.ts');
  const pages = await openReloadingPages(listener);
  cleanup.add(() => pages.close());
  return pages;
}

function startDatabase(config: Config, terminal: Terminal, cleanup: Cleanup): StartingDatabase {
  const isNew = !hasEmbedded(config.dataFolder);
  const server = openEmbedded(config, terminal);
  cleanup.add(() =>
    server.then(
      (running) => running.stop(),
      // The code that waits for the server reports the error.
      () => undefined,
    ),
  );
  return { isNew, server };
}
