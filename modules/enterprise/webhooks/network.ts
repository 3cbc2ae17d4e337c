import { promises as dns, type LookupAddress } from 'node:dns';
import { connect as connectPlain } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as connectSecure } from 'node:tls';
import { Port } from '#modules/platform/index.ts';
import type { WebhookFailure } from '../fields.ts';
import { webhookTimes } from '../limits.ts';
import { isLoopbackAddress, isPublicAddress, readTarget, type Target } from './addresses.ts';

/** How webhooks get out: tests put their own resolver and connector in. */
export interface WebhookNetwork {
  /** Whether http is allowed to this machine itself. */
  loopback: boolean;
  /** Milliseconds of one try in all. */
  timeout: number;
  /** All addresses of a host. */
  resolve(host: string): Promise<LookupAddress[]>;
  /** Opens a connection to one of these addresses, and to no other. */
  connect(to: Target & { addresses: readonly LookupAddress[] }): Duplex;
}

export const webhookNetwork = new Port<WebhookNetwork>('webhook network');

export function openWebhookNetwork({ loopback }: { loopback: boolean }): WebhookNetwork {
  return {
    loopback,
    timeout: webhookTimes.try,
    resolve: (host) => dns.lookup(host, { all: true }),
    connect({ host, port, secure, addresses }) {
      const options = {
        host,
        port,
        // The host is not looked up again: its second answer could be another one than was checked. It answers later, as
        // every look-up does: without a route the connection fails at once, and nobody would listen for its error yet.
        lookup: (_host: string, _options: object, found: (error: null, all: LookupAddress[]) => void) =>
          void setImmediate(found, null, [...addresses]),
      };
      return secure ? connectSecure({ ...options, servername: nameOf(host) }) : connectPlain(options);
    },
  };
}

/** An address is no name that a client may send (RFC 6066); its certificate is checked against it all the same. */
const nameOf = (host: string) => (/^[\d.]+$|:/.test(host) ? '' : host);

/** A try that cannot be made, or that did not lead to an answer. */
export class WebhookFault extends Error {
  override name = 'WebhookFault';
  readonly failure: WebhookFailure;

  constructor(failure: WebhookFailure, options?: ErrorOptions) {
    super(failure, options);
    this.failure = failure;
  }
}

/**
 * Looks up where an address leads, and refuses it if any of the addresses is not public (D136).
 * @throws WebhookFault
 */
export async function findTarget(
  { loopback, resolve }: WebhookNetwork,
  address: string,
): Promise<Target & { addresses: LookupAddress[] }> {
  const target = readTarget(address, loopback);
  if (!target) throw new WebhookFault('insecure');
  let addresses: LookupAddress[];
  try {
    addresses = await resolve(target.host);
  } catch (error) {
    throw new WebhookFault('host-unknown', { cause: error });
  }
  if (addresses.length === 0) throw new WebhookFault('host-unknown');
  const allowed = ({ address: found }: LookupAddress) =>
    isPublicAddress(found) || (loopback && isLoopbackAddress(found));
  if (!addresses.every(allowed)) throw new WebhookFault('private-address');
  return { ...target, addresses };
}
