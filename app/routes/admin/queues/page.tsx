import type { LoaderFunctionArgs } from '@remix-run/node';
import { redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { jobForm, providerForm } from '#modules/admin/forms.ts';
import { drainQueue, getQueues, retryFailed, testProvider } from '#modules/admin/index.ts';
import { formatCount, formatDateTime } from '#modules/platform/browser.ts';
import { buttonForm } from '#modules/platform/fields/form.ts';
import { intents, submit } from '../../../action.server.ts';
import {
  Banner,
  Card,
  EmptyState,
  Form,
  gridColumns,
  Page,
  RecordTable,
  RefusalBanner,
  SubmitButton,
} from '../../../components/index.ts';
import { perform } from '../../../door.server.ts';
import { flash } from '../../../flash.server.ts';
import { titled } from '../../../title.ts';
import { useRoot } from '../../shell/use-root.ts';
import { queueIntents } from './intents.ts';
import { JobsTable } from './jobs-table.tsx';
import { ProvidersCard } from './providers-card.tsx';
import { sayNotWaiting } from './say-not-waiting.server.ts';
import { jobWords, priorityWords, type Queues, stateWords } from './words.ts';

export const meta = titled('Queues');

export async function loader(args: LoaderFunctionArgs) {
  const queues = await perform(args, getQueues, { limit: 100 });
  return { ...queues, now: args.context.portal.clock.now() };
}

export const action = intents(queueIntents, {
  retry: (args) =>
    submit(args, {
      form: jobForm,
      operation: retryFailed,
      input: ({ jobid }) => ({ jobid }),
      done: () => {
        flash(args.context.visit, 'The job will be tried now');
        return redirect('/admin/queues');
      },
      instead: { 'not-found': () => sayNotWaiting(args) },
    }),
  test: (args) =>
    submit(args, {
      form: providerForm,
      operation: testProvider,
      done: () => {
        flash(args.context.visit, 'Test started. Reload in a few seconds to see the answer.');
        return redirect('/admin/queues#providers');
      },
    }),
  drain: (args) =>
    submit(args, {
      form: buttonForm,
      operation: drainQueue,
      input: () => ({}),
      done: ({ due }) => {
        flash(
          args.context.visit,
          due > 0 ? `${formatCount(due, 'job')} will be tried now` : 'No jobs are waiting for a retry',
        );
        return redirect('/admin/queues');
      },
    }),
});

type Waiting = Queues['waiting'][number];
type Sweep = Queues['sweeps'][number];

const waiting = gridColumns<Waiting>();
const waitingColumns = (timeZone: string) =>
  waiting.columns([
    waiting.accessor('priority', {
      header: 'Priority',
      meta: { slot: 'top' },
      cell: ({ getValue }) => <b>{priorityWords[getValue()] ?? getValue()}</b>,
    }),
    waiting.accessor('waiting', {
      header: 'Waiting',
      cell: ({ getValue }) => getValue().toLocaleString('en-US'),
    }),
    waiting.accessor('oldest_due', {
      header: 'Oldest due',
      cell: ({ row: { original } }) =>
        original.oldest_due ? formatDateTime(original.oldest_due, timeZone) : '',
    }),
  ]);

const sweep = gridColumns<Sweep>();
const sweepColumns = (timeZone: string) =>
  sweep.columns([
    sweep.accessor('name', {
      header: 'Sweep',
      meta: { slot: 'top' },
      cell: ({ getValue }) => (
        <>
          <b>{jobWords(getValue())}</b>
          <div className="small muted anywhere">{getValue()}</div>
        </>
      ),
    }),
    sweep.accessor('startedAt', {
      header: 'Last run',
      cell: ({ getValue }) => formatDateTime(getValue(), timeZone),
    }),
    sweep.accessor('handled', {
      header: 'Position',
      cell: ({ row: { original } }) =>
        original.finishedAt
          ? `Done, ${formatCount(original.handled, 'row')}`
          : `${formatCount(original.handled, 'row')} so far, last batch ${formatDateTime(original.updatedAt, timeZone)}`,
    }),
    sweep.accessor('changed', {
      header: 'Changed',
      cell: ({ getValue }) => getValue().toLocaleString('en-US'),
    }),
  ]);

/** What runs behind the pages: jobs, the outside services, and regular work. */
export default function QueuesPage() {
  const {
    waiting: byPriority,
    states,
    workers,
    providers,
    jobs,
    people,
    sweeps,
    now,
  } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { timeZone } = useRoot();
  const context = { timeZone, now };
  const alive = workers.filter((worker) => worker.alive);
  const counts = states
    .map(({ state, jobs: count }) => `${stateWords[state]}: ${count.toLocaleString('en-US')}`)
    .join(', ');
  return (
    <Page
      title="Queues"
      lead={`${counts === '' ? '' : `${counts}. `}${formatCount(alive.length, 'worker')} running.`}
    >
      {alive.length === 0 ? (
        <Banner tone="bad" icon="stop" title="No worker is running.">
          Nothing is sent or charged. Start one with <code>shield worker</code>.
        </Banner>
      ) : null}
      <RefusalBanner result={result} />
      <Card
        title="Jobs"
        padded={false}
        aside={
          jobs.length > 0 ? (
            <Form id="drain" intent={queueIntents.drain} result={result} summary={false}>
              <SubmitButton kind="default" size="small" intent={queueIntents.drain} pending="Retrying">
                Try all waiting retries now
              </SubmitButton>
            </Form>
          ) : null
        }
      >
        {jobs.length === 0 ? (
          <EmptyState icon="ok" title="No jobs">
            No jobs are waiting, running, or failed.
          </EmptyState>
        ) : (
          <JobsTable jobs={jobs} people={people} timeZone={timeZone} now={now} result={result} />
        )}
      </Card>
      {byPriority.length > 0 ? (
        <Card title="Waiting by priority" padded={false}>
          <RecordTable
            staff
            label="Waiting by priority"
            rows={byPriority}
            rowId={({ priority }) => String(priority)}
            columns={waitingColumns(timeZone)}
            context={context}
          />
        </Card>
      ) : null}
      <ProvidersCard providers={providers} timeZone={timeZone} result={result} />
      {sweeps.length > 0 ? (
        <Card title="Sweeps" padded={false}>
          <RecordTable
            staff
            label="Sweeps"
            rows={sweeps}
            rowId={({ name }) => name}
            columns={sweepColumns(timeZone)}
            context={context}
          />
        </Card>
      ) : null}
    </Page>
  );
}
