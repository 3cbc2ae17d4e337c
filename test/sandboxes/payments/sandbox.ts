import pg from 'pg';
import Stripe from 'stripe';
import { afterAll } from 'vitest';
import { TestClock } from '#modules/platform/index.ts';
import { createLog } from '#modules/platform/log.ts';
import { startStripeSandbox } from '#sandboxes/payments/index.ts';
import { cloneDatabase } from '#test/database.ts';

export const SECRET_KEY = 'sk_test_sandbox';
export const WEBHOOK_SECRET = 'whsec_0123456789abcdef';

/** A sandbox with its own database, and a client of the official SDK. Both close after the last test of the file. */
export async function openSandbox(webhookUrl: string | null = null) {
  const database = await cloneDatabase();
  const pool = new pg.Pool({ connectionString: database.url, max: 6 });
  const clock = new TestClock();
  const errors: string[] = [];
  const options = {
    pool,
    port: 0,
    host: '127.0.0.1',
    secretKey: SECRET_KEY,
    webhookSecret: WEBHOOK_SECRET,
    webhookUrl,
    now: () => clock.now(),
    log: createLog({ level: 'error', destination: { write: (line) => errors.push(line) } }),
  };
  let sandbox = await startStripeSandbox(options);
  const connect = (key = SECRET_KEY) =>
    new Stripe(key, {
      protocol: 'http',
      host: '127.0.0.1',
      port: sandbox.port,
      telemetry: false,
      maxNetworkRetries: 0,
    });
  afterAll(async () => {
    await sandbox.close();
    await pool.end();
    await database.drop();
  });
  return {
    clock,
    errors,
    pool,
    connect,
    get sandbox() {
      return sandbox;
    },
    /** Stops the sandbox and starts another on the same database. */
    async restart() {
      await sandbox.close();
      sandbox = await startStripeSandbox({ ...options, port: sandbox.port });
    },
  };
}
