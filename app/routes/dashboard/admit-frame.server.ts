import type { LoaderFunctionArgs } from '@remix-run/node';

export interface FramedDashboard {
  /** A path of the portal, or the address of an external tool (D62). */
  address: string;
  /** The external origin that the content security policy of this document allows; null if none. */
  admitted: string | null;
}

/**
 * Allows the page to show an external dashboard in its frame. Only a document has a policy, so a client-side navigation
 * from another page of the portal cannot change it.
 */
export function admitFrame({ request, context }: LoaderFunctionArgs, address: string): FramedDashboard {
  const origin = address.startsWith('/') ? null : new URL(address).origin;
  const isDocument = request.headers.get('Sec-Fetch-Dest') !== 'empty';
  if (origin === null || !isDocument) return { address, admitted: null };
  context.csp.allow({ frame: [origin] });
  return { address, admitted: origin };
}
