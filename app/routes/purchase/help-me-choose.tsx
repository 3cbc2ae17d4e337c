import type { LoaderFunctionArgs } from '@remix-run/node';
import { newYorkYears } from '#modules/purchasing/statuses.ts';
import { LinkButton, Page } from '../../components/index.ts';
import { titled } from '../../title.ts';
import { requireMayBuy } from './may-buy.server.ts';
import { PurchaseProgress } from './purchase-progress.tsx';

export const meta = titled('Help Me Choose');
export const handle = { exit: 'Exit', exitTo: '/user' };

export async function loader(args: LoaderFunctionArgs) {
  await requireMayBuy(args);
  return null;
}

export default function HelpMeChoose() {
  return (
    <Page
      calm
      title={`Have you lived in New York in the last ${newYorkYears} years?`}
      lead="New York requires an additional court search. We’ll pick the check that fits your answer."
      crumbs={<PurchaseProgress step="helpmechoose" />}
    >
      <div className="actions">
        <LinkButton size="large" to="/user/purchase/selectpackage?pkgfilter=US">
          No
        </LinkButton>
        <LinkButton size="large" to="/user/purchase/selectpackage?pkgfilter=NY">
          Yes
        </LinkButton>
        <LinkButton kind="quiet" size="large" to="/user/purchase/selectpackage">
          Back
        </LinkButton>
      </div>
    </Page>
  );
}
