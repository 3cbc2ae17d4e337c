import type { Request } from '@playwright/test';
import { expect, expectAccessible, expectShown, press } from '../../browser/fixtures.ts';
import { test as base } from '../../browser/own-portal.ts';
import { startPaymentSandbox } from '../../browser/sandbox.ts';
import { makePerson } from '../acts/person.ts';
import { cards, choosePackage, enterCard, expectReceipt } from '../acts/purchase.ts';

/**
 * A portal whose payment provider can be stopped and started. It has no worker that could handle the provider's events.
 */
const test = base.extend<{ startProvider: () => Promise<() => Promise<void>> }>({
  startProvider: async ({ portal: { app } }, use) => {
    let stop = async () => {};
    await use(async () => {
      stop = await startPaymentSandbox(app);
      return stop;
    });
    await stop();
  },
});

test.use({ portalOptions: { command: ['web'] } });

test('a provider that is silent, short of words or slow is waited for, and nothing is charged twice', {
  tag: '@script',
}, async ({ page, context, portal: { database }, startProvider, expectedFaults, join }) => {
  await join(page, makePerson('900-00-0002'));
  expectedFaults.push(
    /\/v3\//,
    /Failed to load resource/,
    /^answer: 503 .*\/(completepurchase|selectpackage)/,
  );
  await choosePackage(page);
  await page.getByLabel('I have read and agree').check();
  await press(page, 'Pay $79');
  await expectShown(page, 'purchase.provider-silent');
  await expectAccessible(page);

  const stopProvider = await startProvider();
  const purchaseId = new URL(page.url()).searchParams.get('purchaseid') ?? '';
  const receipt = `/user/purchase/purchasereceipt?purchaseid=${purchaseId}`;
  // The sandbox's banks always answer at once and with a message, but real banks may not.
  const change = (what: string) =>
    database.query(
      `update sandbox.stripe_object set data = ${what}
       where kind = 'payment_intent' and data -> 'metadata' ->> 'purchase_id' = $1`,
      [purchaseId],
    );
  await page.reload();
  await enterCard(page, true, cards.declined);
  await expect(page.getByText('Your card was declined.')).toBeVisible();
  await change(`data #- '{last_payment_error,message}'`);
  await page.goto(receipt);
  await expect(page).toHaveURL(/\/completepurchase\?/);
  await expectShown(page, 'purchase.declined-prefix');
  await expectShown(page, 'purchase.declined');
  await expectAccessible(page);

  // Somebody has changed the amount at the provider.
  await change(`data || '{"status": "succeeded", "amount": 8000, "amount_received": 8000}'`);
  await page.goto(receipt);
  await expectShown(page, 'purchase.unmatched');
  await expectAccessible(page);

  await enterCard(page, true, cards.asks);
  await expect(page.getByRole('dialog', { name: 'Your bank asks' })).toBeVisible();
  await change(`data || '{"status": "processing"}'`);
  // The page redirects as soon as the provider answers, which cancels this navigation.
  await expect(() => page.goto(receipt)).toPass();
  await expectShown(page, 'purchase.processing');
  await expectAccessible(page);

  const polls = /\/purchasereceipt/;
  const underWay = new Set<Request>();
  page.on('request', (request) => polls.test(request.url()) && underWay.add(request));
  page.on('requestfinished', (request) => underWay.delete(request));
  page.on('requestfailed', (request) => underWay.delete(request));
  await stopProvider();
  await expectShown(page, 'purchase.unconfirmed');
  await expectAccessible(page);
  // A poll that the server still works on would settle the payment that is about to succeed. So no more polls reach the
  // server, and the page is left when those before are answered.
  await page.route(polls, (route) => {
    underWay.delete(route.request());
  });
  await expect.poll(() => underWay.size).toBe(0);
  await page.goto('/user/purchase/selectpackage?pkgfilter=NY');
  await page.unroute(polls);
  await startProvider();

  await change(`data || '{"status": "succeeded", "amount_received": 7900}'`);
  await page.getByRole('radio').check();
  // A provider that was asked in vain for ten seconds is left alone for a while.
  await expect(async () => {
    const answered = page.waitForResponse(/\/selectpackage/);
    await press(page, 'Continue');
    expect((await answered).status()).not.toBe(503);
  }).toPass();
  await expectShown(page, 'purchase.paid-already');
  await expectAccessible(page);
  const last = await context.newPage();
  await last.goto(receipt);
  await expectReceipt(last);
});
