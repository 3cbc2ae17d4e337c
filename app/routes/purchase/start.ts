import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { brandForHost } from '#modules/enterprise/index.ts';

/** The start of a purchase: the store of the host's company (D97), or the first step of the portal's own (doc2 §2.6). */
export async function loader({ context }: LoaderFunctionArgs) {
  const { storeUrl } = await brandForHost(context.portal, context.visit.host);
  return redirect(storeUrl || '/user/purchase/purchasealerts');
}
