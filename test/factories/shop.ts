import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import pg from 'pg';
import Stripe from 'stripe';
import { afterAll, onTestFinished } from 'vitest';
import { exportCatalogue, importCatalogue } from '#modules/applications/index.ts';
import { type DatabaseAddress, type Environment, type Portal, sql } from '#modules/platform/index.ts';
import {
  getStart,
  listOffers,
  payHere,
  payThere,
  setPurchaseConfirmed,
  startPurchase,
} from '#modules/purchasing/index.ts';
import { addToLedger } from '#modules/purchasing/payment/ledger.ts';
import { type StripeSandbox, startStripeSandbox } from '#sandboxes/payments/index.ts';
import { cloneDatabase } from '#test/database.ts';
import type { PaymentGate } from '#test/factories/payment-gate.ts';
import { newPerson, type PersonWanted, type Registered } from '#test/factories/people.ts';
import { type TestPortal, testPortal } from '#test/portal.ts';

export interface Shop {
  portal: TestPortal;
  sandbox: StripeSandbox;
  /** A client of the payment provider. */
  stripe: Stripe;
}

interface ShopOptions {
  /** A gate through which all requests reach the provider. */
  gate?: PaymentGate;
  /** The portal's database, as for `testPortal`. The provider then has another one. */
  database?: DatabaseAddress;
  /** The portal's environment, as for `testPortal`. */
  environment?: Environment;
}

/**
 * A portal with a payment sandbox, whose events are held until a test takes them. They share a database unless one is
 * given for the portal.
 */
export async function openShop({ gate, database, environment }: ShopOptions = {}): Promise<Shop> {
  const port = gate?.port ?? (await freePort());
  const portal = await testPortal({
    environment: { STRIPE_SANDBOX_PORT: String(port), ...environment },
    database,
  });
  const own = database && (await cloneDatabase());
  const pool = new pg.Pool({ connectionString: own?.url ?? portal.databaseUrl, max: 8 });
  pool.on('error', () => undefined);
  const { payments } = portal.config;
  const sandbox = await startStripeSandbox({
    pool,
    port: gate ? 0 : port,
    host: '127.0.0.1',
    secretKey: payments.secretKey,
    webhookSecret: payments.webhookSecret,
    webhookUrl: null,
    now: () => portal.clock.now(),
    log: portal.log,
  });
  gate?.leadTo(sandbox.port);
  afterAll(async () => {
    await sandbox.close();
    await pool.end();
    await own?.drop();
  });
  return { portal, sandbox, stripe: providerOf(portal) };
}

/** A client of the payment sandbox beside a portal. */
function providerOf({ config: { payments } }: Portal): Stripe {
  return new Stripe(payments.secretKey, {
    protocol: 'http',
    host: 'localhost',
    port: payments.sandboxPort,
    telemetry: false,
    maxNetworkRetries: 0,
  });
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

export interface Buyer extends Registered {
  purchaseId: string;
}

/** A person who has chosen the national check but not paid. */
export async function newBuyer(shop: Shop, wanted: PersonWanted = {}): Promise<Buyer> {
  const person = await newPerson(shop.portal, wanted);
  return { ...person, purchaseId: await choose(person, 'US') };
}

/**
 * Chooses the package for a region.
 * @returns the id of the purchase
 */
export async function choose({ visitor }: Registered, region: 'US' | 'NY'): Promise<string> {
  const { packages } = await visitor.perform(listOffers, { pkgfilter: region });
  const { purchaseid } = await visitor.perform(startPurchase, { packageid: packages[0]?.id ?? '' });
  return purchaseid;
}

/**
 * Presses Pay in the page, which creates the intent that the card form would confirm.
 * @returns the id of the intent
 */
export async function pressPay({ visitor, purchaseId }: Buyer): Promise<string> {
  const { client_secret: secret } = await visitor.perform(payHere, {
    purchaseid: purchaseId,
    accept_terms: 'YES',
  });
  return secret?.split('_secret_')[0] ?? '';
}

/** Presses Pay on a page without script. @returns the path of the provider's page */
export async function pressPayThere({ visitor, purchaseId }: Buyer): Promise<string> {
  const { url } = await visitor.perform(payThere, { purchaseid: purchaseId, accept_terms: 'YES' });
  return new URL(url ?? '').pathname;
}

/** Confirms the intent, as the card form does in the browser. */
export function enterCard({ stripe }: Pick<Shop, 'stripe'>, intentId: string, card = 'pm_card_visa') {
  return stripe.paymentIntents.confirm(intentId, {
    payment_method: card,
    return_url: 'http://localhost:3000/',
  });
}

export interface PaidBuyer extends Buyer {
  applicationId: string;
  /** The provider's payment. */
  transactionId: string;
}

/** A person chooses the national check and pays for it by card. */
export async function buyByCard(
  portal: Portal,
  person: Registered,
  card = 'pm_card_visa',
): Promise<PaidBuyer> {
  const buyer = { ...person, purchaseId: await choose(person, 'US') };
  const transactionId = await pressPay(buyer);
  await enterCard({ stripe: providerOf(portal) }, transactionId, card);
  await buyer.visitor.perform(setPurchaseConfirmed, { purchaseid: buyer.purchaseId });
  const { id } = await portal.db
    .selectFrom('application')
    .select('id')
    .where('purchase_id', '=', buyer.purchaseId)
    .executeTakeFirstOrThrow();
  return { ...buyer, transactionId, applicationId: id };
}

/** Charges a card for the check of a person's active score, which was created without a payment. */
export async function payForScore(portal: Portal, accountId: string, card = 'pm_card_visa'): Promise<void> {
  const { purchase_id: purchaseId } = await portal.db
    .selectFrom('shield_score')
    .innerJoin('application', 'application.id', 'shield_score.application_id')
    .select('application.purchase_id')
    .where('shield_score.account_id', '=', accountId)
    .where('shield_score.ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  const payment = await providerOf(portal).paymentIntents.create({
    amount: 7900,
    currency: 'usd',
    confirm: true,
    payment_method: card,
    return_url: 'http://localhost:3000/',
    metadata: { purchase_id: purchaseId },
  });
  await portal.work('test.pay-for-score', (work) =>
    addToLedger(work, {
      purchaseId,
      accountId,
      paidBy: { leg: 'buyer' },
      kind: 'charge',
      cents: payment.amount,
      currency: 'usd',
      providerId: payment.id,
    }),
  );
}

/** Enters a card in the provider's own page. */
export function typeCard({ sandbox }: Shop, path: string, number = '4242424242424242'): Promise<Response> {
  return fetch(`${sandbox.url}${path}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ number, expiry: '12/34', cvc: '123', name: 'Dana Whitfield', zip: '78751' }),
  });
}

export async function statusOf({ visitor }: Registered): Promise<string> {
  return (await visitor.perform(getStart, {})).status;
}

export interface Books {
  purchases: { id: string; status: string; amount_cents: number; transaction_id: string | null }[];
  ledger: { kind: string; amount_cents: number; provider_id: string; purchase_id: string }[];
  applications: { status: string; purchase_id: string }[];
}

/** Everything that the portal stores about a person's purchases. */
export async function booksOf({ db }: Portal, { accountId }: Registered): Promise<Books> {
  const [purchases, ledger, applications] = await Promise.all([
    sql<Books['purchases'][number]>`
      select id, status, amount_cents, transaction_id from purchase where account_id = ${accountId} order by id`.execute(
      db,
    ),
    sql<Books['ledger'][number]>`
      select kind, amount_cents, provider_id, purchase_id from ledger_entry where account_id = ${accountId}`.execute(
      db,
    ),
    sql<Books['applications'][number]>`
      select status, purchase_id from application where account_id = ${accountId}`.execute(db),
  ]);
  return { purchases: purchases.rows, ledger: ledger.rows, applications: applications.rows };
}

/** The provider's payments by a person: transaction and cents. */
export async function paidAtProvider(
  { stripe }: Shop,
  books: Books,
): Promise<{ id: string; amount: number }[]> {
  const paid: { id: string; amount: number }[] = [];
  const mine = new Set(books.purchases.map((purchase) => purchase.id));
  for await (const intent of stripe.paymentIntents.list({ limit: 100 })) {
    if (mine.has(intent.metadata.purchase_id ?? '') && intent.amount_received > 0)
      paid.push({ id: intent.id, amount: intent.amount_received });
  }
  return paid;
}

/** Removes the faults that a test requested, after the test. */
export function duringThisTest(shop: Shop): StripeSandbox {
  onTestFinished(() => shop.sandbox.clearFaults());
  return shop.sandbox;
}

/** Changes the prices of the national package, as staff do. */
export async function setPrices(
  portal: Portal,
  prices: { base_price_cents?: number; renewal_price_cents?: number },
): Promise<void> {
  await portal.work('test.prices', async (work) => {
    const catalogue = await exportCatalogue(work);
    const packages = catalogue.packages.map((row) =>
      row.crapackageid === 'NATIONAL' ? { ...row, ...prices } : row,
    );
    await importCatalogue(work, { ...catalogue, packages });
  });
}
