import type { LoaderFunctionArgs } from '@remix-run/node';

/** The brand that the address of a preview names; none for the portal's own. */
export function brandAsked({ request }: Pick<LoaderFunctionArgs, 'request'>): { host?: string } {
  const host = new URL(request.url).searchParams.get('host');
  return host ? { host } : {};
}
