import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useLoaderData, useLocation, useNavigate } from '@remix-run/react';
import { useEffect } from 'react';
import { getApplicationSteps } from '#modules/applications/index.ts';
import { formatDate } from '#modules/platform/browser.ts';
import { getPurchase, listPurchases, setPurchaseConfirmed } from '#modules/purchasing/index.ts';
import { Card, Facts, LinkButton, Page, PollingRefresh } from '../../components/index.ts';
import { attempt, errorPage, leave, perform } from '../../door.server.ts';
import { titled } from '../../title.ts';
import { purchaseLink } from '../network/link-cookies.server.ts';
import { useHashForward } from '../shell/use-hash-forward.ts';
import { useRoot } from '../shell/use-root.ts';
import { PurchaseProgress } from './purchase-progress.tsx';
import { WhatFollows } from './what-follows.tsx';

export const meta = titled('Receipt');
export const handle = { exit: 'Exit', exitTo: '/user' };

/** The page to which the provider returns the browser. Asks the provider whether the purchase is paid (D31). */
export async function loader(args: LoaderFunctionArgs) {
  const { searchParams } = new URL(args.request.url);
  const purchaseid = searchParams.get('purchaseid') ?? (await newestPurchase(args));
  const own = `purchaseid=${encodeURIComponent(purchaseid)}`;
  const waiting = await confirm(args, purchaseid, own);
  // Removes the parameters that the provider added to the address.
  if (!waiting && searchParams.has('payment_intent')) throw redirect(`/user/purchase/purchasereceipt?${own}`);
  const next = purchaseLink(args.context.visit) ?? '/user/application';
  const purchase = await perform(args, getPurchase, { purchaseid });
  const { application } = purchase;
  const steps = application
    ? await perform(args, getApplicationSteps, { applicationid: application.applicationid })
    : null;
  return { waiting, next, steps, ...purchase };
}

/**
 * Without script, the hash of an address is not read, so the newest purchase is shown. With script, `routeOfHash` finds
 * the purchase.
 */
async function newestPurchase(args: LoaderFunctionArgs): Promise<never> {
  const { purchases } = await perform(args, listPurchases, { transaction_type: 'mypurchase', rows: 10 });
  const [newest] = purchases;
  throw redirect(
    newest
      ? `/user/purchase/purchasereceipt?purchaseid=${newest.purchaseid}`
      : '/user/purchase/purchasealerts',
  );
}

function routeOfHash(name: string, value: string): string | null {
  return name === 'purchaseid' && value ? `/user/purchase/purchasereceipt?purchaseid=${value}` : null;
}

/** @returns what the person is waiting for; null if the purchase is paid */
async function confirm(args: LoaderFunctionArgs, purchaseid: string, own: string): Promise<string | null> {
  const confirmed = await attempt(args, setPurchaseConfirmed, { purchaseid });
  if (confirmed.ok) return null;
  const { refusal } = confirmed;
  switch (confirmed.code) {
    case 'purchasing.declined':
      throw redirect(`/user/purchase/completepurchase?${own}&declined=1`);
    case 'purchasing.not-paid':
      throw redirect(`/user/purchase/completepurchase?${own}`);
    case 'purchasing.unmatched':
      throw leave(args, refusal.text, `/user/purchase/completepurchase?${own}`);
    case 'purchasing.closed':
      throw leave(args, refusal.text, '/user/purchase/purchasealerts');
    case 'purchasing.processing':
    case 'purchasing.provider-silent':
    case 'purchasing.unconfirmed':
    case 'throttled':
      return refusal.text;
    default:
      throw errorPage(refusal);
  }
}

const downloadId = 'download-receipt';

/** Downloads the receipt automatically, once for each visit. Reloading the page does not repeat it (doc2 §2.6). */
function useDownloadOnce(ready: boolean): void {
  const location = useLocation();
  const navigate = useNavigate();
  const downloaded = location.state === downloadId;
  // An address with a hash is first redirected to another purchase.
  const here = location.hash === '';
  useEffect(() => {
    if (!ready || !here || downloaded) return;
    document.getElementById(downloadId)?.click();
    navigate(location, { replace: true, state: downloadId, preventScrollReset: true });
  }, [ready, here, downloaded, location, navigate]);
}

export default function PurchaseReceipt() {
  const { waiting, next, steps, purchasedetails, packagedetails, receipt } = useLoaderData<typeof loader>();
  const { timeZone } = useRoot();
  useHashForward(routeOfHash, 'document');
  useDownloadOnce(waiting === null);
  if (waiting) {
    return (
      <Page calm title="One moment" lead={waiting} crumbs={<PurchaseProgress step="purchasereceipt" />}>
        <PollingRefresh seconds={5} soon />
      </Page>
    );
  }
  const { purchaseid, renewal, package_descrip } = purchasedetails;
  const fresh = steps?.application.composite_status_code === 'paid';
  return (
    <Page
      calm
      title={fresh ? 'Thank you for your purchase' : 'Your purchase'}
      lead="We’ve emailed your receipt."
      crumbs={<PurchaseProgress step="purchasereceipt" />}
    >
      <div className="split">
        <WhatFollows steps={steps} next={next} />
        <Card
          title="Receipt"
          foot={
            <LinkButton
              id={downloadId}
              icon="download"
              to={`/user/purchase/receipt?purchaseid=${purchaseid}`}
              download
              reloadDocument
            >
              Download Receipt
            </LinkButton>
          }
        >
          <Facts
            facts={[
              ['Provider', packagedetails.provider],
              ['Order details', renewal ? `${package_descrip}, renewal` : package_descrip],
              ['Order date', formatDate(purchasedetails.created, timeZone)],
              ...(receipt?.lines ?? []),
            ]}
          />
          <p className="small muted">{receipt?.words}</p>
        </Card>
      </div>
    </Page>
  );
}
