import { z } from 'zod';
import {
  cancelJobs,
  countStates,
  countWaitingJobs,
  hastenJobs,
  inputOf,
  jobStates,
  listJobs,
  listProviders,
  listSweeps,
  listWorkers,
  operation,
  providerLook,
  queuedJob,
  retryFailedJobs,
  staffOrTerminal,
  stateCount,
  waitingJobs,
  worker,
} from '#modules/platform/index.ts';
import { adminAudit } from '../audit.ts';
import { reasonFields } from '../fields.ts';
import { Refusal } from '../refusals.ts';
import { idsAbout, peopleOfJobs, personOfJob } from './about.ts';

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
  summary:
    'The jobs that wait, run, are tried again or have failed, the workers, the outside services, and the sweeps with their last run.',
  access: staffOrTerminal,
  kind: 'read',
  input: z.object({
    state: z.enum(jobStates).optional(),
    name: jobName.optional(),
    /** The id of a person, or another one that stands in the payload. */
    about: z.uuid().optional(),
    limit: z.int().min(1).max(500).default(LISTED),
  }),
  output: z.object({
    waiting: z.array(waitingJobs),
    states: z.array(stateCount),
    workers: z.array(worker),
    providers: z.array(providerLook),
    jobs: z.array(queuedJob),
    /** Whom the jobs are about, by the job's id: the person whose id or whose row the payload names. */
    people: z.record(z.string(), personOfJob),
    sweeps: z.array(sweep),
  }),
  async run(work, { about, ...asked }) {
    const ids = about === undefined ? undefined : await idsAbout(work, about);
    const [waiting, states, workers, providers, jobs, sweeps] = await Promise.all([
      countWaitingJobs(work),
      countStates(work),
      listWorkers(work),
      listProviders(work),
      listJobs(work, { ...asked, about: ids }),
      listSweeps(work.db),
    ]);
    const people = Object.fromEntries(await peopleOfJobs(work, jobs));
    return { waiting, states, workers, providers, jobs, people, sweeps };
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

/** @throws Refusal not-found if no job of that id, or no job of that name, has used up its tries or waits for the next one */
export const retryFailed = operation({
  name: 'admin.retry-failed-jobs',
  summary:
    'Gives one failed job, or all of one name, its tries again, or makes one that waits for its next try due now.',
  access: staffOrTerminal,
  kind: 'write',
  input: z.union([jobId, z.object({ name: jobName })]),
  output: z.object({ retried: z.int() }),
  async run(work, asked) {
    const one = 'jobid' in asked ? { id: asked.jobid } : asked;
    const failed = await listJobs(work, { ...one, state: 'failed', limit: RETRIED });
    const ids = failed.map(({ id }) => id);
    const again = 'jobid' in asked ? await hastenJobs(work.db, [asked.jobid]) : 0;
    const retried = again + (await retryFailedJobs(work.db, ids));
    if (retried === 0) throw new Refusal('not-found', { detail: JSON.stringify(asked) });
    const jobs = 'jobid' in asked ? await listJobs(work, { id: asked.jobid, limit: 1 }) : failed;
    const people = jobs.length === 1 ? await peopleOfJobs(work, jobs) : null;
    await work.audit({
      action: adminAudit.jobsRetried,
      about: people?.get(jobs[0]?.id ?? '')?.userid,
      detail: { names: [...new Set(jobs.map(({ name }) => name))], count: retried },
    });
    return { retried };
  },
});

/** Makes every job that waits for its next try due now. Changes nothing if none does. */
export const drainQueue = operation({
  name: 'admin.drain-queue',
  summary: 'Makes every job that waits for its next try due now.',
  access: staffOrTerminal,
  kind: 'write',
  input: z.object({}),
  output: z.object({ due: z.int() }),
  async run(work) {
    const due = await hastenJobs(work.db, null);
    await work.audit({ action: adminAudit.queueDrained, detail: { count: due } });
    return { due };
  },
});

/** @throws Refusal not-found, also while it runs */
export const cancelJob = operation({
  name: 'admin.cancel-job',
  summary: 'Takes a job that does not run out of the queue, for good.',
  access: staffOrTerminal,
  kind: 'write',
  input: jobId.extend({ reason: inputOf(reasonFields).shape.reason.optional() }),
  output: z.object({}),
  async run(work, { jobid, reason = '' }) {
    const [job] = await listJobs(work, { id: jobid, limit: 1 });
    const [cancelled] = await cancelJobs(work.db, [jobid]);
    if (!job || !cancelled) throw new Refusal('not-found', { detail: `job ${jobid}` });
    await work.audit({
      action: adminAudit.jobCancelled,
      about: (await peopleOfJobs(work, [job])).get(jobid)?.userid,
      detail: { name: job.name, state: job.state, payload: JSON.stringify(job.payload), reason },
    });
    return {};
  },
});
