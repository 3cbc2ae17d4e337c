import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { listPurchases } from '#modules/purchasing/index.ts';
import { purchasingTexts } from '#modules/purchasing/texts.ts';
import { gridQuery, Page } from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { ProfileTabs } from '../user/profile-tabs.tsx';
import { HistorySection } from './history-section.tsx';

export const meta = () => [{ title: 'Accounting Details - ShieldHub' }];

/** Purchases and receipts, for everybody (D60). */
export async function loader(args: LoaderFunctionArgs) {
  const query = gridQuery(args.request.url, { sorts: ['date'], dir: 'desc' });
  const { page, rows } = query;
  return {
    query,
    empty: purchasingTexts['purchases.empty'],
    ...(await perform(args, listPurchases, { page, rows })),
  };
}

export default function AccountingDetails() {
  const { purchases, total, query, empty } = useLoaderData<typeof loader>();
  return (
    <Page title="My Profile" lead="What you have bought, and your receipts.">
      <ProfileTabs current="Accounting Details" />
      <HistorySection purchases={purchases} total={total} query={query} empty={empty} />
    </Page>
  );
}
