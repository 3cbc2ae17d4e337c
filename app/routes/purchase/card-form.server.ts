import type { LoaderFunctionArgs } from '@remix-run/node';
import { brandForHost } from '#modules/enterprise/index.ts';

/**
 * Admits the provider's card form to the page, whose content security policy alone allows it.
 * @returns what the form is loaded with: the key of the host's company, where it has one, else the portal's (D31)
 */
export async function admitCardForm({ context }: LoaderFunctionArgs) {
  const { portal, visit, csp } = context;
  const { sources, scriptUrl, publishableKey } = portal.payments.cardForm;
  csp.allow(sources);
  const brand = await brandForHost(portal, visit.host);
  return { scriptUrl, publishableKey: brand.stripepublishablekey || publishableKey };
}
