import type { LoaderFunctionArgs } from '@remix-run/node';

export interface FramedDashboard {
  /** A path of the portal, or the address of an outside tool (D62). */
  address: string;
  /** The outside origin that the content security policy of this document admits; null without one. */
  admitted: string | null;
}

/**
 * Admits an outside dashboard to the page's frame. Only a document has a policy: what the browser asks for on the way from
 * another page of the portal cannot change the one that it has.
 */
export function admitFrame({ request, context }: LoaderFunctionArgs, address: string): FramedDashboard {
  const origin = address.startsWith('/') ? null : new URL(address).origin;
  const isDocument = request.headers.get('Sec-Fetch-Dest') !== 'empty';
  if (origin === null || !isDocument) return { address, admitted: null };
  context.csp.allow({ frame: [origin] });
  return { address, admitted: origin };
}
