import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { getStart } from '#modules/purchasing/index.ts';
import { perform } from '../../door.server.ts';

/** Redirects a person who may not buy now to the start, which shows why. @throws Response */
export async function requireMayBuy(args: LoaderFunctionArgs): Promise<void> {
  const { may_buy } = await perform(args, getStart, {});
  if (!may_buy) throw redirect('/user/purchase/purchasealerts');
}
