import { expect, test } from 'vitest';
import { listCompanies } from '#modules/admin/index.ts';
import { newInvite } from '#modules/network/index.ts';
import { MINUTE, newId, sql, writeAudit } from '#modules/platform/index.ts';
import { newCompany } from '#test/factories/network.ts';
import { newStaff } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';
import { rowsOf } from '#test/sql.ts';

/** The list of companies, with one of each kind that a filter or an order tells apart. */
const portal = await testPortal();
portal.clock.stop();
const { visitor } = await newStaff(portal);

const harbor = await newCompany(portal, {
  company_name: 'Harbor Quay',
  branding_hostname: 'harborquay',
  shieldlink_enabled: true,
  enable_payments: true,
});
const cedar = await newCompany(portal, { company_name: 'cedar Ridge', enterprise_enabled: false });
const lone = await newCompany(portal, { company_name: 'Lone Star', alert_dashboard_enabled: true });
const names = [harbor, cedar, lone].map(({ companyId }) => companyId);

await harbor.owner.visitor.perform(newInvite, { touser: 'invited-by-harbor@example.com' });
const later = new Date(portal.clock.now().getTime() + MINUTE);
await portal.work('test.act', (work) =>
  writeAudit(work.db, portal.keys, {
    operation: 'test.act',
    action: 'test.thing-done',
    at: later,
    actorId: lone.owner.accountId,
    adminId: null,
    companyId: lone.companyId,
    sessionId: newId(),
    requestId: null,
    address: null,
    agent: null,
  }),
);

async function found(asked: object = {}) {
  const { companies } = await visitor.perform(listCompanies, asked);
  return companies
    .filter(({ companyid }) => names.includes(companyid))
    .map(({ company_name }) => company_name);
}
const rowOf = async ({ companyId }: typeof harbor) =>
  (await visitor.perform(listCompanies, { rows: 100 })).companies.find(
    ({ companyid }) => companyid === companyId,
  );

test('companies are listed by name, whatever its case', async () => {
  expect(await found()).toEqual(['cedar Ridge', 'Harbor Quay', 'Lone Star']);
  expect(await found({ dir: 'desc' })).toEqual(['Lone Star', 'Harbor Quay', 'cedar Ridge']);
});

test.each<[string, object, string[]]>([
  ['part of the name', { q: 'quay' }, ['Harbor Quay']],
  ['the host', { q: 'harborq' }, ['Harbor Quay']],
  ['the address of a page of its host', { q: 'https://HarborQuay.localhost:3000/login' }, ['Harbor Quay']],
  ['the whole host', { q: 'harborquay.localhost' }, ['Harbor Quay']],
  ['the owner’s address', { q: cedar.owner.emailaddress }, ['cedar Ridge']],
  ['a feature', { feature: 'alert_dashboard_enabled' }, ['Lone Star']],
  ['being turned off', { state: 'off' }, ['cedar Ridge']],
  ['having done nothing yet', { state: 'quiet' }, ['cedar Ridge']],
  ['text that none has', { q: '100%' }, []],
])('a company is found by %s', async (_what, asked, wanted) => {
  expect(await found(asked)).toEqual(wanted);
});

test('a ShieldLink ID finds its company in the way that pages show it', async () => {
  const [company] = await rowsOf(
    portal,
    sql<{ shieldlinkid: string }>`select shieldlinkid from company where id = ${lone.companyId}`,
  );
  const id = company?.shieldlinkid ?? '';
  expect(await found({ q: `${id.slice(0, 2)} ${id.slice(2, 5)} ${id.slice(5, 8)} ${id.slice(8)}` })).toEqual([
    'Lone Star',
  ]);
});

test('a row counts people and invitations, and names owner, features and last activity', async () => {
  expect(await rowOf(harbor)).toMatchObject({
    branding_hostname: 'harborquay',
    owner_userid: harbor.owner.accountId,
    owner_emailaddress: harbor.owner.emailaddress,
    features: ['custom_branding_enabled', 'enable_payments', 'shieldlink_enabled'],
    people: 0,
    invited: 1,
    coupons: 0,
    card_refused: false,
    last_active: portal.clock.now(),
  });
  expect(await rowOf(cedar)).toMatchObject({ enabled: false, invited: 0, last_active: null });
});

test('the last activity orders companies, and one without any stands where it was made', async () => {
  expect((await found({ sort: 'active', dir: 'desc' }))[0]).toBe('Lone Star');
  expect((await rowOf(lone))?.last_active).toEqual(later);
  expect(await found({ sort: 'active', dir: 'asc' })).toHaveLength(3);
});
