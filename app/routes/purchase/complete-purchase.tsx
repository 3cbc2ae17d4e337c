import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { payForm } from '#modules/purchasing/forms.ts';
import { getPurchase, getStart, payThere, setPurchaseConfirmed } from '#modules/purchasing/index.ts';
import { purchasingTexts } from '#modules/purchasing/texts.ts';
import { submit } from '../../action.server.ts';
import { Page } from '../../components/index.ts';
import { attempt, leave, perform } from '../../door.server.ts';
import { titled } from '../../title.ts';
import { admitCardForm } from './card-form.server.ts';
import { OrderCard } from './order-card.tsx';
import { PaymentForm } from './payment-form.tsx';
import { PurchaseProgress } from './purchase-progress.tsx';

export const meta = titled('Complete Purchase');
export const handle = { exit: 'Exit', exitTo: '/user' };

export async function loader(args: LoaderFunctionArgs) {
  const { visit } = args.context;
  const asked = new URL(args.request.url).searchParams;
  const purchaseid = asked.get('purchaseid') ?? (await perform(args, getStart, {})).open_purchaseid;
  if (!purchaseid) throw redirect('/user/purchase');
  const { purchasedetails, packagedetails } = await perform(args, getPurchase, { purchaseid });
  if (purchasedetails.status === 'paid') throw redirect(receiptOf(purchaseid));
  if (purchasedetails.status === 'closed')
    throw leave(args, purchasingTexts['purchase.closed'], purchaseStart);
  const problem = asked.has('declined') ? await findProblem(args, purchaseid) : null;
  return {
    purchaseid,
    purchasedetails,
    packagedetails,
    problem,
    ...(await admitCardForm(args)),
    returnUrl: `${visit.origin}${receiptOf(purchaseid)}`,
  };
}

const purchaseStart = '/user/purchase/purchasealerts';

function receiptOf(purchaseid: string): string {
  return `/user/purchase/purchasereceipt?purchaseid=${purchaseid}`;
}

/** The bank's message is read from the provider, never from the URL. */
async function findProblem(args: LoaderFunctionArgs, purchaseid: string): Promise<string | null> {
  const confirmed = await attempt(args, setPurchaseConfirmed, { purchaseid });
  if (confirmed.ok) throw redirect(receiptOf(purchaseid));
  return confirmed.code === 'purchasing.declined' ? confirmed.refusal.text : null;
}

/** Without script, or if the card form did not load, redirects to the provider's page. */
export function action(args: ActionFunctionArgs) {
  return submit(args, {
    form: payForm,
    operation: payThere,
    refused: { 'purchasing.closed': () => purchaseStart },
    done: ({ url }, { purchaseid }) => redirect(url ?? receiptOf(purchaseid), 303),
  });
}

export default function CompletePurchase() {
  const page = useLoaderData<typeof loader>();
  return (
    <Page
      calm
      title="Pay for your check"
      lead="Your card is charged once, today. It doesn’t renew automatically."
      crumbs={<PurchaseProgress step="completepurchase" />}
    >
      <div className="split split-wide split-flip">
        <OrderCard purchase={page.purchasedetails} bought={page.packagedetails} />
        <PaymentForm
          key={page.purchaseid}
          purchaseid={page.purchaseid}
          amount={page.purchasedetails.amount}
          scriptUrl={page.scriptUrl}
          publishableKey={page.publishableKey}
          returnUrl={page.returnUrl}
          problem={page.problem}
          result={useActionData<typeof action>()}
        />
      </div>
    </Page>
  );
}
