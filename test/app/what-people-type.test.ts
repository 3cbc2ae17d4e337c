import { expect, test } from 'vitest';
import { searchUsers } from '#modules/admin/index.ts';
import { Sheet } from '#modules/applications/pdf/sheet.ts';
import { isNameOf } from '#modules/applications/steps/signature.ts';
import { isSameName } from '#modules/applications/verification/names.ts';
import { acceptInvite, listSharedWithMe, newInvite } from '#modules/network/index.ts';
import { findCode } from '#modules/platform/fields/codes.ts';
import { type AnyField, optional } from '#modules/platform/fields/field.ts';
import * as kinds from '#modules/platform/fields/kinds.ts';
import { schemaOf } from '#modules/platform/fields/schema.ts';
import { isSameEmailAddress, readEmailAddress } from '#modules/platform/index.ts';
import { giveScore, newCompany } from '#test/factories/network.ts';
import { newPersonWithoutTwoStep, newStaff } from '#test/factories/people.ts';
import { pdfPages } from '#test/pdf-text.ts';
import { testPortal } from '#test/portal.ts';

/** What people typed and pasted on a day of trying, each in its field, with what the portal makes of it. */
const portal = await testPortal();
const staff = (await newStaff(portal)).visitor;
const company = (await newCompany(portal)).owner.visitor;
const sam = await newPersonWithoutTwoStep(portal, {
  firstname: 'Sam',
  lastname: 'Abernathy',
  emailaddress: 'sam.abernathy18@contractors.test',
});
const shieldId = await giveScore(portal, sam.accountId);
await newPersonWithoutTwoStep(portal, { firstname: 'Pat', lastname: "O'Connell" });
const { inviteid } = await company.perform(newInvite, { touser: sam.emailaddress });
await sam.visitor.perform(acceptInvite, { inviteid });

const made = (field: AnyField, typed: string) => schemaOf(field).safeParse(typed).data;
const kaiulani = { firstname: 'Kaʻiulani', lastname: 'Kaʻahumanu' };
const onTheId = (name: string) => {
  const [firstname = '', lastname = ''] = name.split(' ');
  return isSameName(kaiulani, { firstname, lastname });
};

const readings = {
  'an address': (typed) => readEmailAddress(typed),
  'a phone number': (typed) => made(kinds.phone('Mobile'), typed),
  'a date of birth': (typed) => made(optional(kinds.birthDate()), typed),
  'a code': (typed) => findCode(typed, 6),
  'a search of the console': async (searchterm) =>
    (await staff.perform(searchUsers, { searchterm })).results.map(({ lastname }) => lastname),
  'a search of the network': async (q) =>
    (await company.perform(listSharedWithMe, { q })).rows.map(({ lastname }) => lastname),
  'the signature of An Đặng': (typed) => isNameOf(typed, { firstname: 'An', lastname: 'Đặng' }),
  'the signature of Łukasz Nowak': (typed) => isNameOf(typed, { firstname: 'Łukasz', lastname: 'Nowak' }),
  "the signature of Pat O'Brien": (typed) => isNameOf(typed, { firstname: 'Pat', lastname: "O'Brien" }),
  'the signature of Kɔfi Aɖɛ': (typed) => isNameOf(typed, { firstname: 'Kɔfi', lastname: 'Aɖɛ' }),
  'the signature of Kaʻiulani Kaʻahumanu': (typed) => isNameOf(typed, kaiulani),
  'the ID of Kaʻiulani Kaʻahumanu': onTheId,
} satisfies Record<string, (typed: string) => unknown>;

test.each<[keyof typeof readings, typed: string, wanted: unknown]>([
  ['an address', 'gina@m\u00fcller.example', 'gina@xn--mller-kva.example'],
  ['an address', 'gina@xn--mller-kva.example', 'gina@xn--mller-kva.example'],
  ['a phone number', '+1 (512) 555-0147', '5125550147'],
  ['a phone number', '1-512-555-0147', '5125550147'],
  ['a phone number', '+15125550147', '5125550147'],
  ['a phone number', '\u202a+1 512\u2011555\u20110147\u202c', '5125550147'],
  ['a date of birth', '1990-05-17', '1990-05-17'],
  ['a date of birth', '1990/5/17', '1990-05-17'],
  ['a date of birth', '05171990', '1990-05-17'],
  [
    'a search of the console',
    `${shieldId.slice(0, 2)} ${shieldId.slice(2, 5)} ${shieldId.slice(5, 8)} ${shieldId.slice(8)}`,
    ['Abernathy'],
  ],
  ['a search of the console', 'Abernathy, Sam', ['Abernathy']],
  ['a search of the console', '<sam.abernathy18@contractors.test>', ['Abernathy']],
  ['a search of the console', 'O’Connell, Pat', ["O'Connell"]],
  ['a search of the network', 'Abernathy, Sam', ['Abernathy']],
  ['a search of the network', `Sam Abernathy (${shieldId})`, ['Abernathy']],
  ['the signature of An Đặng', 'An Dang', true],
  ['the signature of Łukasz Nowak', 'Lukasz Nowak', true],
  ["the signature of Pat O'Brien", 'Pat OBrien', true],
  ['the signature of Kɔfi Aɖɛ', 'Kofi Ade', true],
  ['the ID of Kaʻiulani Kaʻahumanu', 'KAIULANI KAAHUMANU', true],
  ['the ID of Kaʻiulani Kaʻahumanu', "KA'IULANI KA'AHUMANU", true],
  ['the signature of Kaʻiulani Kaʻahumanu', "Ka'iulani Ka'ahumanu", true],
  ['a code', 'Your code is: ABC123', 'ABC123'],
])('%s: %j', async (field, typed, wanted) => {
  expect(await readings[field](typed)).toEqual(wanted);
});

test('both spellings of an address are the same person', () => {
  expect(isSameEmailAddress('gina@müller.example', 'gina@xn--mller-kva.example')).toBe(true);
});

test('a password of 140 characters is refused with the limit named, and not cut', () => {
  const typed = 'correct horse battery staple '.repeat(5).slice(0, 140);
  const { error } = schemaOf(kinds.newPassword('Password', 'Choose one')).safeParse(typed);
  expect(error?.issues.map(({ message }) => message)).toEqual(['Use at most 128 characters']);
});

test('a PDF writes a Chinese name as it is', async () => {
  const name = '\u738b\u5c0f\u660e';
  const sheet = await Sheet.begin({ title: 'Name', author: 'ShieldHub', made: portal.clock.now() });
  sheet.facts([['Name', name]]);
  const pdf = (await sheet.finish('Application 1')).toString('base64');
  const words = (await pdfPages(pdf)).join('').replace(/\s+/g, '').normalize('NFC');
  expect(words).toContain(`Name${name}`);
  expect(words).not.toContain('?');
});
