import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { listSuppressions, suppressionGrid } from '#modules/admin/index.ts';
import { formatCount, formatDateTime } from '#modules/platform/browser.ts';
import { showEmailAddress } from '#modules/platform/fields/email.ts';
import type { OutputOf } from '#modules/platform/index.ts';
import { Crumbs, DataGrid, EmptyState, gridColumns, LinkButton, Page } from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { gridPage } from '../../grid.server.ts';
import { titled } from '../../title.ts';
import { useRoot } from '../shell/use-root.ts';

export const meta = titled('Suppressed addresses');

export async function loader(args: LoaderFunctionArgs) {
  const page = await gridPage(args, suppressionGrid, async (asked) => {
    const { suppressions: rows, ...found } = await perform(args, listSuppressions, asked);
    return { rows, ...found };
  });
  return { page, now: args.context.portal.clock.now() };
}

type Row = OutputOf<typeof listSuppressions>['suppressions'][number];

const column = gridColumns<Row>();

const columns = column.columns([
  column.accessor('emailaddress', {
    id: 'address',
    header: 'Email address',
    enableHiding: false,
    meta: { slot: 'top' },
    cell: ({ getValue }) => <b className="anywhere">{showEmailAddress(getValue())}</b>,
  }),
  column.accessor('reason', {
    id: 'reason',
    header: 'Reason',
    cell: ({ getValue }) => {
      const reason = getValue();
      return reason.charAt(0).toUpperCase() + reason.slice(1);
    },
  }),
  column.display({
    id: 'account',
    header: 'Account',
    cell: ({ row: { original } }) =>
      original.userid ? (
        <Link to={`/admin/user/${original.userid}`}>{original.name}</Link>
      ) : (
        <span className="faint">None</span>
      ),
  }),
  column.accessor('suppressed_dts', {
    id: 'date',
    header: 'Since',
    cell: ({ getValue, table }) => formatDateTime(getValue(), table.options.meta?.timeZone),
  }),
  column.display({
    id: 'lift',
    header: 'Action',
    enableHiding: false,
    cell: ({ row: { original } }) => (
      <LinkButton size="small" to={original.id} preventScrollReset>
        Remove from list
      </LinkButton>
    ),
  }),
]);

/** All addresses that get no mail, also those without an account (doc3 §4). */
export default function Suppressions() {
  const { page, now } = useLoaderData<typeof loader>();
  const { timeZone } = useRoot();
  return (
    <Page
      title="Suppressed addresses"
      crumbs={<Crumbs trail={[['Settings', '/admin/settings']]}>Suppressed addresses</Crumbs>}
      lead={`${formatCount(page.total, 'address', 'addresses', page.exact ? undefined : page.total)}${page.filtered ? ' found' : ''}. Only security emails still go to a suppressed address.`}
    >
      <DataGrid
        label="Suppressed addresses"
        columns={columns}
        page={page}
        rowId={(row) => row.id}
        context={{ timeZone, now }}
        staff
        empty={
          <EmptyState icon="mail" title="No suppressed addresses">
            An address is added when its mail server permanently refuses our email, or when someone reports it
            as spam.
          </EmptyState>
        }
      />
    </Page>
  );
}
