import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { getEnterpriseDashboard } from '#modules/network/index.ts';
import { LinkButton, Page } from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { titled } from '../../title.ts';
import { admitFrame } from './admit-frame.server.ts';
import { DashboardFrame } from './frame.tsx';

export const meta = titled('Dashboard');

/** Pixels (doc2 §2.1). */
const HEIGHT = 1120;

export async function loader(args: LoaderFunctionArgs) {
  const { dashboardurl } = await perform(args, getEnterpriseDashboard, {});
  return admitFrame(args, dashboardurl);
}

/** The enterprise dashboard (doc2 §2.1). */
export default function Dashboard() {
  const dashboard = useLoaderData<typeof loader>();
  return (
    <Page
      title="Dashboard"
      lead="Your company’s network at a glance."
      actions={<OwnPage address={dashboard.address} />}
    >
      <DashboardFrame dashboard={dashboard} title="Your network charts" height={HEIGHT} />
    </Page>
  );
}

/** To read it without the frame. */
function OwnPage({ address }: { address: string }) {
  const to = address.startsWith('/') ? `${address}?alone` : address;
  return (
    <LinkButton to={to} target="_blank" rel="noreferrer" reloadDocument>
      Open in a new tab
    </LinkButton>
  );
}
