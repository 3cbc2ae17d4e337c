import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { getRetention } from '#modules/admin/index.ts';
import { formatCount, formatDateTime } from '#modules/platform/browser.ts';
import type { OutputOf } from '#modules/platform/index.ts';
import { Badge, Card, Crumbs, EmptyState, gridColumns, Page, RecordTable } from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { titled } from '../../title.ts';
import { useRoot } from '../shell/use-root.ts';

export const meta = titled('Retention');

export async function loader(args: LoaderFunctionArgs) {
  const { kinds, holds } = await perform(args, getRetention, {});
  return { kinds, holds, now: args.context.portal.clock.now() };
}

type Answer = OutputOf<typeof getRetention>;
type Kind = Answer['kinds'][number];
type Hold = Answer['holds'][number];

const kind = gridColumns<Kind>();
const kindColumns = (timeZone: string) =>
  kind.columns([
    kind.accessor('what', {
      header: 'What, and why',
      meta: { slot: 'top' },
      cell: ({ row: { original } }) => (
        <>
          <b>{original.what}</b>
          <br />
          <span className="small muted">{original.why}</span>
        </>
      ),
    }),
    kind.accessor('how_long', { header: 'How long' }),
    kind.accessor('basis', { header: 'By which law or rule' }),
    kind.accessor('end', { header: 'At the end' }),
    kind.accessor('last_run', {
      header: 'Last run',
      cell: ({ row: { original } }) => {
        if (!original.automatic) return <span className="faint">Not by age</span>;
        if (!original.last_run) return <span className="faint">Not yet</span>;
        return `${formatDateTime(original.last_run, timeZone)}, ${formatCount(original.last_changed, 'row')}`;
      },
    }),
  ]);

const hold = gridColumns<Hold>();
const holdColumns = (timeZone: string) =>
  hold.columns([
    hold.accessor('name', {
      header: 'On',
      meta: { slot: 'top' },
      cell: ({ row: { original } }) =>
        original.userid ? (
          <Link
            to={
              original.companyid
                ? `/admin/user/${original.userid}/enterprise`
                : `/admin/user/${original.userid}#account`
            }
          >
            {original.name}
          </Link>
        ) : (
          original.name
        ),
    }),
    hold.accessor((row) => (row.lifted_at ? 'Lifted' : 'Open'), {
      id: 'state',
      header: 'State',
      cell: ({ row: { original } }) =>
        original.lifted_at ? <Badge>Lifted</Badge> : <Badge tone="warn">Open</Badge>,
    }),
    hold.accessor('reason', {
      header: 'Reason',
      cell: ({ row: { original } }) => (
        <span className="anywhere">
          {original.reason}
          {original.lift_reason ? ` Lifted: ${original.lift_reason}` : ''}
        </span>
      ),
    }),
    hold.accessor('set_by', {
      header: 'Set',
      cell: ({ row: { original } }) =>
        `${original.set_by}, ${formatDateTime(original.set_at, timeZone)}${
          original.lifted_at
            ? `. Lifted by ${original.lifted_by}, ${formatDateTime(original.lifted_at, timeZone)}`
            : ''
        }`,
    }),
  ]);

/** What the portal keeps how long and why, and what must not be deleted (D140). */
export default function Retention() {
  const { kinds, holds, now } = useLoaderData<typeof loader>();
  const { timeZone } = useRoot();
  const context = { timeZone, now };
  return (
    <Page
      title="Retention"
      lead="What is kept how long and why. Regular work deletes by age every night, and leaves whatever a legal hold is about."
      crumbs={<Crumbs trail={[['Settings', '/admin/settings']]}>Retention</Crumbs>}
    >
      <Card title="Legal holds" padded={false}>
        {holds.length === 0 ? (
          <EmptyState icon="lock" title="No legal holds">
            Set one in a person’s record, under Account, or on a company’s page.
          </EmptyState>
        ) : (
          <RecordTable
            staff
            label="Legal holds"
            rows={holds}
            rowId={({ id }) => id}
            columns={holdColumns(timeZone)}
            context={context}
          />
        )}
      </Card>
      <Card title="Kinds of data" padded={false}>
        <RecordTable
          staff
          label="Kinds of data"
          rows={kinds}
          rowId={({ name }) => name}
          columns={kindColumns(timeZone)}
          context={context}
        />
      </Card>
    </Page>
  );
}
