import { z } from 'zod';
import {
  cancelJobs,
  countWaitingJobs,
  jobStates,
  listJobs,
  listSweeps,
  operation,
  queuedJob,
  retryFailedJobs,
  staffOrTerminal,
  waitingJobs,
} from '#modules/platform/index.ts';
import { adminAudit } from '../audit.ts';
import { Refusal } from '../refusals.ts';

/** The queue of jobs, for staff and whoever is on call. */

/** Unless more are asked for. */
const LISTED = 50;
/** The most jobs of one name that are given their tries again at once. */
const RETRIED = 10_000;

/** The name of a job, such as `identity.send-code`. */
const jobName = z.string().regex(/^[a-z][\w.:-]{0,99}$/);

const sweep = z.object({
  name: z.string(),
  handled: z.int(),
  changed: z.int(),
  startedAt: z.date(),
  updatedAt: z.date(),
  /** Null while it is under way. */
  finishedAt: z.date().nullable(),
});

export const getQueues = operation({
  name: 'admin.get-queues',
  summary: 'The jobs that wait, run, are tried again or have failed, and the sweeps with their last run.',
  access: staffOrTerminal,
  kind: 'read',
  input: z.object({
    state: z.enum(jobStates).optional(),
    name: jobName.optional(),
    /** An id in the payload, such as that of an account. */
    about: z.uuid().optional(),
    limit: z.int().min(1).max(500).default(LISTED),
  }),
  output: z.object({
    waiting: z.array(waitingJobs),
    jobs: z.array(queuedJob),
    sweeps: z.array(sweep),
  }),
  async run(work, asked) {
    return {
      waiting: await countWaitingJobs(work),
      jobs: await listJobs(work, asked),
      sweeps: await listSweeps(work.db),
    };
  },
});

const jobId = z.object({ jobid: z.string().regex(/^\d{1,18}$/) });

/** @throws Refusal not-found */
export const getJob = operation({
  name: 'admin.get-job',
  summary: 'One job of the queue, with its payload of ids and its last error.',
  access: staffOrTerminal,
  kind: 'read',
  input: jobId,
  output: queuedJob,
  async run(work, { jobid }) {
    const [job] = await listJobs(work, { id: jobid, limit: 1 });
    if (!job) throw new Refusal('not-found', { detail: `job ${jobid}` });
    return job;
  },
});

/** @throws Refusal not-found if no job of that id, or no job at all, has used up its tries */
export const retryFailed = operation({
  name: 'admin.retry-failed-jobs',
  summary: 'Gives one failed job, or all of one name, its tries again.',
  access: staffOrTerminal,
  kind: 'write',
  input: z.union([jobId, z.object({ name: jobName })]),
  output: z.object({ retried: z.int() }),
  async run(work, asked) {
    const one = 'jobid' in asked ? { id: asked.jobid } : asked;
    const failed = await listJobs(work, { ...one, state: 'failed', limit: RETRIED });
    const ids = failed.map(({ id }) => id);
    const retried = await retryFailedJobs(work.db, ids);
    if (retried === 0) throw new Refusal('not-found', { detail: JSON.stringify(asked) });
    await work.audit({
      action: adminAudit.jobsRetried,
      detail: { names: [...new Set(failed.map(({ name }) => name))], count: retried },
    });
    return { retried };
  },
});

/** @throws Refusal not-found, also while it runs */
export const cancelJob = operation({
  name: 'admin.cancel-job',
  summary: 'Takes a job that does not run out of the queue, for good.',
  access: staffOrTerminal,
  kind: 'write',
  input: jobId,
  output: z.object({}),
  async run(work, { jobid }) {
    const [job] = await listJobs(work, { id: jobid, limit: 1 });
    const [cancelled] = await cancelJobs(work.db, [jobid]);
    if (!job || !cancelled) throw new Refusal('not-found', { detail: `job ${jobid}` });
    await work.audit({
      action: adminAudit.jobCancelled,
      detail: { name: job.name, state: job.state, payload: JSON.stringify(job.payload) },
    });
    return {};
  },
});
