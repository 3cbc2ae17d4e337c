import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Hosts } from './hosts.ts';

/** Where a proxy asks before it orders a certificate. */
export const HOST_CHECK = '/healthz/host';

/**
 * `/healthz/host?domain=acme.portal.example.com` answers 200 if the portal serves this host, or once did, else 404, so
 * that nobody can have certificates ordered for names that they make up.
 */
export function hostAnswers(hosts: Hosts) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const domain = new URL(request.url ?? '', 'http://local').searchParams.get('domain')?.toLowerCase() ?? '';
    const isServed =
      /^[a-z0-9.-]{1,253}$/.test(domain) &&
      ((await hosts.find(domain)) !== null || (await hosts.isReleased(domain)));
    response.writeHead(isServed ? 200 : 404, { 'Cache-Control': 'no-store', 'Content-Length': 0 }).end();
  };
}
