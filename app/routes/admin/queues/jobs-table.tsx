import { Link } from '@remix-run/react';
import { formatDateTime } from '#modules/platform/browser.ts';
import {
  Badge,
  Form,
  gridColumns,
  LinkButton,
  RecordTable,
  SubmitButton,
} from '../../../components/index.ts';
import { queueIntents } from './intents.ts';
import { jobWords, type Queues, stateWords } from './words.ts';

type Job = Queues['jobs'][number];

const job = gridColumns<Job>();

const columnsFor = (timeZone: string, people: Queues['people'], result: unknown) =>
  job.columns([
    job.accessor('name', {
      header: 'Job',
      meta: { slot: 'top' },
      cell: ({ row: { original } }) => {
        const person = people[original.id];
        return (
          <>
            <b>{jobWords(original.name)}</b>
            <br />
            <span className="small muted anywhere">
              {original.id}, since {formatDateTime(original.created_at, timeZone)}
              {person ? (
                <>
                  , <Link to={`/admin/user/${person.userid}`}>{person.name}</Link>
                </>
              ) : null}
            </span>
          </>
        );
      },
    }),
    job.accessor('state', {
      header: 'State',
      cell: ({ row: { original } }) => (
        <Badge
          tone={original.state === 'failed' ? 'bad' : original.state === 'retrying' ? 'warn' : undefined}
        >
          {stateWords[original.state]}
        </Badge>
      ),
    }),
    job.accessor('error', {
      header: 'Last error',
      cell: ({ getValue }) =>
        getValue() ? (
          <span className="mono small anywhere">{getValue()}</span>
        ) : (
          <span className="muted">None</span>
        ),
    }),
    job.accessor('attempts', {
      header: 'Attempts',
      cell: ({ row: { original } }) => (
        <>
          {original.attempts} of {original.max_attempts}
          {original.state === 'retrying' || original.state === 'later' ? (
            <>
              <br />
              <span className="small muted">next {formatDateTime(original.due_at, timeZone)}</span>
            </>
          ) : null}
        </>
      ),
    }),
    job.display({
      id: 'ways',
      header: 'Actions',
      cell: ({ row: { original } }) =>
        original.state === 'running' ? (
          <span className="muted">None</span>
        ) : (
          <div className="row">
            {original.state === 'failed' || original.state === 'retrying' ? (
              <Form id={`retry-${original.id}`} intent={queueIntents.retry} result={result} summary={false}>
                <input type="hidden" name="jobid" value={original.id} />
                <SubmitButton kind="default" size="small" intent={queueIntents.retry} pending="Retrying">
                  Retry
                </SubmitButton>
              </Form>
            ) : null}
            <LinkButton size="small" to={`/admin/queues/${original.id}/cancel`} preventScrollReset>
              Cancel
            </LinkButton>
          </div>
        ),
    }),
  ]);

/** Jobs that failed, are tried again, run or wait. */
export function JobsTable({
  jobs,
  people,
  timeZone,
  now,
  result,
}: {
  jobs: Job[];
  people: Queues['people'];
  timeZone: string;
  now: Date;
  result: unknown;
}) {
  return (
    <RecordTable
      staff
      label="Jobs"
      rows={jobs}
      rowId={({ id }) => id}
      columns={columnsFor(timeZone, people, result)}
      context={{ timeZone, now }}
    />
  );
}
