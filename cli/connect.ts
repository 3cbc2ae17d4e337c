import { type EmbeddedDatabase, findEmbedded, startEmbedded } from '#embedded-database/index.ts';
import { migrations } from '#migrations/index.ts';
import {
  type Clock,
  type Config,
  createLog,
  developmentSecrets,
  type Log,
  migrateDatabase,
  type Portal,
  readConfig,
} from '#modules/platform/index.ts';
import { startPortal } from '#modules/portal.ts';
import type { Terminal } from './terminal.ts';

export interface Surroundings {
  config: Config;
  log: Log;
  databaseUrl: string;
}

/**
 * Runs a command on the configured database: DATABASE_URL, the embedded server of a portal that runs, or the
 * embedded server started for as long as the command takes.
 */
export async function withDatabase<T>(terminal: Terminal, run: (at: Surroundings) => Promise<T>): Promise<T> {
  const config = readConfig(terminal.environment);
  const log = createLog({ level: config.logLevel });
  if (config.databaseUrl) return run({ config, log, databaseUrl: config.databaseUrl });
  const running = await findEmbedded(
    config.dataFolder,
    developmentSecrets(config.dataFolder).databasePassword,
  );
  if (running) return run({ config, log, databaseUrl: running });
  const embedded = await openEmbedded(config, terminal);
  try {
    await embedded.createDatabase(async (url) => {
      await migrateDatabase(url, migrations);
    });
    return await run({ config, log, databaseUrl: embedded.url });
  } finally {
    await embedded.stop();
  }
}

export function openEmbedded(config: Config, terminal: Terminal): Promise<EmbeddedDatabase> {
  const { dataFolder } = config;
  const password = developmentSecrets(dataFolder).databasePassword;
  return startEmbedded({ dataFolder, password, tell: (line) => terminal.err(line) });
}

/** Runs a command with a complete portal. */
export function withPortal<T>(terminal: Terminal, run: (portal: Portal) => Promise<T>): Promise<T> {
  return withDatabase(terminal, (at) => onPortal(at, run));
}

/** The same where the database is known already. */
export async function onPortal<T>(
  at: Surroundings & { clock?: Clock },
  run: (portal: Portal) => Promise<T>,
): Promise<T> {
  const portal = await startPortal({ ...at, applicationName: 'shield' });
  try {
    return await run(portal);
  } finally {
    await portal.close();
  }
}
