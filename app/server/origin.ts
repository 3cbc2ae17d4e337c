import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import type { Config } from '#modules/platform/index.ts';

/** The client's address and the requested host. Forwarding headers count only from trusted proxies. */
export interface RequestOrigin {
  /** The client's address (D13). */
  address: string;
  /** `http` or `https`, as used by the browser. */
  scheme: 'http' | 'https';
  /** The Host header in lower case, not yet checked. */
  host: string;
}

/** Reads where requests come from. Forwarding headers from an untrusted sender are ignored. */
export function originReader(config: Config): (request: IncomingMessage) => RequestOrigin {
  const trusted = new BlockList();
  for (const entry of config.trustedProxies) {
    const [address = '', bits] = entry.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(bits), family);
  }
  // What is no address is in no network.
  const isTrusted = (address: string) => trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  const ownScheme = config.publicUrl.startsWith('https:') ? 'https' : 'http';

  return (request) => {
    const peer = plainAddress(request.socket.remoteAddress ?? '');
    const { headers } = request;
    const host = (headers.host ?? '').toLowerCase();
    if (!isTrusted(peer)) return { address: peer, scheme: ownScheme, host };
    return {
      address: lastUntrusted(headers['x-forwarded-for'], isTrusted) ?? peer,
      scheme: firstOf(headers['x-forwarded-proto']) === 'http' ? 'http' : ownScheme,
      host: firstOf(headers['x-forwarded-host'])?.toLowerCase() ?? host,
    };
  };
}

/** The rightmost address that is not that of a trusted proxy. The addresses to the left of it can be forged. */
function lastUntrusted(
  header: string | string[] | undefined,
  isTrusted: (address: string) => boolean,
): string | null {
  const hops = String(header ?? '')
    .split(',')
    .map((hop) => plainAddress(hop.trim()))
    .filter((hop) => hop !== '');
  let furthest: string | null = null;
  for (const hop of hops.reverse()) {
    if (isIP(hop) === 0) return furthest;
    furthest = hop;
    if (!isTrusted(hop)) return hop;
  }
  return furthest;
}

/** The address without brackets and port; an IPv4-mapped IPv6 address as plain IPv4. */
function plainAddress(address: string): string {
  const bare =
    /^\[(.+)\](?::\d+)?$/.exec(address)?.[1] ?? address.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1');
  return bare.startsWith('::ffff:') && bare.includes('.') ? bare.slice(7) : bare;
}

function firstOf(header: string | string[] | undefined): string | undefined {
  return header === undefined ? undefined : String(header).split(',')[0]?.trim();
}
