import type { LoaderFunctionArgs } from '@remix-run/node';
import { brandForHost } from '#modules/enterprise/index.ts';

/**
 * Allows the provider's card form in the content security policy of the page, and of no other page.
 * @returns the script's address and the key to load it with: that of the host's company if it has one, otherwise the
 * portal's (D31)
 */
export async function admitCardForm({ context }: LoaderFunctionArgs) {
  const { portal, visit, csp } = context;
  const { sources, scriptUrl, publishableKey } = portal.payments.cardForm;
  csp.allow(sources);
  const brand = await brandForHost(portal, visit.host);
  return { scriptUrl, publishableKey: brand.stripepublishablekey || publishableKey };
}
