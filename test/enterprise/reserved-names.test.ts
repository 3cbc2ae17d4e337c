import { expect, test } from 'vitest';
import { register } from '#modules/identity/index.ts';
import { updateProfile } from '#modules/identity/profile/profile.ts';
import { newCompany } from '#test/factories/network.ts';
import { newPerson, PASSWORD } from '#test/factories/people.ts';
import { refusalOf } from '#test/factories/two-step-methods.ts';
import { testPortal } from '#test/portal.ts';
import { shows } from '#test/shown.ts';

/** A person's business is shown to strangers: it must not be the portal's or a company's name (D109). */

const portal = await testPortal();
const { owner } = await newCompany(portal, {
  company_name: 'Harbor & Sons, LLC',
  legal_business_name: 'Harbor Holdings Corporation',
});
const { visitor } = await newPerson(portal);

const reserved = [
  'ShieldHub',
  'SHIELD HUB',
  'Shield-Hub Security Team',
  'Shie1dHub',
  'ＳｈｉｅｌｄＨｕｂ',
  'ShіeldHub', // a Cyrillic letter
  'The ShieldHub Support',
  'Harbor & Sons, LLC',
  'harbor sons',
  'Harbor Sons Inc',
  'Hаrbor & Sons', // a Cyrillic letter
  'Hárbor & Sons',
  'HARBOR HOLDINGS',
];

test.each(reserved)('%j is nobody else’s business', async (businessname) => {
  const refused = await refusalOf(visitor.perform(updateProfile, { profileobject: { businessname } }));
  expect(refused).toMatchObject({ code: 'identity.business-reserved', options: { field: 'businessname' } });
  shows('profile.business-reserved', refused.text);
  const registering = portal.visitor().perform(register, {
    firstname: 'Nina',
    lastname: 'Okafor',
    businessname,
    emailaddress: 'nina@example.com',
    mobile: '5125550118',
    password: PASSWORD,
  });
  expect((await refusalOf(registering)).code).toBe('identity.business-reserved');
});

test.each([
  ['ShieldHub', 'Support'],
  ['Shield', 'Hub'],
  ['The ShіeldHub', 'Team'], // a Cyrillic letter
])('%j %j is nobody’s own name', async (firstname, lastname) => {
  const refused = await refusalOf(visitor.perform(updateProfile, { profileobject: { firstname, lastname } }));
  expect(refused).toMatchObject({ code: 'identity.name-reserved', options: { field: 'lastname' } });
  shows('profile.name-reserved', refused.text);
  const registering = portal.visitor().perform(register, {
    firstname,
    lastname,
    emailaddress: 'nina@example.com',
    mobile: '5125550118',
    password: PASSWORD,
  });
  expect((await refusalOf(registering)).code).toBe('identity.name-reserved');
});

test.each(['Harbor', 'Harbor & Daughters', 'Shield Plumbing', 'Hub', ''])(
  '%j is a business',
  async (businessname) => {
    await visitor.perform(updateProfile, { profileobject: { businessname } });
  },
);

test('a member of the team may name the company', async () => {
  await owner.visitor.perform(updateProfile, { profileobject: { businessname: 'Harbor & Sons' } });
  expect(
    (await refusalOf(owner.visitor.perform(updateProfile, { profileobject: { businessname: 'ShieldHub' } })))
      .code,
  ).toBe('identity.business-reserved');
});
