import { expect, test } from 'vitest';
import {
  getDashboardEmbed,
  getDashboardSettings,
  getLastChanges,
  getNetworkManagement,
  getPortalSettings,
  getRefund,
  getStoreSettings,
  listCompanyNetwork,
  listRefunds,
  saveCompanyPackages,
  saveDashboardSettings,
  saveEnterpriseProfile,
  savePortalSettings,
  saveStoreSettings,
  searchPackages,
} from '#modules/admin/index.ts';
import { newInvite } from '#modules/network/index.ts';
import { formatDateTime } from '#modules/platform/browser.ts';
import { DAY, HOUR, MINUTE, newId, sql } from '#modules/platform/index.ts';
import { newApplication, newCompany } from '#test/factories/network.ts';
import { newPersonWithoutTwoStep, newStaff } from '#test/factories/people.ts';
import { refusalOf } from '#test/factories/two-step-methods.ts';
import { testPortal } from '#test/portal.ts';
import { rowsOf } from '#test/sql.ts';

/** The settings that staff change for companies and for the portal, and the lists beside them. */
const portal = await testPortal();
portal.clock.stop();
const staff = await newStaff(portal, { firstname: 'Ada', lastname: 'Minton' });
const { visitor } = staff;

test('the network of a company tells who switched each feature last, and nothing of another company', async () => {
  const company = await newCompany(portal, { company_name: 'Harbor & Pine' });
  const other = await newCompany(portal);
  const { companyId: companyid } = company;
  const grace = await newStaff(portal, { firstname: 'Grace', lastname: 'Okafor' });
  const managed = (of = companyid) => visitor.perform(getNetworkManagement, { companyid: of });
  const changesOf = async (id: string) => {
    const { changes } = await visitor.perform(getLastChanges, { of: 'company', id });
    return Object.fromEntries(Object.entries(changes).map(([value, { at, by }]) => [value, { at, by }]));
  };
  expect(await changesOf(companyid)).not.toHaveProperty('feature.network_autoinvite');
  const switchTo = (by: typeof staff, changes: object) =>
    by.visitor.perform(saveEnterpriseProfile, { companyid, ...changes });
  const first = portal.clock.now();
  await switchTo(grace, { network_autoinvite: 'YES', network_requires_pdf: 'YES' });
  // Other changes of the company are no switches.
  await switchTo(staff, { company_name: 'Harbor, Pine & Oak' });
  portal.clock.advance(MINUTE);
  await switchTo(staff, { network_requires_pdf: 'NO' });
  const { switches, ...about } = await managed();
  expect(switches).toEqual({
    network_autoinvite: true,
    network_requires_pdf: false,
    shieldlink_enabled: false,
  });
  const changes = await changesOf(companyid);
  expect(changes).toMatchObject({
    'feature.network_autoinvite': { at: first, by: 'Grace Okafor' },
    'feature.network_requires_pdf': { at: portal.clock.now(), by: 'Ada Minton' },
    details: { at: first, by: 'Ada Minton' },
  });
  expect(changes).not.toHaveProperty('feature.shieldlink_enabled');
  expect(about).toMatchObject({
    company_name: 'Harbor, Pine & Oak',
    fullnetwork_shieldlink_id: expect.stringMatching(/^SL\d{9}$/),
  });
  expect((await managed(other.companyId)).switches.network_autoinvite).toBe(false);
  expect(await changesOf(other.companyId)).not.toHaveProperty('feature.network_autoinvite');
  expect((await refusalOf(managed(newId()))).code).toBe('not-found');

  await company.owner.visitor.perform(newInvite, { touser: 'invited-by-harbor@example.com' });
  const rowsOfCompany = async (of: string) =>
    (await visitor.perform(listCompanyNetwork, { companyid: of })).rows.map(
      ({ emailaddress }) => emailaddress,
    );
  expect(await rowsOfCompany(companyid)).toEqual(['invited-by-harbor@example.com']);
  expect(await rowsOfCompany(other.companyId)).toEqual([]);
  expect((await refusalOf(rowsOfCompany(newId()))).code).toBe('not-found');
});

test('packages are told apart by provider and code, and found by each of their words in any case', async () => {
  const { companyId: companyid } = await newCompany(portal);
  await rowsOf(
    portal,
    sql`with other as (
        insert into screening_provider
        select (jsonb_populate_record(p, jsonb_build_object('craid', '88', 'name', 'Twin Agency'))).*
        from screening_provider p limit 1 returning craid
      )
      insert into screening_package
      select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(), 'craid', '88',
        'package_descrip', 'Twin', 'full_package_descrip', 'Counties And Courts', 'default_package', false))).*
      from screening_package p, other where p.crapackageid = 'NATIONAL' and p.active`,
  );
  const twin = { craid: '88', crapackageid: 'NATIONAL' };
  await visitor.perform(saveCompanyPackages, { companyid, packages: [{ ...twin, default_package: 'YES' }] });
  const find = async (searchterm: string) =>
    (await visitor.perform(searchPackages, { companyid, searchterm })).packagelist.map(
      ({ craid, crapackageid, enabled, default_package }) => [craid, crapackageid, enabled, default_package],
    );
  const chosen = ['88', 'NATIONAL', true, true];
  for (const term of ['TWIN AG', 'twin', 'counties AND']) expect(await find(term), term).toEqual([chosen]);
  const codes = await find('national');
  expect(codes).toContainEqual(chosen);
  expect(codes).toContainEqual(['2', 'NATIONAL', false, false]);
  expect(await find('new y')).toEqual([['2', 'NEWYORK', false, false]]);
  expect(await find('no such words')).toEqual([]);
  await rowsOf(portal, sql`update screening_package set active = false where craid = '88'`);
});

test('the dashboards lead where staff say, to the portal’s own charts again, and not over a newer choice', async () => {
  const read = () => visitor.perform(getDashboardSettings, {});
  const before = await read();
  expect(before).toMatchObject({ enterprise: '', admin: '' });
  const own = await visitor.perform(getDashboardEmbed, {});
  const [enterprise, admin] = ['https://reports.example.com/company', 'https://reports.example.com/staff'];
  await visitor.perform(saveDashboardSettings, { enterprise, admin, seen: before.seen });
  expect(await read()).toMatchObject({ enterprise, admin });
  expect((await visitor.perform(getDashboardEmbed, {})).dashboardurl).toContain('reports.example.com/staff');
  const late = visitor.perform(saveDashboardSettings, { enterprise: '', admin: '', seen: before.seen });
  expect((await refusalOf(late)).code).toBe('enterprise.changed-meanwhile');
  await visitor.perform(saveDashboardSettings, { enterprise, admin: '', seen: (await read()).seen });
  expect(await read()).toMatchObject({ enterprise, admin: '' });
  expect(await visitor.perform(getDashboardEmbed, {})).toEqual(own);
});

test('the colors of the portal’s buttons are kept, and left to the brand again', async () => {
  const { brand, seen } = await visitor.perform(getPortalSettings, {});
  const {
    branding_logo_path: _logo,
    primary_button_background: _own,
    primary_button_text: _text,
    ...rest
  } = brand;
  const save = async (background: string, text: string) => {
    const { seen: newest } = await visitor.perform(getPortalSettings, {});
    await visitor.perform(savePortalSettings, {
      ...rest,
      primary_button_background: background,
      primary_button_text: text,
      seen: newest,
    });
    const { brand: saved } = await visitor.perform(getPortalSettings, {});
    return [saved.primary_button_background, saved.primary_button_text];
  };
  expect(seen).not.toBe('');
  expect(await save('#0B3D91', '#FFFFFF')).toEqual(['#0B3D91', '#FFFFFF']);
  expect(await save('', '')).toEqual([null, null]);
});

test('refunds are listed newest first, and narrowed to what waits, has a state, or belongs to no purchase', async () => {
  const { accountId } = await newPersonWithoutTwoStep(portal, { firstname: 'Rita', lastname: 'Refunded' });
  const now = portal.clock.now().getTime();
  const refund = async (minutes: number, state: string, cause: string) => {
    const application = await newApplication(portal, accountId, 'done');
    const id = newId();
    const open = state === 'waiting' || state === 'sending';
    await rowsOf(
      portal,
      sql`insert into refund (id, purchase_id, account_id, amount_cents, currency, cancel_application, cause, state,
          requested_at, requested_by, ended_at)
        select ${id}, purchase_id, account_id, 100, 'usd', false, ${cause}, ${state},
          ${new Date(now - minutes * MINUTE)}, ${cause === 'staff' ? staff.accountId : null},
          ${open ? null : new Date(now)}
        from application where id = ${application}`,
    );
    return id;
  };
  const waiting = await refund(3, 'waiting', 'staff');
  const failed = await refund(1, 'failed', 'staff');
  const unmatched = await refund(2, 'done', 'unmatched');
  const list = async (asked: object) =>
    (await visitor.perform(listRefunds, { rows: 100, ...asked })).refunds.map(({ id }) => id);
  expect(await list({})).toEqual([failed, unmatched, waiting]);
  expect(await list({ work: 'waiting' })).toEqual([waiting]);
  expect(await list({ work: 'unmatched' })).toEqual([unmatched]);
  expect(await list({ state: 'failed' })).toEqual([failed]);
  expect(await list({ state: 'sending' })).toEqual([]);
  expect(await list({ q: 'refunded rita', state: 'failed' })).toEqual([failed]);
  expect(await list({ q: 'Ada Minton' })).toEqual([]);
  expect((await refusalOf(visitor.perform(getRefund, { refundid: newId() }))).code).toBe('not-found');
  const { refunds } = await visitor.perform(listRefunds, { state: 'failed' });
  expect(refunds).toMatchObject([
    {
      name: 'Rita Refunded',
      requested_by: 'Ada Minton',
      decided_by: null,
      failure: null,
      sent_again_as: null,
    },
  ]);
});

test('the store is closed from its first moment, and open again at its last', async () => {
  const before = portal.clock.now();
  // A whole hour, because times are entered without seconds.
  portal.clock.set(new Date(Math.ceil((portal.clock.now().getTime() + DAY) / HOUR) * HOUR));
  const again = await newStaff(portal);
  const read = () => again.visitor.perform(getStoreSettings, {});
  const { store, time_zone, seen } = await read();
  const at = (ms: number) => formatDateTime(new Date(portal.clock.now().getTime() + ms), time_zone);
  await again.visitor.perform(saveStoreSettings, {
    closed_from: at(2 * MINUTE),
    closed_until: at(4 * MINUTE),
    abandoned_after: '48',
    promotion_shown: store.promotion_shown ? 'YES' : 'NO',
    promotion_text: 'Buy one now',
    promotion_claim: 'YES',
    seen,
  });
  expect((await read()).store).toMatchObject({
    abandoned_after: '48',
    promotion_text: 'Buy one now',
    promotion_claim: true,
  });
  const closedIn = async (ms: number) => {
    portal.clock.advance(ms);
    return (await read()).closed;
  };
  expect(await closedIn(2 * MINUTE - 1)).toBe(false);
  expect(await closedIn(1)).toBe(true);
  expect(await closedIn(2 * MINUTE - 1)).toBe(true);
  expect(await closedIn(1)).toBe(false);
  portal.clock.set(before);
});
