import { expect, test } from 'vitest';
import { acceptTerms, getPerson, registerVerify } from '#modules/identity/index.ts';
import { newestCode, newPerson, PASSWORD, registerPerson } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';

const portal = await testPortal();

const _join = (emailaddress: string) => ({
  firstname: 'Nina',
  lastname: 'Okafor',
  businessname: '',
  emailaddress,
  mobile: '512-555-0118',
  password: PASSWORD,
});

test('form, terms and code make an account that can use the portal', async () => {
  const { visitor, accountId, emailaddress } = await registerPerson(portal);
  expect(await visitor.caller()).toMatchObject({
    emailVerified: false,
    termsAccepted: false,
    twoStepDone: true,
  });
  expect((await visitor.call('GET', '/myprofile')).body.error_code).toBe('terms-needed');

  await visitor.perform(acceptTerms, { accept_terms: 'YES' });
  expect((await visitor.call('GET', '/myprofile')).body.error_code).toBe('verification-needed');

  const before = (await visitor.caller())?.sessionId;
  await visitor.perform(registerVerify, { code: await newestCode(portal, emailaddress) });
  const caller = await visitor.caller();
  expect(caller).toMatchObject({ accountId, emailVerified: true, termsAccepted: true, twoStepDone: true });
  expect(caller?.sessionId).not.toBe(before);
  expect((await visitor.call('GET', '/myprofile')).body.profile).toMatchObject({ emailaddress, ssn: null });
});

test('privacy begins as decided', async () => {
  const { accountId } = await newPerson(portal);
  const person = await portal.work('test.read', (work) => getPerson(work, accountId));
  expect(person.two_step_method).toBe('EMAIL');
  expect(person.preferences).toEqual({
    network_sharing_master: true,
    network_autoacceptinvite: false,
    network_searchresults: false,
    email_preference_invites: true,
    email_preference_renewal: true,
    email_preference_marketing: false,
    criticalemails: true,
    shieldscore_clean_autoaccept: false,
  });
});
