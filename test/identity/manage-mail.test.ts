import { describe, expect, test } from 'vitest';
import { getMailPreferences, getPerson, updateMailPreferences } from '#modules/identity/index.ts';
import { MINUTE, preferenceCode, Refusal } from '#modules/platform/index.ts';
import { newPerson, registerPerson } from '#test/factories/people.ts';
import { addMethod, newAddress, newNumber } from '#test/factories/two-step-methods.ts';
import { testPortal } from '#test/portal.ts';
import { shows } from '#test/shown.ts';

const portal = await testPortal();
const anybody = portal.visitor();
const codeOf = (address: string) => preferenceCode(portal.keys, address);
const chosen = {
  email_preference_marketing: true,
  email_preference_invites: false,
  email_preference_renewal: true,
};

describe('mail preferences by the code of a footer', () => {
  test('belong to the account that proved the address, and show only a masked address', async () => {
    const person = await newPerson(portal);
    const preferencecode = codeOf(person.emailaddress.toUpperCase());
    await anybody.perform(updateMailPreferences, { preferencecode, ...chosen, criticalemails: 'YES' });
    const answer = await anybody.perform(getMailPreferences, { preferencecode });
    expect(answer).toMatchObject({ ...chosen, criticalemails: true });
    expect(JSON.stringify(answer)).not.toContain(person.emailaddress);
    const { preferences } = await portal.work('test.person', (work) => getPerson(work, person.accountId));
    expect(preferences).toMatchObject(chosen);
  });

  test('of an address without an account are kept, also when all is disabled', async () => {
    const preferencecode = codeOf('nobody@example.com');
    await anybody.perform(updateMailPreferences, { preferencecode, ...chosen, criticalemails: 'NO' });
    expect(await anybody.perform(getMailPreferences, { preferencecode })).toMatchObject({
      email_preference_marketing: false,
      email_preference_invites: false,
      email_preference_renewal: false,
      criticalemails: false,
    });
  });

  test('of an address that an account has not proven yet change nothing in the account', async () => {
    const { accountId, emailaddress } = await registerPerson(portal);
    const preferencecode = codeOf(emailaddress);
    const ofAccount = () => portal.work('test.person', (work) => getPerson(work, accountId));
    const before = await ofAccount();
    expect(before).toMatchObject({ email_verified: false, mobile_verified: false });
    await anybody.perform(updateMailPreferences, { preferencecode, ...chosen, criticalemails: 'YES' });
    expect(await anybody.perform(getMailPreferences, { preferencecode })).toMatchObject(chosen);
    expect(await ofAccount()).toEqual(before);
  });

  test('cannot disable the mails that a sign-in needs', async () => {
    const person = await newPerson(portal);
    const preferencecode = codeOf(person.emailaddress);
    const disable = () =>
      anybody.perform(updateMailPreferences, { preferencecode, ...chosen, criticalemails: 'NO' });
    const refusal = await disable().catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'identity.mail-needed' });
    if (refusal instanceof Refusal) shows('mails.needed', refusal.text);
    // Another address does not help, and neither does a number that was not verified.
    await addMethod(portal, person, 'EMAIL', newAddress());
    await expect(disable()).rejects.toMatchObject({ code: 'identity.mail-needed' });
    portal.clock.advance(MINUTE);
    await addMethod(portal, person, 'SMS', newNumber());
    await disable();
    expect((await anybody.perform(getMailPreferences, { preferencecode })).criticalemails).toBe(false);
    expect((await person.visitor.caller())?.twoStepMethod).toBe('EMAIL');
  });

  test('are refused to a code that we did not make', async () => {
    for (const preferencecode of ['forged', 'v1.k1.abc', codeOf('a@b.example').slice(0, -4)]) {
      await expect(anybody.perform(getMailPreferences, { preferencecode })).rejects.toThrow('not-found');
      await expect(
        anybody.perform(updateMailPreferences, { preferencecode, ...chosen, criticalemails: 'YES' }),
      ).rejects.toThrow('not-found');
    }
  });
});
