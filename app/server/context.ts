import type { Portal, Visit } from '#modules/platform/index.ts';
import type { PageCsp } from './headers.ts';

/** What loaders and actions get as `context`: the portal, shared by the whole process, and the request's visit. */
declare module '@remix-run/node' {
  interface AppLoadContext {
    portal: Portal;
    visit: Visit;
    /** Nonce of this response's content security policy; every script tag carries it. */
    nonce: string;
    /** Adds sources to this page's content security policy, for the payment provider's card form (D31). */
    csp: PageCsp;
  }
}
