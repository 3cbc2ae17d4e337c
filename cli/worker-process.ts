import { handlers, schedules } from '#jobs/index.ts';
import { type JobEvent, type Portal, type RunningWorker, startWorker } from '#modules/platform/index.ts';

/** Runs the jobs of a portal until it is stopped. A stop waits for the running jobs. */
export function startWorkerProcess(portal: Portal): Promise<RunningWorker> {
  const { pool, config, log, metrics } = portal;
  return startWorker({
    pool,
    directUrl: config.databaseDirectUrl,
    context: portal,
    handlers,
    schedules,
    log,
    concurrency: config.jobs.concurrency,
    grace: config.shutdownTimeout,
    ...(metrics ? { onEvent: (event: JobEvent) => metrics.job(event) } : {}),
  });
}
