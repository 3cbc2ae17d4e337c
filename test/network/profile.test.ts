import { expect, test } from 'vitest';
import { myProfile, updateProfile } from '#modules/identity/index.ts';
import { newCompany, newTeamMember } from '#test/factories/network.ts';
import { newPerson } from '#test/factories/people.ts';
import { refusalOf } from '#test/factories/two-step-methods.ts';
import { testPortal } from '#test/portal.ts';
import { shows } from '#test/shown.ts';

const portal = await testPortal();

test('F13: a field that was changed elsewhere meanwhile is not overwritten', async () => {
  const { visitor } = await newPerson(portal);
  const save = (city: string, seen: string) =>
    visitor.perform(updateProfile, { profileobject: { city }, seen: { city: seen } });
  await save('Austin', '');
  const refused = await refusalOf(save('Dallas', ''));
  shows('profile.changed-elsewhere', refused.text);
  expect(refused.options.field).toBe('city');
  // Something that already exists is not a conflict.
  await save('Austin', '');
  await save('Dallas', 'Austin');
  expect((await visitor.perform(myProfile, {})).profile.city).toBe('Dallas');
});

test('F13: phone, date of birth, state and postal code are brought into one form or refused', async () => {
  const { visitor } = await newPerson(portal);
  await visitor.perform(updateProfile, {
    profileobject: {
      businessphone: '(512) 555-0177',
      dateofbirth: '4/12/1985',
      state: 'tx',
      postalcode: '78701',
    },
  });
  expect((await visitor.perform(myProfile, {})).profile).toMatchObject({
    businessphone: '5125550177',
    dateofbirth: '1985-04-12',
    state: 'TX',
    postalcode: '78701',
  });
  for (const wrong of [
    { businessphone: '555-0177' },
    { dateofbirth: '01/01/1900' },
    { dateofbirth: '02/30/1985' },
    { dateofbirth: '01/01/2999' },
    { state: 'ZZ' },
    { postalcode: '7870' },
    { postalcode: '787011' },
  ]) {
    const refused = await refusalOf(visitor.perform(updateProfile, { profileobject: wrong }));
    expect(refused.code, JSON.stringify(wrong)).toBe('invalid-input');
  }
});

test('the profile of the call has the invite address and the other contact methods', async () => {
  const { visitor } = await newPerson(portal);
  const { body } = await visitor.call('GET', '/myprofile');
  expect(body.profile).toMatchObject({ network_invite_url: null, alternative_contact_methods: [] });
});

test('a viewer of a team reads their own profile, without the address that invites to the company', async () => {
  const company = await newCompany(portal, { shieldlink_enabled: true });
  const viewer = await newTeamMember(portal, company, 'viewer');
  const { status, body } = await viewer.visitor.call('GET', '/myprofile');
  expect(status).toBe(200);
  expect(body.profile).toMatchObject({ user_role: 'viewer', network_invite_url: null });
  const owner = await company.owner.visitor.call('GET', '/myprofile');
  expect(owner.body.profile.network_invite_url).toMatch(/\/link\/SL\d{9}$/);
});
