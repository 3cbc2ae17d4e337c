import { expect, test } from 'vitest';
import { checkEmail, forgotPassword, login, startEmailChange } from '#modules/identity/index.ts';
import { readEmailAddress } from '#modules/platform/index.ts';
import { storeOtherForm } from '#test/factories/other-forms.ts';
import { newPerson, newPersonWithoutTwoStep, PASSWORD } from '#test/factories/people.ts';
import { refusalOf } from '#test/factories/two-step-methods.ts';
import { testPortal } from '#test/portal.ts';

const portal = await testPortal();

const otherPassword = 'amber-Lantern-9023';

const storedAddress = async (id: string) =>
  (
    await portal.db
      .selectFrom('account')
      .select('emailaddress')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).emailaddress;

async function signedInBy(emailaddress: string, password: string): Promise<string | undefined> {
  const visitor = portal.visitor();
  await visitor.perform(login, { emailaddress, password });
  return (await visitor.caller())?.accountId;
}

test('one mailbox gets one account, however its address is written', async () => {
  const { accountId } = await newPersonWithoutTwoStep(portal, { emailaddress: 'Gina@Müller.example' });
  expect(await storedAddress(accountId)).toBe('gina@xn--mller-kva.example');
  for (const written of [
    'gina@xn--mller-kva.example',
    'gina@mu\u0308ller.example',
    'ｇｉｎａ@müller.example',
    '<gina@müller.example>',
    'gi\u200bna@müller.example',
  ]) {
    expect(await portal.visitor().perform(checkEmail, { emailaddress: written }), written).toEqual({
      accountexists: true,
    });
    expect(await signedInBy(written, PASSWORD), written).toBe(accountId);
  }
});

test('an address of an account that is written otherwise is the same address', async () => {
  const { visitor } = await newPerson(portal, { emailaddress: 'rosa@müller.example' });
  const changed = visitor.perform(startEmailChange, {
    emailaddress: 'Rosa <rosa@müller.example>',
    currentpassword: PASSWORD,
  });
  expect((await refusalOf(changed)).code).toBe('identity.address-unchanged');
});

test('the database refuses an address in another form, of a new account and of a changed one', async () => {
  const { accountId } = await newPersonWithoutTwoStep(portal);
  const write = (emailaddress: string) =>
    portal.db.updateTable('account').set({ emailaddress }).where('id', '=', accountId).execute();
  for (const refused of [
    'gina@müller.example',
    'gi\u200bna@example.com',
    'jose\u0301@example.com',
    'ｇina@example.com',
    'gina@my_firm.com',
    'gina@-example.com',
    'gina@ab--cd.com',
    `${'a'.repeat(65)}@example.com`,
  ]) {
    expect(readEmailAddress(refused), refused).not.toBe(refused);
    await expect(write(refused), refused).rejects.toThrow('not an email address');
  }
  for (const taken of ["o'brien+a.bc--d@example.com", 'josé@example.com', 'gina@xn--e1afmkfd.xn--p1ai']) {
    expect(readEmailAddress(taken), taken).toBe(taken);
    await write(taken);
  }
});

test('an account that kept its address signs in with it, and so does the account of the same mailbox', async () => {
  const kept = await newPersonWithoutTwoStep(portal, {
    emailaddress: 'old@example.com',
    password: otherPassword,
  });
  const other = await newPersonWithoutTwoStep(portal, { emailaddress: 'anna@müller.example' });
  await storeOtherForm(portal, kept.accountId, 'anna@müller.example');
  expect(await signedInBy('Anna@müller.example', otherPassword)).toBe(kept.accountId);
  expect(await signedInBy('anna@müller.example', PASSWORD)).toBe(other.accountId);
  expect(await signedInBy('anna@xn--mller-kva.example', PASSWORD)).toBe(other.accountId);
  const wrong = portal
    .visitor()
    .perform(login, { emailaddress: 'anna@müller.example', password: 'wrong-1-Word' });
  expect((await refusalOf(wrong)).code).toBe('identity.wrong-credentials');
  const asked = portal.visitor();
  await asked.perform(forgotPassword, { emailaddress: 'anna@müller.example' });
  const { destination } = await portal.db
    .selectFrom('verification_code')
    .select('destination')
    .where('purpose', '=', 'recovery')
    .orderBy('requested_at', 'desc')
    .executeTakeFirstOrThrow();
  expect(destination).toBe('anna@müller.example');
});

test('an account whose address no form reads signs in with it', async () => {
  const kept = await newPersonWithoutTwoStep(portal, { emailaddress: 'old2@example.com' });
  await storeOtherForm(portal, kept.accountId, 'anna@my_firm.com');
  expect(await signedInBy('anna@my_firm.com', PASSWORD)).toBe(kept.accountId);
});
