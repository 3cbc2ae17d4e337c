import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import type { DatabaseAddress, Environment } from '#modules/platform/index.ts';
import { createLog } from '#modules/platform/log.ts';
import { startStripeSandbox } from '#sandboxes/payments/index.ts';
import { emptyDatabase } from '../database.ts';
import { freePort } from '../free-port.ts';
import { openMailbox } from './mailbox.ts';

/** A portal in production, with an empty database and the outside services on this machine. */

export const origin = 'https://portal.example.test';
const stripe = { secretKey: 'sk_test_operator', webhookSecret: 'whsec_0123456789abcdef' };

/**
 * The environment that production requires, with the outside services on this machine.
 * @param given an empty database, which is left alone afterwards; one of its own by default
 */
export async function openSite(given?: DatabaseAddress) {
  const folder = mkdtempSync(join(tmpdir(), 'shieldhub-operator-'));
  const own = given ? null : await emptyDatabase();
  const database = given ?? own;
  if (!database) throw new Error('there is no database');
  const pool = new pg.Pool({ connectionString: database.url, max: 4 });
  const mailbox = await openMailbox();
  const port = await freePort(2);
  const paymentPort = port + 1;
  const environment: Environment = {
    SHIELD_ENV: 'production',
    DATA_FOLDER: folder,
    PUBLIC_URL: origin,
    HOST: '127.0.0.1',
    PORT: String(port),
    TRUSTED_PROXIES: '127.0.0.1',
    BRANDED_HOST_SUFFIX: '.portal.example.test',
    DATABASE_URL: database.url,
    DATABASE_POOL: '6',
    KEY_RING: `k1:${Buffer.from(Array.from({ length: 32 }, (_, at) => at * 7)).toString('base64')}`,
    LOOKUP_KEY: 'lookup-0123456789-abcdefghijklmnop',
    SIGNING_KEY: 'signing-0123456789-abcdefghijklmno',
    MAIL: 'smtp',
    SMTP_URL: mailbox.url,
    SMS: 'twilio',
    SMS_FROM: '+15125550142',
    TWILIO_ACCOUNT_SID: `AC${'0123456789abcdef'.repeat(2)}`,
    TWILIO_AUTH_TOKEN: '0123456789abcdef',
    STORAGE: 'folder',
    STORAGE_FOLDER: join(folder, 'files'),
    PAYMENTS: 'stripe',
    STRIPE_URL: `http://localhost:${paymentPort}`,
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_PUBLISHABLE_KEY: 'pk_test_operator',
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    CRA: 'https',
    CRA_URL: 'https://agency.example.test/api',
    CRA_API_KEY: '0123456789abcdef',
    CRA_WEBHOOK_SECRET: '0123456789abcdef',
    IDV: 'onfido',
    ONFIDO_REGION: 'us',
    ONFIDO_API_TOKEN: '0123456789abcdef',
    ONFIDO_WORKFLOW_ID: '33333333-3333-4333-8333-333333333333',
    ONFIDO_WEBHOOK_TOKEN: '0123456789abcdef',
    LOG_LEVEL: 'silent',
  };
  onTestFinished(async () => {
    await mailbox.close();
    await pool.end();
    await own?.drop();
    rmSync(folder, { recursive: true, force: true });
  });
  const owning = { ...environment, DATABASE_OWNER_URL: database.ownerUrl };
  return { folder, pool, mailbox, port, paymentPort, environment, owning, ownerUrl: database.ownerUrl };
}

/** The payment sandbox, at the configured address of Stripe. */
export async function openPayments(pool: pg.Pool, paymentPort: number, port: number): Promise<string> {
  const sandbox = await startStripeSandbox({
    ...stripe,
    pool,
    host: '127.0.0.1',
    port: paymentPort,
    webhookUrl: `http://127.0.0.1:${port}/hooks/stripe`,
    now: () => new Date(),
    log: createLog({ level: 'silent' }),
  });
  onTestFinished(() => sandbox.close());
  return sandbox.url;
}
