import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { exceptionFields } from '#modules/network/fields.ts';
import { exceptionForm, rowForm } from '#modules/network/forms.ts';
import { addException, countExceptions, endException, listExceptions } from '#modules/network/index.ts';
import { networkLimits } from '#modules/network/limits.ts';
import { formatDate, formatDateTime } from '#modules/platform/browser.ts';
import { bind } from '#modules/platform/fields/field.ts';
import type { OutputOf } from '#modules/platform/index.ts';
import { intents, submit } from '../../action.server.ts';
import { askedPage } from '../../asked-page.server.ts';
import {
  Card,
  EmptyState,
  Form,
  gridColumns,
  PagesFoot,
  Person,
  RecordTable,
  Select,
  SubmitButton,
  TextInput,
} from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { flash } from '../../flash.server.ts';
import { titled } from '../../title.ts';
import { useRoot } from '../shell/use-root.ts';
import { exceptionIntents } from './exception-intents.ts';
import { SettingsPage } from './settings-page.tsx';

const path = '/user/alerts/exceptions';
const fields = bind(exceptionFields);
const MOST_DAYS = networkLimits['alerts.exception-days'];

export const meta = titled('Exceptions');

export async function loader(args: LoaderFunctionArgs) {
  const asked = new URL(args.request.url).searchParams.get('person') ?? '';
  const person = /^[0-9a-f-]{36}$/.test(asked) ? asked : undefined;
  return {
    ...(await perform(args, listExceptions, { person, page: askedPage(args.request) })),
    ...(await perform(args, countExceptions, {})),
    person,
  };
}

export const action = intents(exceptionIntents, {
  add: (args) =>
    submit(args, {
      form: exceptionForm,
      operation: addException,
      done: () => {
        flash(args.context.visit, 'Exception added');
        return redirect(path);
      },
    }),
  end: (args) =>
    submit(args, {
      form: rowForm,
      operation: endException,
      input: ({ id }) => ({ exceptionid: id }),
      done: () => {
        flash(args.context.visit, 'Exception ended');
        return redirect(path);
      },
    }),
});

/** Whom a company counts as in compliance although its rule says out (D131). */
export default function Exceptions() {
  const { exceptions, total, page, rows_a_page, people, person, holding } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { timeZone } = useRoot();
  const nameOf = ({ firstname, lastname, businessname }: (typeof people)[number]) =>
    [`${firstname} ${lastname}`.trim(), businessname].filter(Boolean).join(', ');
  return (
    <SettingsPage tab="Exceptions" exceptions={holding}>
      <Card
        title="Add an exception"
        note="The person counts as in compliance until the end of that day, even though your rule says otherwise."
      >
        {people.length === 0 ? (
          <p className="muted">No one in your network is out of compliance.</p>
        ) : (
          <Form
            id="add-exception"
            intent={exceptionIntents.add}
            result={result}
            defaults={{ connectionid: person ?? '' }}
            key={person ?? ''}
          >
            <div className="pair">
              <Select
                field={fields.connectionid}
                none="Choose a person"
                options={people.map((each) => [each.id, nameOf(each)] as const)}
              />
              <TextInput field={fields.last_date} label={`Until (at most ${MOST_DAYS} days from today)`} />
            </div>
            <TextInput field={fields.reason} label="Reason (only your company sees it)" />
            <div>
              <SubmitButton>Add</SubmitButton>
            </div>
          </Form>
        )}
      </Card>
      <Card title="Exceptions" padded={false} className="exceptions">
        {total === 0 ? (
          <EmptyState icon="shield" level={3} title="No exceptions">
            You can add one for someone your rule puts out of compliance.
          </EmptyState>
        ) : (
          <>
            <RecordTable
              label="Exceptions"
              rows={exceptions}
              rowId={(row) => row.id}
              columns={columns}
              context={{ timeZone, now: new Date(0) }}
            />
            {total > rows_a_page ? (
              <PagesFoot page={page} size={rows_a_page} total={total} search="" />
            ) : null}
          </>
        )}
      </Card>
    </SettingsPage>
  );
}

type Row = OutputOf<typeof listExceptions>['exceptions'][number];
const column = gridColumns<Row>();

const columns = column.columns([
  column.accessor('lastname', {
    id: 'name',
    header: 'Person',
    meta: { slot: 'top' },
    cell: ({ row: { original } }) => (
      <Person
        firstname={original.firstname}
        lastname={original.lastname}
        note={original.businessname || null}
      />
    ),
  }),
  column.accessor('reason', {
    header: 'Reason',
    cell: ({ getValue }) => getValue() ?? <span className="faint">Deleted</span>,
  }),
  column.accessor('made_at', {
    header: 'Added',
    cell: ({ row: { original }, table }) =>
      `${original.made_by}, ${formatDate(original.made_at, table.options.meta?.timeZone)}`,
  }),
  column.accessor('last_date', {
    header: 'Until',
    cell: ({ row: { original }, table }) => (
      <span className={original.holds ? '' : 'muted'}>
        {original.ended_at
          ? `Ended ${formatDateTime(original.ended_at, table.options.meta?.timeZone)}`
          : formatDate(original.last_date)}
      </span>
    ),
  }),
  column.display({
    id: 'end',
    header: () => <span className="sr">Actions</span>,
    meta: { slot: 'end' },
    cell: ({ row: { original } }) => (original.holds ? <EndNow row={original} /> : null),
  }),
]);

function EndNow({ row: { id, firstname, lastname } }: { row: Row }) {
  const result = useActionData<typeof action>();
  return (
    <Form
      id={`end-${id}`}
      intent={exceptionIntents.end}
      result={result}
      label={`Exception of ${firstname} ${lastname}`}
    >
      <input type="hidden" name="id" value={id} />
      <SubmitButton kind="default" size="small">
        End now
      </SubmitButton>
    </Form>
  );
}
