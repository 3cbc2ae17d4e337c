import type { AddressInfo } from 'node:net';
import type { Pool } from 'pg';
import type { Log } from '#modules/platform/index.ts';
import { type Fault, Faults } from './faults.ts';
import { createSandboxServer } from './server.ts';
import { type SignedEvent, Webhooks } from './webhooks.ts';

export interface StripeSandboxOptions {
  /**
   * Must be a separate pool: the portal waits for the sandbox, so the two must not compete for the same connections.
   */
  pool: Pool;
  /** 0 for any free port. */
  port: number;
  host: string;
  /** The origin for browsers; `http://localhost:<port>` by default. */
  publicUrl?: string;
  secretKey: string;
  webhookSecret: string;
  /** Where signed events are sent. If null, they are kept until `takeEvents` returns them. */
  webhookUrl: string | null;
  now: () => Date;
  log: Log;
}

export interface StripeSandbox {
  /** Its origin. */
  readonly url: string;
  readonly port: number;
  /** Makes the next calls fail in a given way. */
  plan(fault: Fault): void;
  clearFaults(): void;
  holdWebhooks(): void;
  releaseWebhooks(): void;
  /** Returns the undelivered events, signed, instead of sending them. For tests that repeat, reorder or drop events. */
  takeEvents(): Promise<SignedEvent[]>;
  close(): Promise<void>;
}

export { Faults } from './faults.ts';
export { signEvent } from './webhooks.ts';
export type { Fault, SignedEvent };

/**
 * A server on its own port that implements Stripe's API: cards that succeed, are declined or need authentication;
 * hosted pages, card forms and signed webhooks. It stores its objects in the database's schema `sandbox`.
 * @throws if the port is in use (EADDRINUSE)
 */
export async function startStripeSandbox(options: StripeSandboxOptions): Promise<StripeSandbox> {
  const { pool, host, secretKey, now, log } = options;
  const faults = new Faults();
  const webhooks = new Webhooks({
    pool,
    url: options.webhookUrl,
    secret: options.webhookSecret,
    now,
    log,
  });
  let url = options.publicUrl ?? '';
  const server = createSandboxServer({
    pool,
    now,
    secretKey,
    faults,
    webhooks,
    origin: () => url,
    onError: (error) => log.error({ err: error }, 'stripe sandbox'),
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  url ||= `http://localhost:${port}`;
  webhooks.poke();
  return {
    get url() {
      return url;
    },
    port,
    plan: (fault) => faults.plan(fault),
    clearFaults: () => faults.clear(),
    holdWebhooks: () => webhooks.hold(),
    releaseWebhooks: () => webhooks.release(),
    takeEvents: () => webhooks.take(),
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
      await webhooks.stop();
    },
  };
}
