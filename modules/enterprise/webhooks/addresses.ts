import { BlockList, isIPv4, isIPv6 } from 'node:net';

/**
 * Which addresses webhooks may be sent to (D136): only those of the public internet, so that nobody can reach what is
 * reachable from the portal's own network alone.
 */

/** IPv4 networks that are not public: IANA's special-purpose registry, multicast, and the metadata service of Azure. */
const special4: readonly [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];

/**
 * Of IPv6 only global unicast is public, without what is special inside of it. Everything else, such as mapped IPv4
 * addresses, NAT64, unique-local, link-local and multicast, lies outside of it.
 */
const global6: readonly [string, number] = ['2000::', 3];
const special6: readonly [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

function listOf(networks: readonly (readonly [string, number])[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const [network, bits] of networks) list.addSubnet(network, bits, family);
  return list;
}

const notPublic4 = listOf(special4, 'ipv4');
const public6 = listOf([global6], 'ipv6');
const notPublic6 = listOf(special6, 'ipv6');
const loopback4 = listOf([['127.0.0.0', 8]], 'ipv4');

/** @param address without brackets; whatever is no address is not public */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !notPublic4.check(address, 'ipv4');
  // One with a zone belongs to an interface of this machine.
  if (!isIPv6(address) || address.includes('%')) return false;
  return public6.check(address, 'ipv6') && !notPublic6.check(address, 'ipv6');
}

export const isLoopbackAddress = (address: string) =>
  isIPv4(address) ? loopback4.check(address, 'ipv4') : address === '::1';

export interface Target {
  /** As `URL` writes it: an IPv4 address in any other notation has become the usual one. */
  url: URL;
  secure: boolean;
  /** Without brackets. */
  host: string;
  port: number;
}

/**
 * Reads the address of an endpoint.
 * @param loopback whether http is allowed to this machine itself, in development
 * @returns null if it is not an https address, or has a user name, a fragment or the port 0; any other port is taken
 */
export function readTarget(address: string, loopback: boolean): Target | null {
  const url = URL.parse(address);
  if (!url || url.username || url.password || url.hash) return null;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const secure = url.protocol === 'https:';
  const local = host === 'localhost' || isLoopbackAddress(host);
  if (host === '' || url.port === '0' || !(secure || (loopback && local && url.protocol === 'http:'))) {
    return null;
  }
  return { url, secure, host, port: Number(url.port) || (secure ? 443 : 80) };
}
