import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { getStart } from '#modules/purchasing/index.ts';
import { perform } from '../../door.server.ts';
import { leaveForStore } from './may-buy.server.ts';

/**
 * The start of a purchase: the store of the host's company (D97), or the portal's own with its first step (doc2 §2.6).
 * A person who cannot buy now sees why, on every host. `packageid` chooses a package; for a renewal, its card is shown
 * first (D30).
 */
export async function loader(args: LoaderFunctionArgs) {
  const { may_buy, status } = await perform(args, getStart, {});
  if (may_buy) await leaveForStore(args);
  const packageid = new URL(args.request.url).searchParams.get('packageid');
  if (!may_buy || !packageid) return redirect('/user/purchase/purchasealerts');
  const step = status === 'new' ? 'selectpackage' : 'purchasealerts';
  return redirect(`/user/purchase/${step}?${new URLSearchParams({ packageid })}`);
}
