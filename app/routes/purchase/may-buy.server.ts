import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { getStart } from '#modules/purchasing/index.ts';
import { perform } from '../../door.server.ts';

/** Whoever may not buy now is shown why, at the start. @throws Response */
export async function requireMayBuy(args: LoaderFunctionArgs): Promise<void> {
  const { may_buy } = await perform(args, getStart, {});
  if (!may_buy) throw redirect('/user/purchase/purchasealerts');
}
