import { data, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { expect, test } from 'vitest';
import type { ReadActionArgs } from '#app/action.server.ts';
import { flash, takeFlash } from '#app/flash.server.ts';
import { isOwnStep } from '#app/own-step.server.ts';
import { brandReport } from '#app/routes/admin/brand-report.server.ts';
import { askedRange } from '#app/routes/alerts/range.server.ts';
import { saveAddresses } from '#app/routes/application/save-address.server.ts';
import { admitFrame } from '#app/routes/dashboard/admit-frame.server.ts';
import { performFramed } from '#app/routes/dashboard/perform-framed.server.ts';
import { developmentOnly } from '#app/routes/dev/development.server.ts';
import { purchaseLink, rememberPurchaseLink } from '#app/routes/network/link-cookies.server.ts';
import { leaveForStore, requireMayBuy } from '#app/routes/purchase/may-buy.server.ts';
import { receiptFile } from '#app/routes/purchase/receipt-response.server.ts';
import { qrCodeOf } from '#app/routes/security/qr.server.ts';
import { loadRoot } from '#app/routes/shell/root-data.server.ts';
import { backToRow } from '#app/row.server.ts';
import { timeZoneOf } from '#app/zone.server.ts';
import { myProfile } from '#modules/identity/index.ts';
import { Refusal } from '#modules/platform/index.ts';
import { getPaymentMethod } from '#modules/purchasing/index.ts';
import { agree, answer, nameOf, newApplicant, steps } from '#test/factories/applicants.ts';
import { newApplication, newCompany } from '#test/factories/network.ts';
import { newPersonWithoutTwoStep } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';
import type { Visitor } from '#test/visitor.ts';
import { askPage, redirectOf } from '../page.ts';

/** The functions that loaders and actions use, each with the most similar case that has a different result. */

const portal = await testPortal();

test('a message is shown once, on the page after the one that set it', () => {
  const visitor = portal.visitor();
  const first = visitor.visit();
  flash(first, 'Saved', 'bad', 4000);
  expect(takeFlash(first)).toEqual([]);
  expect(takeFlash(visitor.visit())).toEqual([
    { id: expect.any(String), tone: 'bad', text: 'Saved', stays: 4000 },
  ]);
  expect(takeFlash(visitor.visit())).toEqual([]);
  flash(visitor.visit(), 'x'.repeat(300));
  expect(takeFlash(visitor.visit())).toEqual([{ id: expect.any(String), tone: 'ok', text: 'x'.repeat(200) }]);
});

test('the time zone is the browser’s where it is one, else the company’s', () => {
  const visitor = portal.visitor();
  expect(timeZoneOf(visitor.visit(), 'America/Denver')).toBe('America/Denver');
  visitor.cookies.set('tz', 'Europe%2FParis');
  expect(timeZoneOf(visitor.visit(), 'America/Denver')).toBe('Europe/Paris');
  visitor.cookies.set('tz', 'Mars');
  expect(timeZoneOf(visitor.visit(), 'America/Denver')).toBe('America/Denver');
});

test.each([
  [{ 'Sec-Fetch-Site': 'same-origin' }, true],
  [{ 'Sec-Fetch-Site': 'none' }, true],
  [{ 'Sec-Fetch-Site': 'same-site' }, false],
  [{ 'Sec-Fetch-Site': 'cross-site' }, false],
  [{}, false],
  [{ 'Sec-Fetch-Site': 'same-origin', 'Sec-Purpose': 'prefetch;prerender' }, false],
])('a request with %o is the person’s own step: %s', (headers, expected) => {
  expect(isOwnStep(new Request('http://localhost:3000/user', { headers: headers as HeadersInit }))).toBe(
    expected,
  );
});

test('development pages are there in development alone', () => {
  const context = (environment: string) =>
    ({ portal: { config: { environment } } }) as unknown as Parameters<typeof developmentOnly>[0];
  expect(developmentOnly(context('development'))).toBeUndefined();
  try {
    developmentOnly(context('production'));
    expect.unreachable();
  } catch (answer) {
    expect(answer).toMatchObject({ status: 404 });
  }
});

test('the report of a brand’s colors shows those that were chosen, and leaves out those that were not', () => {
  const chosen = brandReport({
    primary_color: '#0B3D2E',
    primary_button_background: '#112233',
    primary_button_text: '#FFFFFF',
  });
  expect([...new URLSearchParams(chosen.stylesheet.split('?')[1])]).toEqual([
    ['primary_color', '#0B3D2E'],
    ['primary_button_background', '#112233'],
    ['primary_button_text', '#FFFFFF'],
  ]);
  expect(chosen.button.toUpperCase()).toBe('#112233');
  const none = brandReport({
    primary_color: '#0B3D2E',
    primary_button_background: '',
    primary_button_text: '',
  });
  expect([...new URLSearchParams(none.stylesheet.split('?')[1])]).toEqual([['primary_color', '#0B3D2E']]);
  expect(none.button.toUpperCase()).not.toBe('#112233');
});

test('a QR code has its quiet zone of four modules', () => {
  const { size, path } = qrCodeOf('https://portal.example.com/link/TX000000018');
  const points = [...path.matchAll(/M(\d+) (\d+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const);
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  expect([Math.min(...xs), Math.min(...ys)]).toEqual([4, 4]);
  expect([Math.max(...xs), Math.max(...ys)]).toEqual([size - 5, size - 5]);
});

test('the dates in an address are read one by one, and what is none is left out', () => {
  const range = (query: string) => askedRange(new Request(`http://localhost:3000/user/alerts?${query}`));
  expect(range('fromdate=2026-01-02&todate=2026-02-03')).toEqual({
    fromdate: '2026-01-02',
    todate: '2026-02-03',
  });
  expect(range('fromdate=2026-02-30&todate=2026-02-03')).toEqual({ todate: '2026-02-03' });
  expect(range('fromdate=2026-01-02&todate=x')).toEqual({ fromdate: '2026-01-02' });
  expect(range('')).toEqual({});
});

test('an outside dashboard is admitted to its document alone, and only its origin', () => {
  const admitted = (address: string, dest: string) => {
    const allowed: unknown[] = [];
    const request = new Request('http://localhost:3000/user/dashboard', {
      headers: { 'Sec-Fetch-Dest': dest },
    });
    const context = { csp: { allow: (sources: unknown) => allowed.push(sources) } };
    return { ...admitFrame({ request, context } as never, address), allowed };
  };
  const outside = 'https://bi.example.com/board?a=1';
  expect(admitted(outside, 'document')).toEqual({
    address: outside,
    admitted: 'https://bi.example.com',
    allowed: [{ frame: ['https://bi.example.com'] }],
  });
  expect(admitted(outside, 'empty')).toEqual({ address: outside, admitted: null, allowed: [] });
  expect(admitted('/dashboard/own', 'document')).toEqual({
    address: '/dashboard/own',
    admitted: null,
    allowed: [],
  });
});

test('a page in a frame does not show a step of the sign-in; outside it leads there', async () => {
  const asked = (headers: Record<string, string>) =>
    askPage(portal, portal.visitor(), (args) => performFramed(args, myProfile, {}), {
      path: '/user',
      headers,
    });
  expect(await asked({ 'Sec-Fetch-Dest': 'iframe' })).toBeNull();
  const polling = { visit: () => portal.visitor().visit({ polling: true }) } as Visitor;
  const polled = (args: LoaderFunctionArgs) => performFramed(args, myProfile, {});
  expect(await askPage(portal, polling, polled, { path: '/user' })).toBeNull();
  expect(redirectOf(await asked({ 'Sec-Fetch-Dest': 'document' }))).toBe('/login');
  const { visitor } = await newPersonWithoutTwoStep(portal);
  const shown = await askPage(portal, visitor, (args) => performFramed(args, myProfile, {}), {
    path: '/user',
    headers: { 'Sec-Fetch-Dest': 'iframe' },
  });
  expect(shown).toMatchObject({ profile: { firstname: 'Pat' } });
  // A refusal that is no step is said in the frame.
  const refused = await askPage(portal, visitor, (args) => performFramed(args, getPaymentMethod, {}), {
    path: '/user',
    headers: { 'Sec-Fetch-Dest': 'iframe' },
  });
  expect(refused).toMatchObject({ status: 404 });
});

test('a purchase link is remembered for the receipt, and forgotten by any other link', () => {
  const visitor = portal.visitor();
  rememberPurchaseLink(visitor.visit(), 'code_1-2', 'purchase');
  expect(purchaseLink(visitor.visit())).toBe('/link/code_1-2');
  rememberPurchaseLink(visitor.visit(), 'other', 'shieldid');
  expect(purchaseLink(visitor.visit())).toBeNull();
  for (const forged of ['https://evil.example/link/a', '/link/', '/link/a/../b', '/user']) {
    visitor.cookies.set('purchase_link', encodeURIComponent(forged));
    expect(purchaseLink(visitor.visit()), forged).toBeNull();
  }
});

test('D97: who may buy is led to the store of the host’s company; who may not, to the reason', async () => {
  const store = 'https://shop.example.com/checks';
  const { companyId } = await newCompany(portal, {
    company_name: 'Storekeeper',
    branding_hostname: 'store',
  });
  await portal.pool.query('update company set custom_store_url = $2 where id = $1', [companyId, store]);
  const host = 'store.localhost:3000';
  const leads = async (asked: { host?: string }) =>
    redirectOf(
      await leaveForStore({ context: { portal, visit: portal.visitor(asked).visit() } } as never).catch(
        (answer: unknown) => answer,
      ),
    );
  expect(await leads({ host })).toBe(store);
  expect(await leads({})).toBeNull();
  const { visitor, accountId } = await newPersonWithoutTwoStep(portal);
  const mayBuy = () => askPage(portal, visitor, requireMayBuy, { path: '/user/purchase' });
  expect(redirectOf(await mayBuy())).toBeNull();
  const there = { visit: () => Object.assign(Object.create(visitor.visit()), { host }) } as Visitor;
  expect(redirectOf(await askPage(portal, there, requireMayBuy, { path: '/user/purchase' }))).toBe(store);
  await newApplication(portal, accountId, 'inprogress');
  expect(redirectOf(await mayBuy())).toBe('/user/purchase/purchasealerts');
});

test('a receipt is a file to keep, which no cache keeps', async () => {
  const answer = receiptFile({
    receipt_body: Buffer.from('%PDF-').toString('base64'),
    filename: 'receipt-1.pdf',
  });
  expect(await answer.text()).toBe('%PDF-');
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'attachment; filename="receipt-1.pdf"',
    'cache-control': 'no-store',
  });
});

test('a switch of a row leads back to the row with its query, or leaves a page with script where it is', () => {
  const visitor = portal.visitor();
  const asked = (fields: Record<string, string>, refusal?: Refusal) => {
    const formData = new FormData();
    for (const [name, value] of Object.entries(fields)) formData.set(name, value);
    const request = new Request('http://localhost:3000/user/network?q=a&page=2', { method: 'POST' });
    return backToRow(
      { request, formData, context: { visit: visitor.visit() } } as unknown as ReadActionArgs,
      refusal,
    );
  };
  expect(redirectOf(asked({ id: '7' }))).toMatch(/^\/user\/network\?q=a&page=2#.*7$/);
  expect(asked({ id: '7', inplace: 'YES' })).toEqual(data(null));
  expect(visitor.cookies.has('toast')).toBe(false);
  asked({ id: '7', inplace: 'YES' }, new Refusal('not-found'));
  expect(takeFlash(visitor.visit())).toMatchObject([{ tone: 'bad' }]);
});

test('every page is served, signed out, when the session cannot be read, and the log says why', async () => {
  const visit = portal.visitor().visit();
  const broken = Object.assign(Object.create(visit) as typeof visit, {
    caller: () => Promise.reject(new Error('the database is away')),
  });
  const root = await loadRoot({ context: { visit: broken, portal } } as never);
  expect(root).toMatchObject({ adminSession: null, brand: { name: 'ShieldHub' } });
  expect(portal.takeErrors()).toHaveLength(1);
});

test('D82: each address that is no exact one is asked about beside it, and saved once one was chosen', async () => {
  const applicant = await newApplicant(portal);
  for (let consent = 0; consent < 3; consent += 1) await agree(applicant);
  await answer(applicant, { selected_jurisdictions: [], none: 'YES' });
  await answer(applicant, nameOf('900-00-0001'));
  const oak = { address1: '12 Oak Street', address2: '', city: 'Austin', state: 'TX', postalcode: '78701' };
  const mistyped = { ...oak, address1: '120 Oak Street', postalcode: '78799' };
  const send = (current: object, previous: object) => {
    const formData = new FormData();
    for (const [name, value] of Object.entries(current)) formData.set(name, value);
    for (const [name, value] of Object.entries(previous))
      formData.set(`previous_addresses[0].${name}`, value);
    const save = (args: object) =>
      saveAddresses({ ...args, formData } as ReadActionArgs, { done: () => redirect('/next'), refused: {} });
    return askPage(portal, applicant.visitor, save, {
      path: '/user/application/6',
      params: { workflowstep: '6' },
    });
  };
  const offered = { id: expect.any(String), text: '120 Oak Street, Austin, TX 78702' };
  const one = await send(oak, mistyped);
  expect(one).toMatchObject({ data: { found: { candidates: [[], [offered]] } } });
  expect((one as { data: { error: object } }).data.error).toEqual({
    'previous_addresses[0].address_choice': [expect.any(String)],
  });
  const both = await send(mistyped, mistyped);
  expect(Object.keys((both as { data: { error: object } }).data.error).sort()).toEqual([
    'address_choice',
    'previous_addresses[0].address_choice',
  ]);
  const { profile: before } = await steps(applicant, 6);
  expect(before).toMatchObject({ address1: '' });
  expect(redirectOf(await send(oak, { ...mistyped, address_choice: 'typed' }))).toBe('/next');
  const { profile } = await steps(applicant, 6);
  expect(profile).toMatchObject({ ...oak, previous_addresses: [{ postalcode: '78799' }] });
});
