import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { brandForHost } from '#modules/enterprise/index.ts';
import { getStart } from '#modules/purchasing/index.ts';
import { perform } from '../../door.server.ts';

/** Redirects a person who may buy to the store of the host's company, if it has one (D97). @throws Response */
export async function leaveForStore({ context }: Pick<LoaderFunctionArgs, 'context'>): Promise<void> {
  const { storeUrl } = await brandForHost(context.portal, context.visit.host);
  if (storeUrl) throw redirect(storeUrl);
}

/** Redirects a person who may not buy now to the start, which shows why, and others to the store (D97). @throws Response */
export async function requireMayBuy(args: LoaderFunctionArgs): Promise<void> {
  const { may_buy } = await perform(args, getStart, {});
  if (!may_buy) throw redirect('/user/purchase/purchasealerts');
  await leaveForStore(args);
}
