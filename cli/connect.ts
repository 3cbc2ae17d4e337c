import { findEmbedded } from '#embedded-database/index.ts';
import { migrations } from '#migrations/index.ts';
import {
  type Clock,
  type Config,
  ConfigError,
  createLog,
  type DatabaseAddress,
  developmentSecrets,
  type Log,
  migrateDatabase,
  type Portal,
  readConfig,
} from '#modules/platform/index.ts';
import { startPortal } from '#modules/portal.ts';
import { openEmbedded } from './embedded.ts';
import type { Terminal } from './terminal.ts';

export interface Surroundings {
  config: Config;
  log: Log;
  databaseUrl: string;
}

/** What a command that changes tables needs. */
export interface OwnerSurroundings extends Surroundings {
  database: DatabaseAddress;
}

/**
 * Runs a command on the configured database: DATABASE_URL, the embedded server of a running portal, or an embedded
 * server that runs only during the command.
 */
export async function withDatabase<T>(terminal: Terminal, run: (at: Surroundings) => Promise<T>): Promise<T> {
  const config = readConfig(terminal.environment);
  const log = createLog({ level: config.logLevel });
  if (config.databaseUrl) return run({ config, log, databaseUrl: config.databaseUrl });
  return withEmbedded(config, terminal, ({ url }) => run({ config, log, databaseUrl: url }));
}

/**
 * The same for a command that changes tables.
 * @throws ConfigError if production does not configure the tables' owner
 */
export async function withOwner<T>(
  terminal: Terminal,
  run: (at: OwnerSurroundings) => Promise<T>,
): Promise<T> {
  const config = readConfig(terminal.environment);
  const log = createLog({ level: config.logLevel });
  const runAt = (database: DatabaseAddress) => run({ config, log, database, databaseUrl: database.url });
  const configured = configuredDatabase(config);
  return configured ? runAt(configured) : withEmbedded(config, terminal, runAt);
}

/**
 * The database of DATABASE_URL with its owner; null if it is not set.
 * @throws ConfigError if production does not configure the owner
 */
export function configuredDatabase({ databaseUrl, databaseOwnerUrl }: Config): DatabaseAddress | null {
  if (databaseUrl === null) return null;
  if (databaseOwnerUrl !== null) return { url: databaseUrl, ownerUrl: databaseOwnerUrl };
  throw new ConfigError('DATABASE_OWNER_URL: is required to migrate the database in production');
}

async function withEmbedded<T>(
  config: Config,
  terminal: Terminal,
  run: (database: DatabaseAddress) => Promise<T>,
): Promise<T> {
  const running = await findEmbedded(
    config.dataFolder,
    developmentSecrets(config.dataFolder).databasePassword,
  );
  if (running) return run(running);
  const embedded = await openEmbedded(config, terminal);
  try {
    await embedded.createDatabase(async (draft) => {
      await migrateDatabase(draft, migrations);
    });
    return await run(embedded);
  } finally {
    await embedded.stop();
  }
}

/** Runs a command with a complete portal. */
export function withPortal<T>(terminal: Terminal, run: (portal: Portal) => Promise<T>): Promise<T> {
  return withDatabase(terminal, (at) => onPortal(at, run));
}

/** The same for a database that is already known. */
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
