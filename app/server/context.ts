import type { Portal, Visit } from '#modules/platform/index.ts';
import type { PageCsp } from './headers.ts';

/** What loaders and actions get as `context`: the one portal of the process, and who asks. */
declare module '@remix-run/node' {
  interface AppLoadContext {
    portal: Portal;
    visit: Visit;
    /** Of this answer's content security policy; every script tag carries it. */
    nonce: string;
    /** Lets one page admit what the others do not: the payment provider's card form (D31). */
    csp: PageCsp;
  }
}
