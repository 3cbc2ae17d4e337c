import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { accessGrid, listSeen } from '#modules/identity/index.ts';
import { formatDateTime } from '#modules/platform/browser.ts';
import type { OutputOf } from '#modules/platform/index.ts';
import { Crumbs, DataGrid, EmptyState, gridColumns, Page } from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { gridPage } from '../../grid.server.ts';
import { titled } from '../../title.ts';
import { useRoot } from '../shell/use-root.ts';
import { SeenReasons } from './seen-reasons.tsx';
import { seenWords } from './seen-words.ts';

export const meta = titled('Who saw your score');

/** Everyone who saw the person's score or report (D48). */
export async function loader(args: LoaderFunctionArgs) {
  const page = await gridPage(args, accessGrid, async (asked) => {
    const { seen, ...found } = await perform(args, listSeen, asked);
    return { rows: seen, ...found };
  });
  return { page, now: args.context.portal.clock.now() };
}

type Entry = OutputOf<typeof listSeen>['seen'][number];

export default function Seen() {
  const { page, now } = useLoaderData<typeof loader>();
  const { timeZone } = useRoot();
  return (
    <Page
      narrow
      title="Who saw your score"
      lead="Each person or company is listed once a day for each way they looked."
      crumbs={<Crumbs trail={[['Home', '/user']]} />}
    >
      {page.rows.length > 0 ? <SeenReasons seen={page.rows} /> : null}
      <DataGrid
        label="Who saw your score"
        columns={columns}
        page={page}
        rowId={(entry) => entry.id}
        context={{ timeZone, now }}
        empty={
          <EmptyState icon="eye" title="No one yet">
            Everyone who looks at your score is listed here.
          </EmptyState>
        }
      />
    </Page>
  );
}

const column = gridColumns<Entry>();

const columns = column.columns([
  column.accessor('viewer_name', {
    id: 'viewer',
    header: 'Who',
    enableHiding: false,
    meta: { slot: 'top' },
    cell: ({ getValue }) => <b>{getValue()}</b>,
  }),
  column.accessor('kind', { id: 'kind', header: 'What', cell: ({ getValue }) => seenWords[getValue()] }),
  column.accessor('first_at', {
    id: 'when',
    header: 'When',
    cell: ({ getValue, table }) => formatDateTime(getValue(), table.options.meta?.timeZone),
  }),
]);
