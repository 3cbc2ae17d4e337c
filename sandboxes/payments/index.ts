import type { AddressInfo } from 'node:net';
import type { Pool } from 'pg';
import type { Log } from '#modules/platform/index.ts';
import { type Fault, Faults } from './faults.ts';
import { createSandboxServer } from './server.ts';
import { type SignedEvent, Webhooks } from './webhooks.ts';

export interface StripeSandboxOptions {
  /** Best one of its own: the portal waits for the sandbox, so the two should not wait for the same connections. */
  pool: Pool;
  /** 0 for any free one. */
  port: number;
  host: string;
  /** Origin as browsers know it; `http://localhost:<port>` when absent. */
  publicUrl?: string;
  secretKey: string;
  webhookSecret: string;
  /** Where signed events go; null keeps them until they are taken. */
  webhookUrl: string | null;
  now: () => Date;
  log: Log;
}

export interface StripeSandbox {
  /** Its origin. */
  readonly url: string;
  readonly port: number;
  /** Orders something to go wrong with the next calls. */
  plan(fault: Fault): void;
  clearFaults(): void;
  holdWebhooks(): void;
  releaseWebhooks(): void;
  /** Undelivered events, signed now, in place of sending them: for tests that replay, reorder and lose them. */
  takeEvents(): Promise<SignedEvent[]>;
  close(): Promise<void>;
}

export { signEvent } from './webhooks.ts';
export type { Fault, SignedEvent };

/**
 * A server on a port of its own that speaks Stripe's API and behaves: cards that pay, are declined or ask the bank;
 * hosted pages, card forms and signed webhooks. It keeps what it knows in the schema `sandbox` of the database.
 * @throws when the port is taken (EADDRINUSE)
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
