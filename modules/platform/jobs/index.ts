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
export { countJobs, listFailedJobs } from './queue.ts';
export { type RunningWorker, startWorker } from './worker.ts';
