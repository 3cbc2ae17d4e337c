import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import sharp from 'sharp';
import { expect, test, vi } from 'vitest';
import { saveLogo } from '#modules/admin/index.ts';
import { brandForHost } from '#modules/enterprise/index.ts';
import { downloadReceipt, getPurchase, setPurchaseConfirmed } from '#modules/purchasing/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { newCompany } from '#test/factories/network.ts';
import { newPerson, newStaff } from '#test/factories/people.ts';
import {
  type Buyer,
  booksOf,
  choose,
  enterCard,
  newBuyer,
  openShop,
  pressPay,
} from '#test/factories/shop.ts';

const shop = await openShop();
const { portal } = shop;

async function paidBuyer(): Promise<Buyer> {
  const buyer = await newBuyer(shop, { firstname: 'Łukasz', lastname: 'Ångström' });
  await enterCard(shop, await pressPay(buyer));
  await buyer.visitor.perform(setPurchaseConfirmed, { purchaseid: buyer.purchaseId });
  return buyer;
}

async function textOf(base64: string): Promise<string> {
  const document = await getDocument({ data: Uint8Array.from(Buffer.from(base64, 'base64')), verbosity: 0 })
    .promise;
  const page = await document.getPage(1);
  const { items } = await page.getTextContent();
  return items.map((item) => ('str' in item ? item.str : '')).join(' ');
}

test('the receipt is a PDF with the order, found by purchase, application and transaction', async () => {
  const buyer = await paidBuyer();
  const answer = await buyer.visitor.call('GET', '/application/downloadreceipt', {
    purchaseid: buyer.purchaseId,
  });
  expect(answer).toMatchObject({ status: 200, body: { success: true, amount: 7900 } });
  expect(answer.body.created_formatted).toMatch(/^\d{2}\/\d{2}\/\d{4}$/);
  expect(answer.body.filename).toMatch(/^receipt-\d{14}\.pdf$/);
  const text = await textOf(answer.body.receipt_body);
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
  const byTransaction = await buyer.visitor.perform(downloadReceipt, {
    transactionid: purchases[0]?.transaction_id ?? '',
  });
  expect(byTransaction.amount).toBe(7900);
  const { rows } = await portal.pool.query('select id from application where account_id = $1', [
    buyer.accountId,
  ]);
  expect((await buyer.visitor.perform(downloadReceipt, { appid: rows[0].id })).amount).toBe(7900);
});

test('a check that is no longer sold keeps its receipt, in the mail and as a file', async () => {
  const buyer = await paidBuyer();
  const sell = (active: boolean) =>
    portal.pool.query('update screening_package set active = $1 where crapackageid = $2', [
      active,
      'NATIONAL',
    ]);
  await sell(false);
  try {
    await portal.runJobs();
    const mails = await listOutbox(portal.db, { to: buyer.emailaddress });
    expect(mails.filter(({ subject }) => subject?.startsWith('Your receipt'))).toHaveLength(1);
    const asked = { purchaseid: buyer.purchaseId };
    expect(await textOf((await buyer.visitor.perform(downloadReceipt, asked)).receipt_body)).toContain(
      'National Background Check',
    );
    expect((await buyer.visitor.perform(getPurchase, asked)).packagedetails).toMatchObject({
      crapackageid: 'NATIONAL',
    });
    await expect(choose(await newPerson(portal), 'US')).rejects.toMatchObject({
      code: 'purchasing.package-needed',
    });
  } finally {
    await sell(true);
  }
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
  const stranger = await newPerson(portal);
  const { purchases } = await booksOf(portal, buyer);
  for (const query of [
    { purchaseid: buyer.purchaseId },
    { transactionid: purchases[0]?.transaction_id ?? '' },
  ]) {
    const answer = await stranger.visitor.call('GET', '/application/downloadreceipt', query);
    expect(answer).toMatchObject({ status: 404, body: { error_code: 'not-found' } });
  }
});

test('F25: the receipt of a company’s host has its color and its logo', async () => {
  const { companyId } = await newCompany(portal, { branding_hostname: 'papered', primary_color: '#0B3D91' });
  const host = 'papered.localhost:3000';
  const staff = await newStaff(portal);
  const pixels = { create: { width: 60, height: 30, channels: 3 as const, background: '#0B3D91' } };
  const image = (await sharp(pixels).png().toBuffer()).toString('base64');
  await staff.visitor.perform(saveLogo, { companyid: companyId, image });
  await vi.waitFor(async () =>
    expect((await brandForHost(portal, host)).branding_logo_path).toMatch(/logos/),
  );
  const person = await newPerson(portal, {}, { host });
  const buyer = { ...person, purchaseId: await choose(person, 'US') };
  await enterCard(shop, await pressPay(buyer));
  await buyer.visitor.perform(setPurchaseConfirmed, { purchaseid: buyer.purchaseId });
  const { body } = await buyer.visitor.call('GET', '/application/downloadreceipt', {
    purchaseid: buyer.purchaseId,
  });
  const data = Uint8Array.from(Buffer.from(body.receipt_body, 'base64'));
  const page = await (await getDocument({ data, verbosity: 0 }).promise).getPage(1);
  const { fnArray } = await page.getOperatorList();
  expect(fnArray).toContain(OPS.paintImageXObject);
});
