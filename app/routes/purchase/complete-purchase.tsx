import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { useState } from 'react';
import { buttonForm } from '#modules/platform/fields/form.ts';
import { couponForm, payForm } from '#modules/purchasing/forms.ts';
import {
  getPurchase,
  getStart,
  payThere,
  removeCoupon,
  setPurchaseConfirmed,
  verifyCoupon,
} from '#modules/purchasing/index.ts';
import { purchasingTexts } from '#modules/purchasing/texts.ts';
import { intents, type ReadActionArgs, submit } from '../../action.server.ts';
import { Page } from '../../components/index.ts';
import { attempt, leave, perform } from '../../door.server.ts';
import { flash } from '../../flash.server.ts';
import { titled } from '../../title.ts';
import { admitCardForm } from './card-form.server.ts';
import { completeIntents } from './complete-intents.ts';
import { CoveredForm } from './covered-form.tsx';
import { OrderCard, whoPays } from './order-card.tsx';
import { PaymentForm } from './payment-form.tsx';
import { PurchaseProgress } from './purchase-progress.tsx';
import { UnusableCoupon, WithoutCoupon } from './unusable-coupon.tsx';

export const meta = titled('Complete Purchase');
export const handle = { exit: 'Exit', exitTo: '/user' };

export async function loader(args: LoaderFunctionArgs) {
  const { visit } = args.context;
  const asked = new URL(args.request.url).searchParams;
  const purchaseid = asked.get('purchaseid') ?? (await perform(args, getStart, {})).open_purchaseid;
  if (!purchaseid) throw redirect('/user/purchase');
  const { purchasedetails, packagedetails, ...order } = await perform(args, getPurchase, { purchaseid });
  if (purchasedetails.status === 'paid') throw redirect(receiptOf(purchaseid));
  if (purchasedetails.status === 'closed')
    throw leave(args, purchasingTexts['purchase.closed'], purchaseStart);
  const problem = asked.has('declined') ? await findProblem(args, purchaseid) : null;
  return {
    purchaseid,
    purchasedetails,
    packagedetails,
    price: order.price,
    coupon: order.coupon,
    offeredCode: order.offered_code,
    unusable: order.unusable_coupon,
    problem,
    ...(await admitCardForm(args)),
    returnUrl: `${visit.origin}${receiptOf(purchaseid)}`,
  };
}

const purchaseStart = '/user/purchase/purchasealerts';

function receiptOf(purchaseid: string): string {
  return `/user/purchase/purchasereceipt?purchaseid=${purchaseid}`;
}

/** The bank's message is requested from the provider, never read from the URL. */
async function findProblem(args: LoaderFunctionArgs, purchaseid: string): Promise<string | null> {
  const confirmed = await attempt(args, setPurchaseConfirmed, { purchaseid });
  if (confirmed.ok) throw redirect(receiptOf(purchaseid));
  return confirmed.code === 'purchasing.declined' ? confirmed.refusal.text : null;
}

/** Redirects to the same page, with a message about the change. */
function again({ request, context }: ReadActionArgs, words: string) {
  flash(context.visit, words);
  const address = new URL(request.url);
  address.searchParams.delete('declined');
  return redirect(address.pathname + address.search, 303);
}

const refused = { 'purchasing.closed': () => purchaseStart };

/** If the coupon no longer covers the price, the page shows the card form instead of the form that was sent. */
const uncovered = ({ request }: ReadActionArgs) => ({
  ...refused,
  'purchasing.coupon-invalid': () => new URL(request.url).pathname + new URL(request.url).search,
});

export const action = intents(completeIntents, {
  // Without script, or if the card form did not load, redirects to the provider's page.
  pay: (args) =>
    submit(args, {
      form: payForm,
      operation: payThere,
      refused,
      done: ({ url }, { purchaseid }) => redirect(url ?? receiptOf(purchaseid), 303),
    }),
  covered: (args) =>
    submit(args, {
      form: payForm,
      operation: setPurchaseConfirmed,
      refused: uncovered(args),
      input: ({ purchaseid }) => ({ purchaseid, couponcoversfull: 'YES', accept_terms: 'YES' }),
      done: (_output, { purchaseid }) => redirect(receiptOf(purchaseid), 303),
    }),
  applyCoupon: (args) =>
    submit(args, {
      form: couponForm,
      operation: verifyCoupon,
      done: () => again(args, purchasingTexts['coupon.applied']),
    }),
  removeCoupon: (args) =>
    submit(args, {
      form: buttonForm,
      operation: removeCoupon,
      done: () => again(args, purchasingTexts['coupon.removed']),
    }),
});

export default function CompletePurchase() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  // Whatever was wrong with a coupon code is no longer said once the person goes on to pay.
  const [dismissed, dismiss] = useState<unknown>();
  const { unusable, purchasedetails: purchase } = page;
  const coupon = unusable ? null : page.coupon;
  const amount = page.coupon && unusable ? page.price : purchase.amount;
  const covered = coupon !== null && amount === 0;
  return (
    <Page
      calm
      title={covered ? 'Complete your purchase' : 'Pay for your check'}
      lead={leadOf(page, covered)}
      crumbs={<PurchaseProgress step="completepurchase" />}
    >
      {unusable ? <UnusableCoupon coupon={unusable} /> : null}
      <div className="split split-wide split-flip">
        <OrderCard
          price={page.price}
          coupon={coupon}
          offeredCode={page.offeredCode}
          takesCoupon={!(page.coupon && unusable)}
          purchase={{ ...purchase, amount }}
          bought={page.packagedetails}
          result={result === dismissed ? undefined : result}
          dismiss={() => dismiss(result)}
        />
        <div onSubmit={() => dismiss(result)}>
          <WayToPay page={page} covered={covered} result={result} />
        </div>
      </div>
    </Page>
  );
}

function leadOf({ coupon, unusable, purchasedetails }: WayToPayProps['page'], covered: boolean): string {
  if (coupon && unusable) return 'Nothing has been charged.';
  if (coupon && covered) return whoPays(coupon, purchasedetails.amount);
  return 'Your card is charged once, today. It doesn’t renew automatically.';
}

interface WayToPayProps {
  page: ReturnType<typeof useLoaderData<typeof loader>>;
  covered: boolean;
  result: unknown;
}

function WayToPay({ page, covered, result }: WayToPayProps) {
  if (page.coupon && page.unusable)
    return <WithoutCoupon price={page.price} ended={page.unusable.ended} result={result} />;
  if (covered) return <CoveredForm purchaseid={page.purchaseid} result={result} />;
  return (
    <PaymentForm
      key={`${page.purchaseid} ${page.purchasedetails.amount}`}
      purchaseid={page.purchaseid}
      amount={page.purchasedetails.amount}
      scriptUrl={page.scriptUrl}
      publishableKey={page.publishableKey}
      returnUrl={page.returnUrl}
      problem={page.problem}
      result={result}
    />
  );
}
