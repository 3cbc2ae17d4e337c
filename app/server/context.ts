import type { Portal, Visit } from '#modules/platform/index.ts';
import type { PageCsp } from './headers.ts';

/** The `context` of loaders and actions: the portal, which the whole process shares, and the visit of the request. */
declare module '@remix-run/node' {
  interface AppLoadContext {
    portal: Portal;
    visit: Visit;
    /** The nonce of this response's content security policy. Every script tag has it. */
    nonce: string;
    /**
     * The style sheets that the page contains as text, by their addresses; it links to all others. A first visit's page
     * contains them, because on a slow line it is drawn one round trip earlier.
     */
    styleSheets: Map<string, string>;
    /** Adds sources to this page's content security policy, for the payment provider's card form (D31). */
    csp: PageCsp;
    /**
     * Waits until the browser has taken what was sent so far, for answers that are large.
     * @returns false once it is gone
     */
    drained(): Promise<boolean>;
    /** Whether the address shows a page; a file or a redirect does not. */
    showsPage(): boolean;
    /** In how many seconds the caller may ask again, once a refusal has said so. */
    retryAfter?: number;
    /** What is done if the answer is a redirect, although the page's data was read. */
    onRedirect?: () => void;
  }
}
