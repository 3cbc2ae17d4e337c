import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { getVitals } from '#modules/admin/index.ts';
import { type VitalName, vitalNames } from '#modules/enterprise/fields.ts';
import { vitalsWindow } from '#modules/enterprise/limits.ts';
import { formatDuration } from '#modules/platform/browser.ts';
import type { OutputOf } from '#modules/platform/index.ts';
import { Card, Crumbs, EmptyState, gridColumns, Page, RecordTable } from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { titled } from '../../title.ts';
import { useRoot } from '../shell/use-root.ts';

export const meta = titled('Page speed');

export async function loader(args: LoaderFunctionArgs) {
  const { pages } = await perform(args, getVitals, {});
  return { pages, now: args.context.portal.clock.now() };
}

type Row = OutputOf<typeof getVitals>['pages'][number];

const words: Record<VitalName, string> = {
  CLS: 'Layout shift (CLS)',
  FCP: 'First content (FCP)',
  INP: 'Interaction (INP)',
  LCP: 'Largest content (LCP)',
  TTFB: 'First byte (TTFB)',
};

/** `routes/user/home` as 'user/home'. */
const pageName = (page: string) => page.replace(/^routes\//, '');

function shown(name: VitalName, value: number | undefined): string {
  if (value === undefined) return '-';
  return name === 'CLS' ? value.toFixed(3) : `${Math.round(value).toLocaleString('en-US')} ms`;
}

const column = gridColumns<Row>();
const columns = column.columns([
  column.accessor('page', {
    header: 'Page',
    meta: { slot: 'top' },
    cell: ({ getValue }) => <b className="anywhere">{pageName(getValue())}</b>,
  }),
  column.accessor('samples', {
    header: 'Visits',
    cell: ({ getValue }) => getValue().toLocaleString('en-US'),
  }),
  ...vitalNames.map((name) =>
    column.accessor((row) => row.p75[name], {
      id: name,
      header: words[name],
      cell: ({ getValue }) => shown(name, getValue()),
    }),
  ),
]);

/** How fast pages were for the people who used them (F35). */
export default function PageSpeed() {
  const { pages, now } = useLoaderData<typeof loader>();
  const { timeZone } = useRoot();
  return (
    <Page
      title="Page speed"
      lead={`75% of the visits in the last ${formatDuration(vitalsWindow)} were at least this fast. No personal data is kept.`}
      crumbs={<Crumbs trail={[['Settings', '/admin/settings']]}>Page speed</Crumbs>}
    >
      <Card padded={false}>
        {pages.length === 0 ? (
          <EmptyState icon="chart" title="Nothing measured yet">
            Figures appear here once people have visited pages.
          </EmptyState>
        ) : (
          <RecordTable
            staff
            label="Pages"
            rows={pages}
            rowId={({ page }) => page}
            columns={columns}
            context={{ timeZone, now }}
          />
        )}
      </Card>
    </Page>
  );
}
