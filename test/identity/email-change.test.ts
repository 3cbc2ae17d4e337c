import { expect, test } from 'vitest';
import {
  confirmEmailChange,
  getEmailChange,
  login,
  resendEmailChange,
  startEmailChange,
  undoChange,
  updatePassword,
} from '#modules/identity/index.ts';
import { MINUTE } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { newestCode, newPerson, PASSWORD } from '#test/factories/people.ts';
import { addMethod, newAddress, refusalOf } from '#test/factories/two-step-methods.ts';
import { testPortal } from '#test/portal.ts';
import { shows } from '#test/shown.ts';

const portal = await testPortal();

const addressOf = async (accountId: string) =>
  (
    await portal.db
      .selectFrom('account')
      .select('emailaddress')
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow()
  ).emailaddress;

test('an address is changed by the code that went to it, not before, and the former one undoes it', async () => {
  const person = await newPerson(portal);
  const emailaddress = newAddress();
  await person.visitor.perform(startEmailChange, { emailaddress: emailaddress.toUpperCase() });
  const code = await newestCode(portal, emailaddress);
  expect(await addressOf(person.accountId)).toBe(person.emailaddress);
  const early = portal.visitor().perform(login, { emailaddress, password: PASSWORD });
  expect((await refusalOf(early)).code).toBe('identity.wrong-credentials');

  const { visitor } = person;
  const wrong = await refusalOf(visitor.perform(confirmEmailChange, { code: 'ZZZZZZ' }));
  expect(wrong.code).toBe('identity.code-mismatch');
  await visitor.perform(confirmEmailChange, { code });
  expect(await addressOf(person.accountId)).toBe(emailaddress);
  await portal.runJobs();
  const subject = 'Your email address was changed';
  const toNew = (await listOutbox(portal.db, { to: emailaddress })).find((mail) => mail.subject === subject);
  const toOld = (await listOutbox(portal.db, { to: person.emailaddress })).find(
    (mail) => mail.subject === subject,
  );
  expect(toNew?.links.some((link) => link.includes('/undo/'))).toBe(false);
  const token = toOld?.links.find((link) => link.includes('/undo/'))?.split('/undo/')[1] ?? '';
  await portal.visitor().perform(undoChange, { token });
  expect(await addressOf(person.accountId)).toBe(person.emailaddress);
});

test('an added method that becomes the account’s address is no method any more, and the others stay', async () => {
  const person = await newPerson(portal);
  const [other, emailaddress] = [newAddress(), newAddress()];
  await addMethod(portal, person, 'EMAIL', other);
  await addMethod(portal, person, 'EMAIL', emailaddress);
  await person.visitor.perform(startEmailChange, { emailaddress });
  await person.visitor.perform(confirmEmailChange, { code: await newestCode(portal, emailaddress) });
  const added = await portal.db
    .selectFrom('contact_method')
    .select('value')
    .where('account_id', '=', person.accountId)
    .where('kind', '=', 'EMAIL')
    .execute();
  expect(added).toEqual([{ value: other }]);
});

test('an address that is somebody else’s is answered the same, and gets no code', async () => {
  const owner = await newPerson(portal);
  const person = await newPerson(portal);
  await portal.runJobs();
  const before = (await listOutbox(portal.db, { to: owner.emailaddress })).length;
  await person.visitor.perform(startEmailChange, { emailaddress: owner.emailaddress });
  await portal.runJobs();
  expect(await listOutbox(portal.db, { to: owner.emailaddress })).toHaveLength(before);
  const { newemailaddress } = await person.visitor.perform(getEmailChange, {});
  expect(newemailaddress).toBe(owner.emailaddress);
  for (const code of ['AAAAAA', 'BBBBBB']) {
    const refused = await refusalOf(person.visitor.perform(confirmEmailChange, { code }));
    expect(refused.code).toBe('identity.code-mismatch');
  }
  expect(await addressOf(person.accountId)).toBe(person.emailaddress);
});

test('another code can be asked for after 30 seconds, and the first one is void then', async () => {
  const person = await newPerson(portal);
  const emailaddress = newAddress();
  await person.visitor.perform(startEmailChange, { emailaddress });
  const first = await newestCode(portal, emailaddress);
  const soon = await refusalOf(person.visitor.perform(resendEmailChange, {}));
  expect(soon.code).toBe('identity.code-resend-locked');
  portal.clock.advance(MINUTE);
  await person.visitor.perform(resendEmailChange, {});
  await portal.runJobs();
  const second = await newestCode(portal, emailaddress);
  expect(second).not.toBe(first);
  await person.visitor.perform(confirmEmailChange, { code: second });
  expect(await addressOf(person.accountId)).toBe(emailaddress);
});

test('the password is asked for when the second step is long ago, and neither it nor the present address is taken', async () => {
  const password = 'quiet.Harbor-91@example.com';
  const person = await newPerson(portal, { password });
  const { visitor } = person;
  const same = await refusalOf(visitor.perform(startEmailChange, { emailaddress: person.emailaddress }));
  shows('email.unchanged', same.text);
  portal.clock.advance(11 * MINUTE);
  const unproven = await refusalOf(visitor.perform(startEmailChange, { emailaddress: newAddress() }));
  expect(unproven.code).toBe('identity.password-confirmation-needed');
});

test('an address that is the password is refused', async () => {
  const password = 'velvet.otter-4471@example.com';
  const person = await newPerson(portal, { password });
  const refused = await refusalOf(person.visitor.perform(startEmailChange, { emailaddress: password }));
  expect(refused.code).toBe('identity.new-address-is-password');
});

test('an address that has become the password since the change began is refused', async () => {
  const { accountId, emailaddress: former, visitor } = await newPerson(portal);
  const emailaddress = `velvet.otter.marble-${newAddress()}`;
  await visitor.perform(startEmailChange, { emailaddress });
  const code = await newestCode(portal, emailaddress);
  await visitor.perform(updatePassword, { newpassword: emailaddress });
  const refused = await refusalOf(visitor.perform(confirmEmailChange, { code }));
  expect(refused.code).toBe('identity.new-address-is-password');
  expect(await addressOf(accountId)).toBe(former);
  await visitor.perform(updatePassword, { newpassword: 'velvet-Harbour-4711' });
  await visitor.perform(confirmEmailChange, { code });
  expect(await addressOf(accountId)).toBe(emailaddress);
});
