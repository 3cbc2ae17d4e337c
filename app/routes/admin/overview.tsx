import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData, useSearchParams } from '@remix-run/react';
import { getDashboardEmbed } from '#modules/admin/index.ts';
import { adminTimings } from '#modules/admin/limits.ts';
import { LinkButton, Page } from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { titled } from '../../title.ts';
import { admitFrame } from '../dashboard/admit-frame.server.ts';
import { DashboardFrame } from '../dashboard/frame.tsx';
import { Repeated } from '../dashboard/repeated.tsx';
import { usePolled } from '../dashboard/use-polled.ts';

export const meta = titled('Dashboard');

/** Pixels. */
const HEIGHT = 840;

export async function loader(args: LoaderFunctionArgs) {
  const { dashboardurl } = await perform(args, getDashboardEmbed, {});
  return admitFrame(args, dashboardurl);
}

/**
 * The first page for staff: the dashboard in its frame, whose address is requested again from time to time (doc3 §2,
 * D62, D72).
 */
export default function Overview() {
  const every = adminTimings['dashboard.refreshed'];
  const dashboard = usePolled<typeof loader>(useLoaderData<typeof loader>(), '/admin', every);
  const [search] = useSearchParams();
  return (
    <Page
      title="Dashboard"
      lead="The portal at a glance."
      actions={
        <LinkButton to="/admin/tools" kind="primary" icon="search">
          Find a user
        </LinkButton>
      }
    >
      <Repeated path="/admin" milliseconds={every} />
      <DashboardFrame
        dashboard={dashboard}
        title="The portal in charts"
        height={HEIGHT}
        polling={search.has('polling')}
      />
    </Page>
  );
}
