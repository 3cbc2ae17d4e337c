import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '#cli/build.ts';
import { type EmbeddedDatabase, startEmbedded } from '#embedded-database/index.ts';
import { migrations } from '#migrations/index.ts';
import {
  type Config,
  createLog,
  developmentSecrets,
  migrateDatabase,
  type Portal,
  readConfig,
} from '#modules/platform/index.ts';
import { startPortal } from '#modules/portal.ts';

/** A separate folder, so that a portal that runs at the same time keeps its data. */
const benchFolder = join(projectFolder, '.data', 'bench');

export function benchConfig(): Config {
  return readConfig({ DATA_FOLDER: benchFolder, LOG_LEVEL: 'error', DATABASE_POOL: String(poolSize) });
}

/** The number of connections of every measured server, both ours and those for comparison. */
export const poolSize = 10;

/** The bench's own PostgreSQL with the newest schema. */
export async function openDatabase(): Promise<EmbeddedDatabase> {
  mkdirSync(benchFolder, { recursive: true });
  const { databasePassword } = developmentSecrets(benchFolder);
  const database = await startEmbedded({
    dataFolder: benchFolder,
    password: databasePassword,
    // As docs/operations/scale.md says: with PostgreSQL's defaults, checkpoints take over when a lot is written.
    settings: { max_wal_size: '8GB', checkpoint_timeout: '15min' },
  });
  await database.createDatabase(async (draft) => {
    await migrateDatabase(draft, migrations);
  });
  await migrateDatabase(database, migrations);
  return database;
}

/** @param readUrl a replica from which it also reads */
export function openBenchPortal(
  config: Config,
  databaseUrl: string,
  readUrl: string | null = null,
): Promise<Portal> {
  return startPortal({
    config,
    log: createLog({ level: config.logLevel }),
    databaseUrl,
    readUrl,
    applicationName: 'bench',
  });
}
