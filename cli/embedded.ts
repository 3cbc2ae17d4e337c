import { type EmbeddedDatabase, startEmbedded } from '#embedded-database/index.ts';
import { type DatabaseConfig, developmentSecrets } from '#modules/platform/starting.ts';
import type { Terminal } from './terminal.ts';

/** Starts the embedded server of the data folder, and creates its files if there are none. */
export function openEmbedded(config: DatabaseConfig, terminal: Terminal): Promise<EmbeddedDatabase> {
  const { dataFolder } = config;
  const password = developmentSecrets(dataFolder).databasePassword;
  return startEmbedded({ dataFolder, password, tell: (line) => terminal.err(line) });
}
