import cluster from 'node:cluster';
import { createLog, exitCodes, readConfig, StartError } from '#modules/platform/starting.ts';
import { buildPages } from './build.ts';
import type { Command } from './terminal.ts';
import { runWebCluster } from './web-cluster.ts';

/**
 * Runs only the web server, in one process or in several (WEB_CONCURRENCY). The database must be migrated. The process
 * that watches over several loads none of the portal's modules.
 */
export const web: Command = async (terminal) => {
  const config = readConfig(terminal.environment);
  const { webConcurrency: count, databaseUrl, logLevel } = config;
  if (count === null || cluster.isWorker) return (await import('./processes.ts')).serve(terminal, {});
  if (databaseUrl === null)
    throw new StartError('WEB_CONCURRENCY needs a database in DATABASE_URL.', exitCodes.config);
  await buildPages(terminal.signal);
  return runWebCluster(terminal, { count, config, log: createLog({ level: logLevel }) });
};
