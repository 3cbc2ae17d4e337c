import { expect, test } from 'vitest';
import { login, manageTwoStep, myProfile, twoStepVerify, updateProfile } from '#modules/identity/index.ts';
import { MINUTE } from '#modules/platform/index.ts';
import { newestCode, newPerson, PASSWORD } from '#test/factories/people.ts';
import {
  addMethod,
  atSecondStep,
  methodsOf,
  newAddress,
  newNumber,
  refusalOf,
} from '#test/factories/two-step-methods.ts';
import { testPortal } from '#test/portal.ts';

const portal = await testPortal();

test('F18: an address copied to the profile is the one to sign in with, a number the mobile one', async () => {
  const person = await newPerson(portal);
  const address = newAddress();
  const number = newNumber();
  const email = await addMethod(portal, person, 'EMAIL', address);
  portal.clock.advance(MINUTE);
  const text = await addMethod(portal, person, 'SMS', number);
  await person.visitor.perform(manageTwoStep, { primarymethod: { id: text } });
  await person.visitor.perform(manageTwoStep, { copytoprofile: { id: email } });
  await person.visitor.perform(manageTwoStep, { copytoprofile: { id: text } });
  const { profile } = await person.visitor.perform(myProfile, {});
  expect(profile).toMatchObject({ emailaddress: address, mobile: number, alternative_contact_methods: [] });
  expect(await methodsOf(person)).toMatchObject([
    { id: 'user_mobile', contact_value: number, status: 'verifiedprimary' },
    { id: 'user_email', contact_value: address, status: 'verified' },
  ]);
  await expect(
    portal.visitor().perform(login, { emailaddress: person.emailaddress, password: PASSWORD }),
  ).rejects.toMatchObject({ code: 'identity.wrong-credentials' });
  await portal.visitor().perform(login, { emailaddress: address, password: PASSWORD });
});

test('F18: the primary method that is copied to the profile is the account’s own, and stays primary', async () => {
  const person = await newPerson(portal);
  const address = newAddress();
  const email = await addMethod(portal, person, 'EMAIL', address);
  await person.visitor.perform(manageTwoStep, { primarymethod: { id: email } });
  await person.visitor.perform(manageTwoStep, { copytoprofile: { id: email } });
  expect((await methodsOf(person)).filter((method) => method.contact_method === 'EMAIL')).toMatchObject([
    { id: 'user_email', contact_value: address, status: 'verifiedprimary', is_primary: true },
  ]);
});

test('F18: what was sent to the address or number before works no more once another is copied to the profile', async () => {
  const person = await newPerson(portal);
  const address = newAddress();
  const email = await addMethod(portal, person, 'EMAIL', address);
  const browser = await atSecondStep(portal, person);
  portal.clock.advance(MINUTE);
  await browser.perform(twoStepVerify, { specificmethod: 'user_email' });
  const code = await newestCode(portal, person.emailaddress);
  await person.visitor.perform(manageTwoStep, { copytoprofile: { id: email } });
  expect((await refusalOf(browser.perform(twoStepVerify, { code }))).code).toBe('identity.code-void');
});

test('what was chosen for an address before it was the profile’s own is the account’s choice then', async () => {
  const person = await newPerson(portal);
  const address = newAddress();
  await portal.db
    .insertInto('mail_preference')
    .values({ emailaddress: address, updated_at: portal.clock.now(), email_preference_invites: false })
    .execute();
  const email = await addMethod(portal, person, 'EMAIL', address);
  expect((await person.visitor.perform(myProfile, {})).profile.email_preference_invites).toBe(true);
  await person.visitor.perform(manageTwoStep, { copytoprofile: { id: email } });
  expect((await person.visitor.perform(myProfile, {})).profile.email_preference_invites).toBe(false);
});

test('a code that was sent to a number works no more once the profile names another', async () => {
  const number = newNumber();
  const person = await newPerson(portal, { mobile: number });
  portal.clock.advance(MINUTE);
  await person.visitor.perform(manageTwoStep, { startmethod: { id: 'user_mobile' } });
  await person.visitor.perform(manageTwoStep, {
    verifymethod: { id: 'user_mobile' },
    code: await newestCode(portal, number),
  });
  await person.visitor.perform(manageTwoStep, { primarymethod: { id: 'user_mobile' } });
  const browser = await atSecondStep(portal, person);
  portal.clock.advance(MINUTE);
  await browser.perform(twoStepVerify, { specificmethod: 'user_mobile' });
  const code = await newestCode(portal, number);
  await person.visitor.perform(updateProfile, { profileobject: { mobile: newNumber() } });
  expect(await methodsOf(person)).toMatchObject([
    { id: 'user_email', status: 'verifiedprimary' },
    { id: 'user_mobile', status: 'pending' },
  ]);
  expect((await refusalOf(browser.perform(twoStepVerify, { code }))).code).toBe('identity.code-void');
});

test('D14: an address that is the password is not copied to the profile', async () => {
  const password = 'velvet.otter-4472@example.com';
  const person = await newPerson(portal, { password });
  const id = await addMethod(portal, person, 'EMAIL', password);
  const refused = await refusalOf(person.visitor.perform(manageTwoStep, { copytoprofile: { id } }));
  expect(refused).toMatchObject({ code: 'identity.new-address-is-password', options: {} });
  expect(refused.options.field).toBeUndefined();
  expect((await person.visitor.perform(myProfile, {})).profile.emailaddress).toBe(person.emailaddress);
});
