export { drain, runSchedule } from './drain.ts';
export { handle, schedule } from './handle.ts';
export type { JobEvent, JobHandler, JobSchedule } from './handler.ts';
export {
  enqueueJob,
  enqueueJobs,
  job,
  jobsOfService,
  tryLimits,
} from './job.ts';
export {
  cancelJobs,
  countStates,
  countWaitingJobs,
  jobStates,
  listJobs,
  listWorkers,
  queuedJob,
  stateCount,
  waitingJobs,
  worker,
} from './look.ts';
export { countJobs, hastenJobs, retryFailedJobs } from './queue.ts';
export { type RunningWorker, startWorker } from './worker.ts';
