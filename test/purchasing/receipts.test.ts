import { expect, test } from 'vitest';
import { downloadStaffReceipt } from '#modules/admin/index.ts';
import { downloadReceipt, getPurchase, setPurchaseConfirmed } from '#modules/purchasing/index.ts';
import { addToLedger } from '#modules/purchasing/payment/ledger.ts';
import { readReceipt } from '#modules/purchasing/receipts/data.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { newBrandedHost } from '#test/factories/branding.ts';
import { inviteWithCoupon, newCouponCompany } from '#test/factories/coupons.ts';
import { newCompany, newTeamMember } from '#test/factories/network.ts';
import { newPerson, newStaff, type Registered } from '#test/factories/people.ts';
import {
  type Buyer,
  booksOf,
  choose,
  enterCard,
  newBuyer,
  openShop,
  pressPay,
  setPrices,
} from '#test/factories/shop.ts';
import { faultsForReaders } from '#test/pdf-tags.ts';
import { pdfPaint, pdfPlaces, pdfText } from '#test/pdf-text.ts';

const shop = await openShop();
const { portal } = shop;

const named = { firstname: 'Łukasz', lastname: 'Ångström' };

async function paidBuyer(): Promise<Buyer> {
  const buyer = await newBuyer(shop, named);
  await enterCard(shop, await pressPay(buyer));
  await buyer.visitor.perform(setPurchaseConfirmed, { purchaseid: buyer.purchaseId });
  return buyer;
}

test('F76: the receipt is a PDF with the order, found by purchase, application and transaction', async () => {
  const buyer = await paidBuyer();
  const answer = await buyer.visitor.call('GET', '/application/downloadreceipt', {
    purchaseid: buyer.purchaseId,
  });
  expect(answer).toMatchObject({ status: 200, body: { success: true, amount: 7900 } });
  expect(answer.body.created_formatted).toMatch(/^\d{2}\/\d{2}\/\d{4}$/);
  expect(answer.body.filename).toMatch(/^receipt-\d{14}\.pdf$/);
  expect(await faultsForReaders(answer.body.receipt_body)).toEqual([]);
  const text = await pdfText(answer.body.receipt_body);
  for (const part of [
    'ShieldHub',
    'National Background Check',
    '$79.00',
    answer.body.created_formatted,
    'Ångström',
  ]) {
    expect(text).toContain(part);
  }
  const { purchases } = await booksOf(portal, buyer);
  expect(text).toContain(purchases[0]?.transaction_id ?? 'no transaction');
  expect(text).toContain(buyer.purchaseId);
  expect(text).toContain(buyer.emailaddress);
  expect(text).not.toContain('renewal');
  await portal.runJobs();
  const again = await buyer.visitor.perform(downloadReceipt, { purchaseid: buyer.purchaseId });
  expect(await pdfText(again.receipt_body)).toContain('Visa ending in 4242');
  const byTransaction = await buyer.visitor.perform(downloadReceipt, {
    transactionid: purchases[0]?.transaction_id ?? '',
  });
  expect(byTransaction.amount).toBe(7900);
  const { rows } = await portal.pool.query('select id from application where account_id = $1', [
    buyer.accountId,
  ]);
  expect((await buyer.visitor.perform(downloadReceipt, { appid: rows[0].id })).amount).toBe(7900);
});

test('a receipt that is named in several ways is that of one purchase, for the buyer and for staff', async () => {
  const [buyer, stranger] = [await paidBuyer(), await paidBuyer()];
  const idsOf = async ({ accountId }: Buyer) => {
    const { rows } = await portal.pool.query<{ purchaseid: string; appid: string; transactionid: string }>(
      `select application.purchase_id as purchaseid, application.id as appid, purchase.transaction_id as transactionid
       from application join purchase on purchase.id = purchase_id where application.account_id = $1`,
      [accountId],
    );
    return rows[0] ?? expect.fail('no application');
  };
  const [own, theirs] = [await idsOf(buyer), await idsOf(stranger)];
  const staff = await newStaff(portal);
  for (const ask of [
    (asked: object) => buyer.visitor.perform(downloadReceipt, asked),
    (asked: object) => staff.visitor.perform(downloadStaffReceipt, asked),
  ]) {
    expect((await ask(own)).amount).toBe(7900);
    for (const asked of [
      { ...own, appid: theirs.appid },
      { ...own, transactionid: theirs.transactionid },
      { appid: own.appid, transactionid: theirs.transactionid },
      { ...own, transactionid: 'pi_unknown' },
      {},
    ]) {
      await expect(ask(asked)).rejects.toMatchObject({ code: 'not-found' });
    }
  }
});

test('a check that is no longer sold keeps its receipt, in the mail and as a file', async () => {
  const buyer = await paidBuyer();
  const { rows: sold } = await portal.pool.query<{ id: string }>(
    `update screening_package set active = false where crapackageid = 'NATIONAL' and active returning id`,
  );
  try {
    await portal.runJobs();
    const mails = await listOutbox(portal.db, { to: buyer.emailaddress });
    const receipts = mails.filter(({ subject }) => subject?.startsWith('Your receipt'));
    expect(receipts.map(({ attachments }) => attachments.map(({ contentType }) => contentType))).toEqual([
      ['application/pdf'],
    ]);
    expect(await pdfText(receipts[0]?.attachments[0]?.content ?? '')).toContain('$79.00');
    const asked = { purchaseid: buyer.purchaseId };
    expect(await pdfText((await buyer.visitor.perform(downloadReceipt, asked)).receipt_body)).toContain(
      'National Background Check',
    );
    expect((await buyer.visitor.perform(getPurchase, asked)).packagedetails).toMatchObject({
      crapackageid: 'NATIONAL',
    });
    await expect(choose(await newPerson(portal), 'US')).rejects.toMatchObject({
      code: 'purchasing.package-needed',
    });
  } finally {
    await portal.pool.query('update screening_package set active = true where id = $1', [sold[0]?.id]);
  }
});

/** A buyer who paid 49 of 79 dollars, and the company whose coupon paid the rest. */
async function paidWithCoupon() {
  const company = await newCouponCompany(shop, { type: 'flat', amount: 30 });
  const buyer = await newBuyer(shop, named);
  await inviteWithCoupon(shop, company, buyer.accountId);
  await enterCard(shop, await pressPay(buyer));
  await buyer.visitor.perform(setPurchaseConfirmed, { purchaseid: buyer.purchaseId });
  // A job charges the company's card, and the buyer's receipt does not depend on it.
  const early = await buyer.visitor.perform(downloadReceipt, { purchaseid: buyer.purchaseId });
  await portal.runJobs();
  const { ledger } = await booksOf(portal, buyer);
  const providerId = ledger.find(({ amount_cents }) => amount_cents === 3000)?.provider_id ?? '';
  return { buyer, early, company: { ...company, providerId } };
}

const discountLines = ['Price', '$79.00', 'Coupon: $30 off', '-$30.00', '$49.00', 'after a coupon discount'];

test('buyer and company each get the receipt of what they paid; nobody else of the company gets one', async () => {
  const { buyer, early, company } = await paidWithCoupon();
  const { visitor } = company.owner;
  const own = await buyer.visitor.perform(downloadReceipt, { purchaseid: buyer.purchaseId });
  expect(own.amount).toBe(4900);
  const mails = await listOutbox(portal.db, { to: buyer.emailaddress });
  const mail = mails.find(({ subject }) => subject?.startsWith('Your receipt'));
  const texts = [early.receipt_body, own.receipt_body, mail?.attachments[0]?.content ?? ''].map(pdfText);
  for (const text of [...(await Promise.all(texts)), mail?.text]) {
    for (const part of discountLines) expect(text).toContain(part);
  }
  for (const asked of [{ purchaseid: buyer.purchaseId }, { transactionid: company.providerId }]) {
    const answer = await visitor.perform(downloadReceipt, asked);
    expect(answer.amount).toBe(3000);
    const words = await pdfText(answer.receipt_body);
    for (const part of ['Redeemed by', 'Ångström', '$30.00', company.providerId])
      expect(words).toContain(part);
    for (const secret of ['$79.00', '$49.00', buyer.emailaddress]) expect(words).not.toContain(secret);
  }
  const { purchases } = await booksOf(portal, buyer);
  const another = await paidWithCoupon();
  const strangers: [Registered, { purchaseid: string } | { transactionid: string }][] = [
    [buyer, { transactionid: company.providerId }],
    [company.owner, { transactionid: purchases[0]?.transaction_id ?? '' }],
    [await newTeamMember(portal, company, 'admin'), { purchaseid: buyer.purchaseId }],
    [(await newCompany(portal)).owner, { purchaseid: buyer.purchaseId }],
    [another.company.owner, { purchaseid: buyer.purchaseId }],
  ];
  for (const [who, asked] of strangers) {
    const answer = await who.visitor.call('GET', '/application/downloadreceipt', asked);
    expect(answer).toMatchObject({ status: 404, body: { error_code: 'not-found' } });
  }
});

test('what is below the least charge is part of the discount on the receipt', async () => {
  const company = await newCouponCompany(shop, { type: 'percent', amount: 99 });
  await setPrices(portal, { base_price_cents: 4000 });
  try {
    const buyer = await newBuyer(shop, named);
    await inviteWithCoupon(shop, company, buyer.accountId);
    const asked = { purchaseid: buyer.purchaseId };
    await buyer.visitor.perform(setPurchaseConfirmed, { ...asked, couponcoversfull: 'YES' });
    const own = await buyer.visitor.perform(downloadReceipt, asked);
    expect(own.amount).toBe(0);
    const text = await pdfText(own.receipt_body);
    for (const part of ['$40.00', 'Coupon: 99% off', '-$40.00', '$0.00', 'You weren’t charged.'])
      expect(text).toContain(part);
    expect((await company.owner.visitor.perform(downloadReceipt, asked)).amount).toBe(3960);
  } finally {
    await setPrices(portal, { base_price_cents: 7900 });
  }
});

test('staff get every receipt; the check says what was paid, what went back and how', async () => {
  const { buyer, company } = await paidWithCoupon();
  const { visitor } = await newStaff(portal);
  const { rows } = await portal.pool.query('select id from application where account_id = $1', [
    buyer.accountId,
  ]);
  const ask = (asked: object) => visitor.call('POST', '/admin/downloadreceipt', asked);
  expect(await ask({ appid: rows[0].id })).toMatchObject({ status: 200, body: { amount: 4900 } });
  expect(await ask({ transactionid: company.providerId })).toMatchObject({ body: { amount: 3000 } });
  expect(await ask({ purchaseid: crypto.randomUUID() })).toMatchObject({ status: 404 });
  const checks = await visitor.call('POST', '/admin/getuserbgchecks', { userid: buyer.accountId });
  expect(checks.body.applications).toMatchObject([
    {
      amount: 7900,
      paid_amount: 7900,
      refunded_amount: 0,
      disputed_amount: 0,
      active: 'NO',
      stripe_transactions: [
        { type: 'CHARGE', method: 'Card', amount: 4900 },
        { id: company.providerId, type: 'CHARGE', method: 'Company card', amount: 3000 },
      ],
    },
  ]);
});

test('no receipt without payment, for nothing, or for somebody else', async () => {
  const unpaid = await newBuyer(shop);
  const open = await unpaid.visitor.call('GET', '/application/downloadreceipt', {
    purchaseid: unpaid.purchaseId,
  });
  expect(open).toMatchObject({ status: 409, body: { error_code: 'purchasing.not-paid' } });
  const nothing = await unpaid.visitor.call('GET', '/application/downloadreceipt', {});
  expect(nothing.status).toBe(404);
  const buyer = await paidBuyer();
  const companys = portal.work('test.read', (work) => readReceipt(work, buyer.purchaseId, 'company'));
  await expect(companys).rejects.toMatchObject({ code: 'not-found' });
  const stranger = await newPerson(portal);
  const { purchases } = await booksOf(portal, buyer);
  const unmatched = `pi_unmatched_${buyer.purchaseId}`;
  await portal.work('test.unmatched', async (work) => {
    const movement = {
      purchaseId: buyer.purchaseId,
      accountId: buyer.accountId,
      paidBy: { leg: 'buyer' as const },
      cents: 100,
      currency: 'usd',
    };
    const chargeId = await addToLedger(work, { ...movement, kind: 'unmatched', providerId: unmatched });
    if (!chargeId) throw new Error('The ledger has it already');
    await addToLedger(work, { ...movement, kind: 'refund', chargeId, providerId: `re_${unmatched}` });
  });
  for (const transactionid of [unmatched, `re_${unmatched}`]) {
    const answer = await buyer.visitor.call('GET', '/application/downloadreceipt', { transactionid });
    expect(answer).toMatchObject({ status: 404, body: { error_code: 'not-found' } });
  }
  for (const query of [
    { purchaseid: buyer.purchaseId },
    { transactionid: purchases[0]?.transaction_id ?? '' },
  ]) {
    const answer = await stranger.visitor.call('GET', '/application/downloadreceipt', query);
    expect(answer).toMatchObject({ status: 404, body: { error_code: 'not-found' } });
  }
});

test('the sums of a receipt stand below one another, at the right edge', async () => {
  const { buyer } = await paidWithCoupon();
  const { receipt_body } = await buyer.visitor.perform(downloadReceipt, { purchaseid: buyer.purchaseId });
  const sums = (await pdfPlaces(receipt_body)).filter(({ text }) => /^-?\$/.test(text));
  expect(sums.map(({ text }) => text)).toEqual(['$79.00', '-$30.00', '$49.00']);
  expect(new Set(sums.map(({ right }) => Math.round(right)))).toEqual(new Set([556]));
});

test('F25: the receipt of a company’s host has its color and its logo', async () => {
  const host = await newBrandedHost(portal, { label: 'papered', color: '#0B3D91' });
  const person = await newPerson(portal, {}, { host });
  const buyer = { ...person, purchaseId: await choose(person, 'US') };
  await enterCard(shop, await pressPay(buyer));
  await buyer.visitor.perform(setPurchaseConfirmed, { purchaseid: buyer.purchaseId });
  const { body } = await buyer.visitor.call('GET', '/application/downloadreceipt', {
    purchaseid: buyer.purchaseId,
  });
  const { colors, pictures } = await pdfPaint(body.receipt_body);
  expect(colors[0]).toBe('#0b3d91');
  expect(pictures).toBe(1);
});
