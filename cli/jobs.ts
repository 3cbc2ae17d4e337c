import { handlers } from '#jobs/index.ts';
import {
  cancelJob,
  drainQueue as drainQueueNow,
  getJob,
  getQueues,
  retryFailed,
} from '#modules/admin/index.ts';
import { drain, exitCodes, formatCount, StartError } from '#modules/platform/index.ts';
import { withPortal } from './connect.ts';
import { accountOf } from './person.ts';
import { perform, showing } from './showing.ts';
import { type Command, finding, printFields, printTable } from './terminal.ts';

interface Listed {
  state?: 'failed' | 'retrying' | 'running' | 'waiting' | 'later';
  name?: string;
  person?: string;
  limit?: number;
}

/**
 * `shield jobs list`: what waits by priority, the jobs with failed ones first, and how far the sweeps are. Whoever asks
 * for certain jobs gets these alone.
 */
export const list = showing<Listed>()(
  getQueues.output,
  async (portal, { person, ...asked }) =>
    perform(portal, getQueues, { ...asked, about: person && (await accountOf(portal, person)) }),
  (terminal, { waiting, jobs, sweeps, workers, providers }, { state, name, person }) => {
    const isNarrowed = [state, name, person].some((each) => each !== undefined);
    if (!workers.some(({ alive }) => alive)) terminal.err('No worker is running.');
    for (const each of providers)
      if (each.state === 'down')
        terminal.err(
          `${each.provider} has not answered since ${each.open_since?.toISOString()}: ${each.last_failure}`,
        );
    if (isNarrowed) {
      if (jobs.length === 0) terminal.out('No job like that is in the queue.');
    } else if (waiting.length === 0) terminal.out('No jobs are due.');
    else
      printTable(
        terminal,
        ['priority', 'waiting', 'oldest due'],
        waiting.map((each) => [
          String(each.priority),
          String(each.waiting),
          each.oldest_due?.toISOString() ?? '',
        ]),
      );
    if (jobs.length > 0) {
      if (!isNarrowed) terminal.out('');
      printTable(
        terminal,
        ['id', 'job', 'state', 'tries', 'due', 'last error'],
        jobs.map((job) => [
          job.id,
          job.name,
          job.state,
          `${job.attempts} of ${job.max_attempts}`,
          job.due_at.toISOString(),
          job.error ?? '',
        ]),
      );
    }
    if (isNarrowed || sweeps.length === 0) return;
    terminal.out('');
    printTable(
      terminal,
      ['sweep', 'rows', 'changed', 'last run'],
      sweeps.map((sweep) => [
        sweep.name,
        String(sweep.handled),
        String(sweep.changed),
        sweep.finishedAt?.toISOString() ?? `under way, last batch ${sweep.updatedAt.toISOString()}`,
      ]),
    );
  },
);

/** `shield jobs show ID`: one job, with the ids in its payload and its last error. */
export const show = showing<{ id: string }>()(
  getJob.output,
  (portal, { id }) => finding(`job ${id}`, perform(portal, getJob, { jobid: id })),
  (terminal, job) =>
    printFields(terminal, {
      id: job.id,
      job: job.name,
      state: job.state,
      priority: String(job.priority),
      tries: `${job.attempts} of ${job.max_attempts}`,
      due: job.due_at.toISOString(),
      created: job.created_at.toISOString(),
      'last change': job.updated_at.toISOString(),
      payload: JSON.stringify(job.payload),
      'last error': job.error,
    }),
);

/** `shield jobs retry ID`, or `--name NAME` for all failed jobs of one name. */
export const retry: Command<{ id?: string; name?: string }> = (terminal, { id, name }) => {
  if ((id === undefined) === (name === undefined))
    throw new StartError('Name one failed job by its id, or all of one name with --name.', exitCodes.usage);
  return withPortal(terminal, async (portal) => {
    const asked = id === undefined ? { name: name ?? '' } : { jobid: id };
    const what = id === undefined ? `failed job ${name}` : `failed job ${id}`;
    const { retried } = await finding(what, perform(portal, retryFailed, asked));
    terminal.out(`${formatCount(retried, 'job')} will be tried again.`);
    return exitCodes.ok;
  });
};

/** `shield jobs cancel ID`: takes a job that does not run out of the queue. */
export const cancel: Command<{ id: string; reason?: string }> = (terminal, { id, reason }) =>
  withPortal(terminal, async (portal) => {
    await finding(`job ${id} that does not run`, perform(portal, cancelJob, { jobid: id, reason }));
    terminal.out(`Canceled ${id}.`);
    return exitCodes.ok;
  });

/** `shield jobs drain`: runs the due jobs here, and those that wait for their next try, until none is left. Exits with 1 if a try failed. */
export const drainQueue: Command = (terminal) =>
  withPortal(terminal, async (portal) => {
    await perform(portal, drainQueueNow, {});
    const { done, failures } = await drain({
      pool: portal.pool,
      context: portal,
      handlers,
      log: portal.log,
    });
    for (const { name, id, message } of failures) terminal.err(`${name} ${id}: ${message ?? 'failed'}`);
    terminal.out(`Ran ${formatCount(done, 'job')}; ${formatCount(failures.length, 'try', 'tries')} failed.`);
    return failures.length === 0 ? exitCodes.ok : exitCodes.failed;
  });
