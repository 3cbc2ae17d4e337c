export { type Drained, type DrainOptions, drain, runSchedule } from './drain.ts';
export { handle, schedule } from './handle.ts';
export type { JobEvent, JobHandler, JobRun, JobSchedule } from './handler.ts';
export { sweepInterruptions } from './heartbeat.ts';
export { type EnqueueOptions, enqueueJob, enqueueJobs, type JobToEnqueue, type JobType, job } from './job.ts';
export {
  countJobs,
  type FailedJob,
  type JobCounts,
  listFailedJobs,
  migrateQueue,
  retryFailedJobs,
} from './queue.ts';
export { type RunningWorker, startWorker, type WorkerOptions } from './worker.ts';
