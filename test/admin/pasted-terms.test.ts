import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ShieldId } from '#app/components/shield-id.tsx';
import {
  findChecksToLink,
  listCompanies,
  listPipelineAlerts,
  searchBackgroundChecks,
  searchUsers,
} from '#modules/admin/index.ts';
import { formatPhone } from '#modules/platform/browser.ts';
import { newId, showEmailAddress, staffAlertRaised } from '#modules/platform/index.ts';
import { giveScore, newCompany } from '#test/factories/network.ts';
import { newPersonWithoutTwoStep, newStaff } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';

/** What staff see on a page, in a mail program or in a sheet, and paste into each search of the console. */
const portal = await testPortal();
const { visitor } = await newStaff(portal);
const other = await newPersonWithoutTwoStep(portal);
const sam = await newPersonWithoutTwoStep(portal, {
  firstname: 'Sam',
  lastname: 'Abernathy',
  emailaddress: 'sam.abernathy18@müller.example',
  mobile: '5125550147',
});
const shieldId = await giveScore(portal, sam.accountId);
await portal.work('test.raise', (work) =>
  work.publish(staffAlertRaised, {
    alertType: 'idverification',
    eventId: newId(),
    accountId: sam.accountId,
    reason: 'test',
  }),
);

const people = async (searchterm: string) =>
  (await visitor.perform(searchUsers, { searchterm })).results.map(({ userid }) => userid);
const checks = async (searchvalue: string) =>
  (await visitor.perform(searchBackgroundChecks, { searchvalue })).results.map(({ userid }) => userid);
const checksToLink = async (searchvalue: string) =>
  (await visitor.perform(findChecksToLink, { userid: other.accountId, searchvalue })).results.map(
    ({ userid }) => userid,
  );
const alerts = async (search: string) =>
  (await visitor.perform(listPipelineAlerts, { search })).pipelinedata.map(({ userid }) => userid);

/** The text of an element, with a space where the page shows a gap. */
const shown = renderToStaticMarkup(ShieldId({ value: shieldId }))
  .replaceAll(/<[^>]+>/g, ' ')
  .trim();

const spaced = `${shieldId.slice(0, 2)} ${shieldId.slice(2, 5)} ${shieldId.slice(5, 8)} ${shieldId.slice(8)}`;

test.each([
  ['a ShieldID as a page shows it', shown],
  ['a ShieldID with spaces', spaced],
  ['a ShieldID with hyphens in small letters', spaced.replaceAll(' ', '-').toLowerCase()],
  ['a ShieldID behind its name, with what nobody sees', `\u200bShieldID ${spaced}\ufeff`],
  ['a part of a ShieldID with spaces', spaced.slice(0, 10)],
  ['last name, first name', 'Abernathy, Sam'],
  ['a name in full-width letters', 'Ａｂｅｒｎａｔｈｙ'],
  ['a name with accents that it has not', 'Sám Äbernathy'],
  ['an address in brackets', '<sam.abernathy18@müller.example>'],
  ['a name with an address in brackets', 'Abernathy, Sam <sam.abernathy18@müller.example>'],
  ['an address as it is shown', showEmailAddress('sam.abernathy18@xn--mller-kva.example')],
  ['an address as it is stored', 'Sam.Abernathy18@xn--mller-kva.example'],
  ['the end of an address', '@müller.example'],
])('each search of the console finds a person by %s', async (_what, term) => {
  for (const search of [people, checks, checksToLink, alerts])
    expect(await search(term)).toEqual([sam.accountId]);
});

test.each([formatPhone('5125550147'), '+1 (512) 555-0147'])(
  'the searches for people and checks find a person by the number %s',
  async (term) => {
    for (const search of [people, checks]) expect(await search(term)).toEqual([sam.accountId]);
  },
);

test('a name that is written in the other order, and somebody else’s address, find nobody', async () => {
  for (const term of ['Abernathy, Pat', '<sam.abernathy19@müller.example>', '---', '"""']) {
    for (const search of [people, checks, alerts]) expect(await search(term), term).toEqual([]);
  }
});

test('an address finds nobody whose address is only spelled alike', async () => {
  for (const name of ['maryanne', 'mary-anne', 'jose.q', 'josé.q']) {
    const emailaddress = `${name}@contractors.test`;
    const { accountId } = await newPersonWithoutTwoStep(portal, { emailaddress });
    expect(await people(emailaddress), name).toEqual([accountId]);
  }
  expect(await people('mary-anne@contractors.test')).toHaveLength(1);
  expect(await people('maryanne@contractors.test')).toHaveLength(1);
});

test('a name with accents is found by its plain letters, with one of its accents, and with all', async () => {
  const jose = await newPersonWithoutTwoStep(portal, { firstname: 'José', lastname: 'Nguyễn-Ørsted' });
  await giveScore(portal, jose.accountId);
  await newPersonWithoutTwoStep(portal, { firstname: 'Joss', lastname: 'Nguyem' });
  for (const term of ['nguyen', 'Nguyễn', 'nguyên', 'Orsted, Jose', 'jose nguyen-orsted']) {
    for (const search of [people, checks, checksToLink])
      expect(await search(term), term).toEqual([jose.accountId]);
  }
});

test('a company with accents is found by its plain letters', async () => {
  const { companyId } = await newCompany(portal, { company_name: 'Señor Łódź Bau GmbH' });
  for (const q of ['senor', 'lodz bau', 'ŁÓDŹ']) {
    const { companies } = await visitor.perform(listCompanies, { q });
    expect(
      companies.map(({ companyid }) => companyid),
      q,
    ).toEqual([companyId]);
  }
});

test('a name is found in the spellings of documents: without apostrophe and hyphen, and with ü as ue', async () => {
  const pat = await newPersonWithoutTwoStep(portal, { firstname: 'Pat-Ann', lastname: 'O’Brannigan' });
  const plain = await newPersonWithoutTwoStep(portal, { firstname: 'Quin', lastname: 'Obrannigan' });
  const jorg = await newPersonWithoutTwoStep(portal, { firstname: 'Jörg', lastname: 'Müllersen' });
  const spelled = await newPersonWithoutTwoStep(portal, { firstname: 'Joerg', lastname: 'Muellersen' });
  for (const { accountId } of [pat, plain, jorg, spelled]) await giveScore(portal, accountId);
  const found: readonly [string, ...(typeof pat)[]][] = [
    ['obrannigan', pat, plain],
    ["O'Brannigan", pat, plain],
    ['OBrannigan, Patann', pat],
    ['pat-ann obrannigan', pat],
    ['muellersen', jorg, spelled],
    ['Müllersen, Joerg', jorg, spelled],
    ['mullersen', jorg],
  ];
  for (const [term, ...wanted] of found) {
    for (const search of [people, checks])
      expect(new Set(await search(term)), term).toEqual(new Set(wanted.map(({ accountId }) => accountId)));
  }
});
