export { drain, runSchedule } from './drain.ts';
export { handle, schedule } from './handle.ts';
export type { JobEvent, JobHandler, JobSchedule } from './handler.ts';
export {
  enqueueJob,
  enqueueJobs,
  type JobService,
  job,
  jobServices,
  jobsOfService,
  tryLimits,
} from './job.ts';
export { cancelJobs, countWaitingJobs, jobStates, listJobs, queuedJob, waitingJobs } from './look.ts';
export { countJobs, retryFailedJobs } from './queue.ts';
export { type RunningWorker, startWorker } from './worker.ts';
