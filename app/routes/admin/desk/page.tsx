import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { Link, useLoaderData, useSearchParams } from '@remix-run/react';
import { getDashboardEmbed, getDesk } from '#modules/admin/index.ts';
import { adminTimings } from '#modules/admin/limits.ts';
import { declinePasskey, getPasskeyOffer } from '#modules/identity/index.ts';
import { formatDateTime, MINUTE } from '#modules/platform/browser.ts';
import { buttonForm } from '#modules/platform/fields/form.ts';
import { submit } from '../../../action.server.ts';
import { LinkButton, Page, Segment } from '../../../components/index.ts';
import { perform } from '../../../door.server.ts';
import { titled } from '../../../title.ts';
import { admitFrame } from '../../dashboard/admit-frame.server.ts';
import { DashboardFrame } from '../../dashboard/frame.tsx';
import { Repeated } from '../../dashboard/repeated.tsx';
import { usePolled } from '../../dashboard/use-polled.ts';
import { useRoot } from '../../shell/use-root.ts';
import { DoFirst } from './do-first.tsx';
import { MyAlerts, WaitingRefunds } from './lists.tsx';
import { PasskeyOffer } from './passkey-offer.tsx';
import { Services } from './services.tsx';
import { Volume } from './volume.tsx';
import { WaitingTable } from './waiting-table.tsx';

export const meta = titled('Dashboard');

/** Pixels. */
const HEIGHT = 840;

export async function loader(args: LoaderFunctionArgs) {
  const who = new URL(args.request.url).searchParams.get('who') === 'mine' ? 'mine' : 'everyone';
  const [{ dashboardurl }, desk, { offered }] = await Promise.all([
    perform(args, getDashboardEmbed, {}),
    perform(args, getDesk, { who }),
    perform(args, getPasskeyOffer, {}),
  ]);
  const now = args.context.portal.clock.now();
  return { dashboard: admitFrame(args, dashboardurl), desk, offered, who, now };
}

/** Declines the offer of a passkey. */
export function action(args: ActionFunctionArgs) {
  return submit(args, {
    form: buttonForm,
    operation: declinePasskey,
    input: (value) => value,
    done: () => redirect('/admin'),
  });
}

/**
 * The first page for staff: what waits, in the order in which it has to be done, and below it the volume with the
 * dashboard in its frame. All of it is requested again from time to time (doc3 §2, D62, D72).
 */
export default function Desk() {
  const every = adminTimings['dashboard.refreshed'];
  const loaded = useLoaderData<typeof loader>();
  const path = loaded.who === 'mine' ? '/admin?who=mine' : '/admin';
  const { dashboard, desk, who, now } = usePolled<typeof loader>(loaded, path, every);
  const [search] = useSearchParams();
  const { timeZone } = useRoot();
  const context = { now, timeZone };
  const total = (figure: 'overdue' | 'soon' | 'unassigned') =>
    desk.counts.reduce((sum, count) => sum + count[figure], 0);
  const mine = who === 'mine' ? '&assignee=mine' : '';
  return (
    <Page
      title="Dashboard"
      lead={
        <>
          <Link
            to={`/admin/pipeline?deadline=overdue${mine}`}
            className={total('overdue') ? 'bad' : undefined}
          >
            {total('overdue')} overdue
          </Link>
          , <Link to={`/admin/pipeline?deadline=day${mine}`}>{total('soon')} due within 24 hours</Link>
          {who === 'everyone' ? (
            <>
              , <Link to="/admin/pipeline?assignee=nobody">{total('unassigned')} unassigned</Link>
            </>
          ) : null}
          .
        </>
      }
      actions={
        <div className="row row-tight">
          <span className="small muted" role="status">
            Updated {formatDateTime(now, timeZone)}, every {every / MINUTE} minutes
          </span>
          <Segment
            label="Whose work"
            items={[
              { to: '/admin', label: 'Everyone', current: who === 'everyone' },
              { to: '/admin?who=mine', label: 'Mine', current: who === 'mine' },
            ]}
          />
          <LinkButton to="/admin/tools" kind="default" size="small" icon="search">
            Find a user
          </LinkButton>
        </div>
      }
    >
      <Repeated path={path} milliseconds={every} />
      {loaded.offered ? <PasskeyOffer /> : null}
      <DoFirst alert={desk.first} mine={who === 'mine'} context={context} />
      <WaitingTable counts={desk.counts} goals={desk.goals} mine={who === 'mine'} />
      <div className="desk-lists">
        <MyAlerts
          alerts={desk.mine}
          total={desk.counts.reduce((sum, { mine: own }) => sum + own, 0)}
          context={context}
        />
        <WaitingRefunds
          refunds={desk.refunds}
          total={desk.counts.find(({ alert_type: type }) => type === 'refund')?.open ?? 0}
          context={context}
        />
        <Services failed={desk.failed} services={desk.services} context={context} />
      </div>
      <Volume volume={desk.volume} />
      <DashboardFrame
        dashboard={dashboard}
        title="Portal charts"
        height={HEIGHT}
        polling={search.has('polling')}
      />
    </Page>
  );
}
