import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { getPaymentMethod, listPurchases, purchaseGrid } from '#modules/purchasing/index.ts';
import { purchasingTexts } from '#modules/purchasing/texts.ts';
import { Page } from '../../components/index.ts';
import { attempt, errorPage, perform } from '../../door.server.ts';
import { gridPage } from '../../grid.server.ts';
import { titled } from '../../title.ts';
import { ProfileTabs } from '../user/profile-tabs.tsx';
import { HistorySection } from './history-section.tsx';
import { PaymentMethodCard } from './payment-method-card.tsx';

export const meta = titled('Accounting Details');

/** Purchases and receipts, for everybody. The owner of a company also sees its card (D60). */
export async function loader(args: LoaderFunctionArgs) {
  const [page, method] = await Promise.all([
    gridPage(args, purchaseGrid, async (asked) => {
      const { purchases, ...found } = await perform(args, listPurchases, asked);
      return { rows: purchases, ...found };
    }),
    readMethod(args),
  ]);
  return { page, method, now: args.context.portal.clock.now(), empty: purchasingTexts['purchases.empty'] };
}

/** @returns null for a person without a company */
async function readMethod(args: LoaderFunctionArgs) {
  const asked = await attempt(args, getPaymentMethod, {});
  if (asked.ok) {
    const { paymentmethod, enable_payments } = asked.output;
    return { card: paymentmethod, denied: null, needed: enable_payments };
  }
  if (asked.code === 'not-found') return null;
  if (asked.code === 'purchasing.owner-only')
    return { card: null, denied: asked.refusal.text, needed: false };
  throw errorPage(asked.refusal);
}

export default function AccountingDetails() {
  const { page, method, now, empty } = useLoaderData<typeof loader>();
  return (
    <Page title="My Profile" lead="Your purchases and receipts.">
      <ProfileTabs current="Accounting Details" />
      <HistorySection page={page} now={now} empty={empty} />
      {method ? <PaymentMethodCard {...method} /> : null}
    </Page>
  );
}
