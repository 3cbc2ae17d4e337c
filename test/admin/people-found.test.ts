import { expect, it } from 'vitest';
import { listCompanies, searchUsers } from '#modules/admin/index.ts';
import type { InputOf } from '#modules/platform/index.ts';
import { newCompany, newScoredPerson, newTeamMember } from '#test/factories/network.ts';
import { newPersonWithoutTwoStep, newStaff } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';

/** What staff have in hand about a person: numbers on papers and mails, other names, companies. */
const portal = await testPortal();
const { visitor } = await newStaff(portal);
const quinn = await newScoredPerson(portal, { firstname: 'Quinn', lastname: 'Okafor', score: 'IC02' });
const { accountId: userid } = quinn;
const company = await newCompany(portal, {
  company_name: 'Harbor & Pine Builders',
  legal_business_name: 'HPB LLC',
});
const member = await newTeamMember(portal, company, 'viewer');
await portal.pool.query(`update account set businessphone = '2125550188' where id = $1`, [userid]);
await portal.pool.query(
  `update cra_order set profile_number = 'ASPN-77120', placed_at = created_at
   where application_id = (select id from application where account_id = $1)`,
  [userid],
);
await portal.pool.query(
  `update shield_score set legal_firstname = 'Quinlan', legal_lastname = 'Adeyemi' where account_id = $1`,
  [userid],
);
const one = async (text: string) =>
  (await portal.pool.query<{ value: string }>(text, [userid])).rows[0]?.value ?? '';
const order = await one('select id as value from purchase where account_id = $1');
const check = await one('select id as value from application where account_id = $1');
await portal.pool.query(
  `insert into shield_id (number, account_id, issued_at, retired_at) values ('CA123456782', $1, now(), now())`,
  [userid],
);
await portal.pool.query(
  `insert into ledger_entry (id, purchase_id, account_id, leg, kind, amount_cents, currency, provider_id, recorded_at)
   values (gen_random_uuid(), $2, $1, 'buyer', 'charge', 100, 'usd', 'pi_3QxHarbor9', now())`,
  [userid, order],
);

const find = async (searchterm: string, asked: Partial<InputOf<typeof searchUsers>> = {}) =>
  (await visitor.perform(searchUsers, { searchterm, ...asked })).results;

it.each([
  ['the profile number', 'aspn-77120', 'profile'],
  ['a part of the profile number', '77120', 'profile'],
  ['the profile number without its hyphen', 'aspn77120', 'profile'],
  ['the profile number with a space', 'ASPN 77120', 'profile'],
  ['the order number of a receipt', order, 'order'],
  ['the number of a check', check, 'order'],
  ['the transaction number of a receipt', 'pi_3QxHarbor9', 'transaction'],
  ['the account ID', userid, 'id'],
  ['a ShieldID that has ended, as a page shows it', 'CA 123 456 782', 'shieldid'],
  ['the name on a check, last name first', 'Adeyemi, Quinlan', 'name'],
  ['a business phone', '(212) 555-0188', null],
  ['a name in the other order', 'okafor quinn', 'name'],
])('finds a person by %s', async (_what, term, by) => {
  const found = await find(term);
  expect(found.map((person) => person.userid)).toEqual([userid]);
  if (by !== 'name' || term.startsWith('Adeyemi')) expect(found[0]?.found_by).toBe(by);
});

it('a whole ShieldID finds who has it within the filters, and without anybody what contains it', async () => {
  const number = await one('select certification_number as value from session_facts where account_id = $1');
  const other = await newPersonWithoutTwoStep(portal, { firstname: 'Otto', businessname: `Like ${number}` });
  const ids = async (...asked: Parameters<typeof find>) =>
    (await find(...asked)).map((person) => person.userid);
  expect(await ids(number)).toEqual([userid]);
  expect(await ids(number, { score: 'IC02' })).toEqual([userid]);
  expect(await ids(number, { score: 'IC04' })).toEqual([]);
  expect((await ids(number.slice(0, -1))).toSorted()).toEqual([userid, other.accountId].toSorted());
  await portal.pool.query(`update account set businessname = 'Like TX000000000' where id = $1`, [
    other.accountId,
  ]);
  expect(await ids('TX 000 000 000')).toEqual([other.accountId]);
});

it('a number with one character changed finds nobody', async () => {
  const otherOrder = order.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
  for (const term of ['aspn-77121', otherOrder, 'pi_3qxharbor9', 'CA 123 456 790', '212-555-0189'])
    expect(await find(term), term).toEqual([]);
});

it('finds the team of a company by its name in any order, its legal name and its host', async () => {
  const team = [company.owner.accountId, member.accountId].toSorted();
  for (const term of ['pine harbor', 'HPB LLC']) {
    const found = await find(term);
    expect(found.map((person) => person.userid).toSorted(), term).toEqual(team);
    expect(found.map((person) => person.company)).toEqual([
      'Harbor & Pine Builders',
      'Harbor & Pine Builders',
    ]);
  }
  const { companies } = await visitor.perform(listCompanies, { q: 'builders harbor' });
  expect(companies.map(({ companyid }) => companyid)).toEqual([company.companyId]);
});

it('finds a company by its number in the CRM and in accounting', async () => {
  await portal.pool.query(`update company set crm_id = 'CRM-4411', accounting_id = 'QB-9' where id = $1`, [
    company.companyId,
  ]);
  for (const q of ['crm-4411', 'QB-9'])
    expect((await visitor.perform(listCompanies, { q })).companies.map(({ companyid }) => companyid)).toEqual(
      [company.companyId],
    );
});

it('sorts and filters what it finds', async () => {
  const wanted = [
    { firstname: 'Ann', score: 'IC03', days: 20 },
    { firstname: 'Bea', score: 'IC01+', days: 90 },
    { firstname: 'Cyd', score: 'IC01', days: -5 },
  ] as const;
  for (const each of wanted) await newScoredPerson(portal, { ...each, lastname: 'Sortable' });
  const dot = await newPersonWithoutTwoStep(portal, { firstname: 'Dot', lastname: 'Sortable' });
  await portal.pool.query('update account set active = false where id = $1', [dot.accountId]);
  const names = async (asked: Partial<InputOf<typeof searchUsers>>) =>
    (await find('sortable', asked)).map(({ firstname }) => firstname).join(' ');
  expect(await names({})).toBe('Ann Bea Cyd Dot');
  expect(await names({ sort: 'name', dir: 'desc' })).toBe('Dot Cyd Bea Ann');
  expect(await names({ sort: 'score' })).toBe('Bea Cyd Ann Dot');
  expect(await names({ sort: 'score', dir: 'desc' })).toBe('Ann Cyd Bea Dot');
  expect(await names({ sort: 'expires' })).toBe('Cyd Ann Bea Dot');
  expect(await names({ sort: 'expires', dir: 'desc' })).toBe('Bea Ann Cyd Dot');
  expect((await names({ sort: 'email' })).split(' ')).toHaveLength(4);
  expect((await names({ sort: 'shieldid' })).split(' ').at(-1)).toBe('Dot');
  expect(await names({ score: 'IC03' })).toBe('Ann');
  expect(await names({ score: 'none' })).toBe('Dot');
  expect(await names({ validity: 'valid' })).toBe('Ann Bea');
  expect(await names({ validity: 'expired' })).toBe('Cyd');
  expect(await names({ account: 'off' })).toBe('Dot');
  expect(await names({ account: 'on', score: 'IC01+' })).toBe('Bea');
});

it('people with the term in their profile and people with it elsewhere are found together, each once', async () => {
  const checked = await newScoredPerson(portal, { firstname: 'Tunde', lastname: 'Adeyemi', score: 'IC01' });
  const { results, total } = await visitor.perform(searchUsers, { searchterm: 'adeyemi' });
  expect(results.map((person) => person.userid)).toEqual([checked.accountId, userid]);
  expect(total).toBe(2);
  expect((await find('tunde')).map((person) => person.userid)).toEqual([checked.accountId]);
});
