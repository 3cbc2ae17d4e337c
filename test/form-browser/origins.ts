/** What a browser tells a server about the page that a request comes from. */

/** Scheme and registrable domain. All test hosts have a top-level domain of one part. */
export function siteOf({ protocol, hostname }: URL): string {
  return `${protocol}//${/^[\d.]+$/.test(hostname) ? hostname : hostname.split('.').slice(-2).join('.')}`;
}

export type FetchSite = 'none' | 'same-origin' | 'same-site' | 'cross-site';

/**
 * The Sec-Fetch-Site header.
 * @param initiator the address of the page; null if a person typed the address
 * @param chain the addresses that the request was redirected through, with the current one
 */
export function fetchSite(initiator: string | null, chain: readonly URL[]): FetchSite {
  if (initiator === null) return 'none';
  const from = new URL(initiator);
  if (chain.every(({ origin }) => origin === from.origin)) return 'same-origin';
  return chain.every((url) => siteOf(url) === siteOf(from)) ? 'same-site' : 'cross-site';
}

const defaultPolicy = 'strict-origin-when-cross-origin';

/** The policy that a page's header or its meta element asks for. */
export function referrerPolicyOf(header: string | undefined, meta: string | null | undefined): string {
  return meta?.trim().toLowerCase() || header?.split(',').at(-1)?.trim().toLowerCase() || defaultPolicy;
}

/** The Referer header; null if it is not sent. */
export function referrerFor(page: string, policy: string, target: URL): string | null {
  const from = new URL(page);
  if (!from.protocol.startsWith('http')) return null;
  from.hash = '';
  const isSame = from.origin === target.origin;
  switch (policy) {
    case 'no-referrer':
      return null;
    case 'same-origin':
      return isSame ? from.href : null;
    case 'origin':
    case 'strict-origin':
      return `${from.origin}/`;
    case defaultPolicy:
    case 'origin-when-cross-origin':
      return isSame ? from.href : `${from.origin}/`;
    case 'unsafe-url':
    case 'no-referrer-when-downgrade':
      return from.href;
    default:
      throw new Error(`the referrer policy ${policy} is unknown`);
  }
}

/** The Origin header of a post. A page that hides its address hides its origin as well. */
export function originFor(page: string, policy: string, chain: readonly URL[]): string {
  const { origin } = new URL(page);
  const target = chain.at(-1);
  if (policy === 'no-referrer') return 'null';
  if (policy === 'same-origin' && target?.origin !== origin) return 'null';
  // After a detour over another origin, the own one is no longer told.
  return chain.slice(0, -1).some((url) => url.origin !== origin && url.origin !== target?.origin)
    ? 'null'
    : origin;
}

/**
 * Whether the page's Content-Security-Policy lets a form be sent to an address.
 * @param policy the header; undefined if the page has none
 */
export function allowsFormTo(policy: string | undefined, page: string, target: URL): boolean {
  const directive = policy
    ?.split(';')
    .map((part) => part.trim().split(/\s+/))
    .find(([name]) => name === 'form-action');
  if (!directive) return true;
  return directive.slice(1).some((source) => {
    if (source === "'self'") return new URL(page).origin === target.origin;
    const [, scheme, host] = /^(?:([a-z]+):\/\/)?([^/]+)/.exec(source) ?? [];
    if (!host || (scheme && `${scheme}:` !== target.protocol)) return false;
    return host.startsWith('*.') ? target.host.endsWith(host.slice(1)) : target.host === host;
  });
}
