import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData, useLocation } from '@remix-run/react';
import { alertAssignmentForm } from '#modules/admin/forms.ts';
import {
  assignPipelineAlert,
  explainPipelineAlert,
  listPipelineAlerts,
  pipelineGrid,
} from '#modules/admin/index.ts';
import { adminTimings } from '#modules/admin/limits.ts';
import { adminTexts } from '#modules/admin/texts.ts';
import { formatDateTime, SECOND } from '#modules/platform/browser.ts';
import { staff } from '#modules/platform/index.ts';
import { intents, submit } from '../../../action.server.ts';
import { withQuery } from '../../../components/grid/page.ts';
import type { GridSelection } from '../../../components/grid/selection.tsx';
import {
  DataGrid,
  EmptyState,
  LinkButton,
  Page,
  PollingRefresh,
  RefusalBanner,
  Tabs,
} from '../../../components/index.ts';
import { perform, requireCaller } from '../../../door.server.ts';
import { gridPage } from '../../../grid.server.ts';
import { backToRow } from '../../../row.server.ts';
import { titled } from '../../../title.ts';
import { useRoot } from '../../shell/use-root.ts';
import { columns } from './columns.tsx';
import { pipelineIntents } from './intents.ts';
import { Peek } from './peek.tsx';
import { peekName } from './peek-link.tsx';
import { ShortcutsNote, useShortcuts } from './shortcuts.tsx';
import { StaleNotice } from './stale-notice.tsx';
import { alertLook, groupOf, nameOf, type PipelineAlert } from './words.ts';

export const meta = titled('Admin Alert Pipeline');

export async function loader(args: LoaderFunctionArgs) {
  const page = await gridPage(args, pipelineGrid, async (asked) => {
    const { pipelinedata, ...found } = await perform(args, listPipelineAlerts, asked);
    return { rows: pipelinedata, ...found };
  });
  const asked = new URL(args.request.url).searchParams.get(peekName);
  const opened = page.rows.find(({ id }) => id === asked);
  const explained = opened ? await perform(args, explainPipelineAlert, { alertid: opened.id }) : null;
  return { page, opened: explained && { id: opened?.id, explained }, now: args.context.portal.clock.now() };
}

export const action = intents(pipelineIntents, {
  take: async (args) => {
    const { accountId } = await requireCaller(args, staff);
    return submit(args, {
      form: alertAssignmentForm,
      operation: assignPipelineAlert,
      input: ({ seen }) => ({
        alertid: String(args.formData.get('id')),
        assignee: accountId,
        seen,
      }),
      done: () => backToRow(args, 'The alert is assigned to you'),
      otherwise: (refusal) => backToRow(args, refusal),
    });
  },
});

const selection: GridSelection<PipelineAlert> = {
  nameOf: (alert) => `${alertLook[alert.alert_type].label}, ${nameOf(alert)}`,
  to: '/admin/pipeline/selected',
  actions: [
    { action: 'assign', label: 'Assign', icon: 'users' },
    { action: 'dismiss', label: 'Dismiss', icon: 'clock' },
    { action: 'close', label: 'Close', icon: 'check' },
  ],
};

/** The queue of alerts that wait for a decision of staff (doc3 §2, Alert pipeline). */
export default function Pipeline() {
  const { page, opened, now } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { timeZone } = useRoot();
  const { search } = useLocation();
  const query = new URLSearchParams(search);
  const paused = query.get('pause') === 'YES';
  const shortcuts = query.get('keys') !== 'NO';
  useShortcuts(shortcuts);
  const total = (figure: 'open' | 'overdue' | 'soon' | 'unassigned') =>
    page.counts.reduce((sum, count) => sum + count[figure], 0);
  const isOpen = ['', 'all'].includes(page.filters.find(({ name }) => name === 'state')?.value ?? '');
  const type = page.filters.find(({ name }) => name === 'type')?.value;
  return (
    <Page
      title="Admin Alert Pipeline"
      lead={
        <>
          {total('open')} open.{' '}
          <b className={total('overdue') ? 'bad' : undefined}>{total('overdue')} overdue</b>, {total('soon')}{' '}
          due within 24 hours, {total('unassigned')} unassigned.
        </>
      }
      actions={
        <div className="row row-tight">
          <span className="small muted">
            Updated {formatDateTime(now, timeZone)}
            {paused ? ', paused' : `, every ${adminTimings['alert.refreshed'] / SECOND} seconds`}
          </span>
          <LinkButton kind="default" size="small" to={withQuery(search, { pause: paused ? null : 'YES' })}>
            {paused ? 'Resume' : 'Pause'}
          </LinkButton>
          <LinkButton kind="default" size="small" icon="refresh" to={search || '?'}>
            Refresh
          </LinkButton>
        </div>
      }
    >
      {paused ? null : <PollingRefresh seconds={adminTimings['alert.refreshed'] / SECOND} />}
      <StaleNotice loadedAt={now} />
      <RefusalBanner result={result} />
      <Tabs
        label="Type of alert"
        items={[
          {
            to: withQuery(search, { type: null }),
            label: 'All',
            current: !type,
            count: total('open'),
          },
          ...Object.entries(alertLook).map(([name, { tab }]) => ({
            to: withQuery(search, { type: name }),
            label: tab,
            current: type === name,
            count: page.counts.find((count) => count.alert_type === name)?.open ?? 0,
          })),
        ]}
      />
      <DataGrid
        label="Alerts"
        columns={columns}
        page={page}
        rowId={(alert) => alert.id}
        context={{ timeZone, now }}
        withoutFilters={['type']}
        groupOf={page.address.sort === 'due' && isOpen ? (alert) => groupOf(alert, now) : undefined}
        rowTone={(alert) => (alert.id === opened?.id ? 'open' : alert.overdue ? 'flag' : undefined)}
        openedRow={(alert) =>
          alert.id === opened?.id ? (
            <Peek
              alert={alert}
              explained={opened.explained}
              context={{ timeZone, now }}
              shortcuts={shortcuts}
            />
          ) : null
        }
        selection={isOpen ? selection : undefined}
        staff
        noMatches={adminTexts['alert.none']}
        empty={<EmptyState icon="ok" title={adminTexts['alert.none']} />}
      />
      <ShortcutsNote on={shortcuts} to={withQuery(search, { keys: shortcuts ? 'NO' : null })} />
    </Page>
  );
}
