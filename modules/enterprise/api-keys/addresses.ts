import { BlockList, isIP } from 'node:net';
import { mostAllowedAddresses } from '../limits.ts';

/** The addresses from which a key works, in CIDR notation (RFC 4632, RFC 4291 section 2.3). */

const bitsOf = { 4: 32, 6: 128 } as const;

interface Network {
  address: string;
  family: 'ipv4' | 'ipv6';
  bits: number;
}

/** @returns null for what is neither an address nor a network */
function readNetwork(text: string): Network | null {
  const [, address = '', length] = /^([0-9a-f:.]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? [];
  const version = isIP(address);
  if (version !== 4 && version !== 6) return null;
  const bits = length === undefined ? bitsOf[version] : Number(length);
  return bits <= bitsOf[version] ? { address, family: `ipv${version}`, bits } : null;
}

/**
 * Reads what the owner typed: addresses and networks separated by white space or commas.
 * @returns each once, in small letters; null if one is wrong or there are too many
 */
export function readAllowedAddresses(typed: string): string[] | null {
  const parts = typed
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter((part) => part !== '');
  const found = [...new Set(parts)];
  return found.length <= mostAllowedAddresses && found.every(readNetwork) ? found : null;
}

/** Whether an address is in one of the networks. Without networks every address is allowed. */
export function isAllowedAddress(address: string, allowed: readonly string[]): boolean {
  if (allowed.length === 0) return true;
  const version = isIP(address);
  if (version === 0) return false;
  const networks = new BlockList();
  for (const each of allowed) {
    const network = readNetwork(each);
    if (network) networks.addSubnet(network.address, network.bits, network.family);
  }
  return networks.check(address, version === 6 ? 'ipv6' : 'ipv4');
}
