import { afterEach, describe, expect, test } from 'vitest';
import { loader as alerts } from '#app/routes/purchase/alerts.tsx';
import { loader as helpMeChoose } from '#app/routes/purchase/help-me-choose.tsx';
import { loader as selectPackage } from '#app/routes/purchase/select-package.tsx';
import { loader as start } from '#app/routes/purchase/start.ts';
import { getStoreSettings, saveEnterpriseProfile, saveStoreSettings } from '#modules/admin/index.ts';
import { brandForHost } from '#modules/enterprise/index.ts';
import { HOUR, listAudit } from '#modules/platform/index.ts';
import {
  getPromotion,
  getStart,
  listOffers,
  saveStore,
  setPurchaseConfirmed,
  startPurchase,
} from '#modules/purchasing/index.ts';
import { askPage, redirectOf } from '#test/app/page.ts';
import { eventually } from '#test/eventually.ts';
import { giveScore, newApplication, newCompany } from '#test/factories/network.ts';
import { newPerson, newStaff, type Registered } from '#test/factories/people.ts';
import { booksOf, enterCard, newBuyer, openShop, pressPay, pressPayThere } from '#test/factories/shop.ts';
import { shows } from '#test/shown.ts';

const shop = await openShop();
const { portal } = shop;
const staff = await newStaff(portal, {});

const ago = (hours: number) => new Date(portal.clock.now().getTime() - hours * HOUR);
const setWindow = (from: Date, until: Date) =>
  portal.work('test.window', (work) => saveStore(work, { window: { from, until } }));
const closeStore = () => setWindow(ago(1), ago(-1));
const read = () => staff.visitor.perform(getStoreSettings, {});

afterEach(() => portal.work('test.open', (work) => saveStore(work, { window: null })));

describe('F78: while the store is down for maintenance', () => {
  test('nothing can be begun, and the start of a purchase says so', async () => {
    const person = await newPerson(portal);
    const { packages } = await person.visitor.perform(listOffers, { pkgfilter: 'US' });
    await closeStore();
    expect(await person.visitor.perform(getStart, {})).toMatchObject({ store_closed: true, may_buy: false });
    const refused = await person.visitor.call('POST', '/application/startpurchase', {
      packageid: packages[0]?.id,
    });
    expect(refused).toMatchObject({ status: 503, body: { error_code: 'purchasing.store-closed' } });
    expect(refused.body.error_message).toBe(
      'The background check store is down temporarily for maintenance.',
    );
    shows('store.closed', refused.body.error_message);
    expect((await booksOf(portal, person)).purchases).toEqual([]);
  });

  test('a purchase whose payment was not begun waits', async () => {
    const buyer = await newBuyer(shop);
    await closeStore();
    await expect(pressPay(buyer)).rejects.toMatchObject({ code: 'purchasing.store-closed' });
  });

  test('a payment that was begun can still be completed, also in the other place', async () => {
    const buyer = await newBuyer(shop);
    await pressPay(buyer);
    await closeStore();
    await pressPayThere(buyer);
    await enterCard(shop, await pressPay(buyer));
    await buyer.visitor.perform(setPurchaseConfirmed, { purchaseid: buyer.purchaseId });
    expect((await booksOf(portal, buyer)).purchases).toMatchObject([{ status: 'paid' }]);
  });

  test('a window that is over or has not begun closes nothing', async () => {
    const person = await newPerson(portal);
    for (const [from, until] of [
      [2, 1],
      [-1, -2],
    ] as const) {
      await setWindow(ago(from), ago(until));
      const { packages } = await person.visitor.perform(listOffers, { pkgfilter: 'US' });
      await person.visitor.perform(startPurchase, { packageid: packages[0]?.id ?? '' });
    }
  });
});

describe('D34: the settings of the store', () => {
  const save = (changes: object) =>
    read().then(({ store, seen }) =>
      staff.visitor.perform(saveStoreSettings, {
        ...store,
        abandoned_after: '24',
        seen,
        ...changes,
      }),
    );

  test('times are typed in the time zone of the portal, and shown as they were typed', async () => {
    const { time_zone } = await read();
    expect(time_zone).toBe('America/Chicago');
    await save({ closed_from: '12/1/2026 2:00 AM', closed_until: '2026-12-01T04:30' });
    expect(await read()).toMatchObject({
      store: { closed_from: '12/01/2026 02:00 AM', closed_until: '12/01/2026 04:30 AM' },
      closed: false,
    });
    await save({ closed_from: '', closed_until: '' });
    expect((await read()).store).toMatchObject({ closed_from: '', closed_until: '' });
    // The form asks for both of them; one alone closes nothing.
    for (const half of ['closed_from', 'closed_until']) {
      await save({ closed_from: '', closed_until: '', [half]: '12/1/2026 2:00 AM' });
      expect((await read()).store).toMatchObject({ closed_from: '', closed_until: '' });
    }
  });

  test('an end before the beginning, and a save over a colleague’s, are refused', async () => {
    const reversed = await save({
      closed_from: '12/1/2026 4:00 AM',
      closed_until: '12/1/2026 2:00 AM',
    }).catch((refusal) => refusal);
    expect(reversed).toMatchObject({ code: 'purchasing.store-window', status: 400 });
    shows('store.window-order', reversed.text);
    const moment = { closed_from: '12/1/2026 4:00 AM', closed_until: '12/1/2026 4:00 AM' };
    await expect(save(moment)).rejects.toMatchObject({ code: 'purchasing.store-window' });
    const { seen } = await read();
    await save({ promotion_text: 'A colleague was here.' });
    await expect(save({ promotion_text: 'Mine', seen })).rejects.toMatchObject({
      code: 'purchasing.changed-meanwhile',
      status: 409,
    });
    expect((await read()).store.promotion_text).toBe('A colleague was here.');
  });

  test('F82: the card for a first check makes no claim until staff switch it on', async () => {
    const { visitor } = await newPerson(portal);
    expect(await visitor.perform(getPromotion, {})).toMatchObject({ promotion: { claim: false } });
    await save({ promotion_claim: 'YES', promotion_text: 'Begin today.' });
    expect(await visitor.perform(getPromotion, {})).toEqual({
      promotion: { claim: true, text: 'Begin today.' },
    });
    const changes = async () =>
      (await listAudit(portal.db, portal.keys, { action: 'purchasing.store-changed' })).entries;
    const before = (await changes()).length;
    await save({});
    expect(await changes()).toHaveLength(before);
    await save({ promotion_shown: 'NO' });
    expect(await visitor.perform(getPromotion, {})).toEqual({ promotion: null });
    expect((await changes())[0]?.detail).toEqual({
      values: { promotion_shown: 'on → off' },
    });
  });
});

describe('D97: the store of a company', () => {
  const shopUrl = 'https://shop.example.com/checks';

  /** @returns its host */
  async function openCompanyStore(label: string): Promise<string> {
    const host = `${label}.localhost:3000`;
    const { companyId } = await newCompany(portal, { branding_hostname: label });
    await staff.visitor.perform(saveEnterpriseProfile, {
      companyid: companyId,
      custom_branding_enabled: 'YES',
      custom_store_url: shopUrl,
    });
    await eventually(async () => expect((await brandForHost(portal, host)).storeUrl).toBe(shopUrl));
    return host;
  }

  const startOf = async ({ visitor }: Registered) =>
    redirectOf(await askPage(portal, visitor, start, { path: '/user/purchase?packageid=1' }));

  test('purchase and renewal on its host lead there; who can buy nothing sees why', async () => {
    const host = await openCompanyStore('harborpine');
    const person = await newPerson(portal, {}, { host });
    expect(await startOf(person)).toBe(shopUrl);
    for (const [page, path] of Object.entries({ alerts, selectPackage, helpMeChoose })) {
      expect(redirectOf(await askPage(portal, person.visitor, path, { path: '/' })), page).toBe(shopUrl);
    }
    await giveScore(portal, person.accountId, { days: 20 });
    expect(await startOf(person)).toBe(shopUrl);
    await newApplication(portal, person.accountId, 'paid');
    expect(await startOf(person)).toBe('/user/purchase/purchasealerts');
  });

  test('a call on its host begins no purchase and names the store; on another host it begins one', async () => {
    const host = await openCompanyStore('oakhill');
    const person = await newPerson(portal, {}, { host });
    const { packages } = await person.visitor.perform(listOffers, { pkgfilter: 'US' });
    const packageid = packages[0]?.id ?? '';
    const refused = await person.visitor.call('POST', '/application/startpurchase', { packageid });
    expect(refused).toMatchObject({
      status: 409,
      body: {
        error_code: 'purchasing.store-elsewhere',
        error_message: `This company sells background checks in its own store: ${shopUrl}`,
      },
    });
    expect((await booksOf(portal, person)).purchases).toEqual([]);
    const own = await newPerson(portal);
    await own.visitor.perform(startPurchase, { packageid });
    expect((await booksOf(portal, own)).purchases).toHaveLength(1);
  });

  test('elsewhere the portal’s own purchase begins, with the package that a link names', async () => {
    const person = await newPerson(portal);
    expect(await startOf(person)).toBe('/user/purchase/selectpackage?packageid=1');
  });
});
