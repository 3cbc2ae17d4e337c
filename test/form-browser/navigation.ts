/** Loads a page: sends the request with a browser's headers, and follows redirects. */
import type { Caller, CallWindow } from './calling.ts';
import type { FormResponse } from './exchange.ts';
import { allowsFormTo, fetchSite, originFor, referrerFor } from './origins.ts';

/** The page that a navigation starts from. */
export interface Initiator {
  url: string;
  referrerPolicy: string;
  /** The Content-Security-Policy header, if it has one. */
  securityPolicy: string | undefined;
}

export interface Destination {
  url: URL;
  method: 'GET' | 'POST';
  content: { type: string; body: Buffer } | null;
  /** Null if the journey typed the address. */
  initiator: Initiator | null;
  /** Whether a form leads there. */
  isForm: boolean;
}

const MAX_REDIRECTS = 20;

/**
 * @returns the answer, and the last request, which a reload repeats
 * @param place `document` for a window, `iframe` for a frame
 * @throws Error if a server cannot be reached, a redirect leads in a circle, or the page's policy forbids a form
 */
export async function navigate(
  context: Caller,
  destination: Destination,
  place: 'document' | 'iframe',
  window: CallWindow & { noteResponse(response: FormResponse): void },
): Promise<{ response: FormResponse; arrived: Destination }> {
  const { initiator } = destination;
  const chain: URL[] = [];
  let { url, method, content } = destination;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    if (destination.isForm && initiator && !allowsFormTo(initiator.securityPolicy, initiator.url, url)) {
      throw new Error(`the policy of ${initiator.url} forbids a form to ${url.origin}`);
    }
    chain.push(url);
    const response = await context.call(
      {
        method,
        url,
        headers: headersFor(chain, method, content?.type, initiator, place),
        body: content?.body ?? null,
        type: 'document',
        initiator: initiator?.url ?? null,
        isTopLevel: place === 'document',
      },
      window,
    );
    window.noteResponse(response);
    const { location } = response.headers();
    if (response.status() < 300 || response.status() > 399 || !location)
      return { response, arrived: { ...destination, url, method, content } };
    const next = new URL(location, url);
    if (!next.hash) next.hash = url.hash;
    url = next;
    const changesMethod =
      response.status() === 303 || (method === 'POST' && [301, 302].includes(response.status()));
    if (changesMethod) {
      method = 'GET';
      content = null;
    }
  }
  throw new Error(`${destination.url.href} redirects more than ${MAX_REDIRECTS} times`);
}

function headersFor(
  chain: readonly URL[],
  method: string,
  contentType: string | undefined,
  initiator: Initiator | null,
  place: 'document' | 'iframe',
): Record<string, string> {
  const url = chain.at(-1) as URL;
  const referrer = initiator && referrerFor(initiator.url, initiator.referrerPolicy, url);
  return {
    Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
    'Upgrade-Insecure-Requests': '1',
    'Sec-Fetch-Site': fetchSite(initiator?.url ?? null, chain),
    'Sec-Fetch-Mode': 'navigate',
    'Sec-Fetch-Dest': place,
    ...(place === 'document' ? { 'Sec-Fetch-User': '?1' } : {}),
    ...(referrer ? { Referer: referrer } : {}),
    ...(initiator && method === 'POST'
      ? { Origin: originFor(initiator.url, initiator.referrerPolicy, chain) }
      : {}),
    ...(contentType ? { 'Content-Type': contentType } : {}),
  };
}
