import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { listPurchases, purchaseGrid } from '#modules/purchasing/index.ts';
import { purchasingTexts } from '#modules/purchasing/texts.ts';
import { Page } from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { gridPage } from '../../grid.server.ts';
import { titled } from '../../title.ts';
import { ProfileTabs } from '../user/profile-tabs.tsx';
import { HistorySection } from './history-section.tsx';

export const meta = titled('Accounting Details');

/** Purchases and receipts, for everybody (D60). */
export async function loader(args: LoaderFunctionArgs) {
  const page = await gridPage(args, purchaseGrid, async (asked) => {
    const { purchases, ...found } = await perform(args, listPurchases, asked);
    return { rows: purchases, ...found };
  });
  return { page, now: args.context.portal.clock.now(), empty: purchasingTexts['purchases.empty'] };
}

export default function AccountingDetails() {
  const { page, now, empty } = useLoaderData<typeof loader>();
  return (
    <Page title="My Profile" lead="What you have bought, and your receipts.">
      <ProfileTabs current="Accounting Details" />
      <HistorySection page={page} now={now} empty={empty} />
    </Page>
  );
}
