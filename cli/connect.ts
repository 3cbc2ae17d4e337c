import { findEmbedded } from '#embedded-database/index.ts';
import { migrations, schema } from '#migrations/index.ts';
import {
  type Clock,
  type Config,
  ConfigError,
  createLog,
  type DatabaseAddress,
  type DatabaseConfig,
  developmentSecrets,
  type Log,
  migrateDatabase,
  type Portal,
  readConfig,
  readDatabaseConfig,
} from '#modules/platform/index.ts';
import { startPortal } from '#modules/portal.ts';
import { openEmbedded } from './embedded.ts';
import { operatorOf } from './operator.ts';
import { besidePortal } from './running-portal.ts';
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
export function withDatabase<T>(terminal: Terminal, run: (at: Surroundings) => Promise<T>): Promise<T> {
  const { config, log } = readSurroundings(terminal);
  return onDatabase(config, terminal, (databaseUrl) => run({ config, log, databaseUrl }));
}

/**
 * The same for a command that changes tables.
 * @throws ConfigError if production does not configure the tables' owner
 */
export function withOwner<T>(terminal: Terminal, run: (at: OwnerSurroundings) => Promise<T>): Promise<T> {
  const { config, log } = readSurroundings(terminal);
  return onTables(config, terminal, (database) => run({ config, log, database, databaseUrl: database.url }));
}

/** The same for a command that needs nothing else, so that it is given no other secret. */
export function withTables<T>(
  terminal: Terminal,
  run: (database: DatabaseAddress) => Promise<T>,
): Promise<T> {
  return onTables(readDatabaseConfig(terminal.environment), terminal, run);
}

/** The same for a command that only reads what has been migrated. */
export function withMigrated<T>(terminal: Terminal, run: (databaseUrl: string) => Promise<T>): Promise<T> {
  const config = readDatabaseConfig(terminal.environment);
  return onDatabase(
    { ...config, databaseUrl: config.databaseDirectUrl ?? config.databaseUrl },
    terminal,
    run,
  );
}

function readSurroundings(terminal: Terminal): Omit<Surroundings, 'databaseUrl'> {
  const config = readConfig(besidePortal(terminal.environment));
  return { config, log: commandLog(terminal, config) };
}

/**
 * The log of a command goes with its errors, because its result may be read by another program. What long-running
 * processes say every minute is left out.
 */
export const commandLog = (terminal: Pick<Terminal, 'err'>, { logLevel }: Pick<Config, 'logLevel'>): Log =>
  createLog({
    level: logLevel === 'info' ? 'warn' : logLevel,
    destination: { write: (line) => terminal.err(line.trimEnd()) },
  });

function onDatabase<T>(
  config: DatabaseConfig,
  terminal: Terminal,
  run: (databaseUrl: string) => Promise<T>,
): Promise<T> {
  return config.databaseUrl === null
    ? withEmbedded(config, terminal, ({ url }) => run(url))
    : run(config.databaseUrl);
}

function onTables<T>(
  config: DatabaseConfig,
  terminal: Terminal,
  run: (database: DatabaseAddress) => Promise<T>,
): Promise<T> {
  const configured = configuredDatabase(config);
  return configured ? run(configured) : withEmbedded(config, terminal, run);
}

/**
 * The database of DATABASE_URL with its owner; null if it is not set.
 * @throws ConfigError if production does not configure the owner
 */
export function configuredDatabase(config: DatabaseConfig): DatabaseAddress | null {
  const { databaseUrl, databaseDirectUrl, databaseOwnerUrl } = config;
  if (databaseUrl === null) return null;
  if (databaseOwnerUrl !== null) return { url: databaseDirectUrl ?? databaseUrl, ownerUrl: databaseOwnerUrl };
  throw new ConfigError('DATABASE_OWNER_URL: is required to migrate the database in production');
}

async function withEmbedded<T>(
  config: DatabaseConfig,
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
      await migrateDatabase(draft, migrations, schema);
    });
    return await run(embedded);
  } finally {
    await embedded.stop();
  }
}

/**
 * Runs a command with a complete portal. Its audit entries carry the operator's name.
 * @param options.aboutPerson the command does something to a person, so that the operator is asked for their name
 */
export async function withPortal<T>(
  terminal: Terminal,
  run: (portal: Portal) => Promise<T>,
  options: { aboutPerson?: boolean } = {},
): Promise<T> {
  const operator = await operatorOf(terminal, options);
  return withDatabase(terminal, (at) => onPortal({ ...at, operator }, run));
}

/** The same for a database that is already known. */
export async function onPortal<T>(
  at: Surroundings & { clock?: Clock; operator?: string },
  run: (portal: Portal) => Promise<T>,
): Promise<T> {
  const portal = await startPortal({ ...at, applicationName: 'shield' });
  try {
    return await run(portal);
  } finally {
    await portal.close();
  }
}
