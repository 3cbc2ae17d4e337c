/**
 * What a command needs before it loads the rest of the portal. It is a file of its own so that a start can begin its
 * slow parts (the database server, the bundler) at once.
 */
export { DAY, HOUR, MINUTE, SECOND } from './browser.ts';
export {
  type Config,
  type DatabaseConfig,
  type Environment,
  readConfig,
  readDatabaseConfig,
} from './config.ts';
export { createLog, type Log } from './log.ts';
export { addMetrics } from './metrics/adding.ts';
export { Refusal } from './refusals.ts';
export { developmentSecrets } from './secrets.ts';
export { exitCodes, StartError } from './start-error.ts';
