import { describe, expect, test } from 'vitest';
import { acceptTerms } from '#modules/enterprise/index.ts';
import { correctRegistrationAddress, registerVerify } from '#modules/identity/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { newestCode, newPerson, registerPerson } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';
import { shows } from '#test/shown.ts';

const portal = await testPortal();

/** A person whose code is being sent to the address that they typed. */
async function registered(emailaddress: string) {
  const person = await registerPerson(portal, { emailaddress });
  await person.visitor.perform(acceptTerms, { accept_terms: 'YES' });
  return person;
}

const refusalOf = (doing: Promise<unknown>) =>
  doing.then(
    () => null,
    (error) => error,
  );

describe('a mistyped address', () => {
  test('is corrected before it is verified: the new one gets a code, the code of the old one is void', async () => {
    const { visitor, accountId } = await registered('mistyped@example.com');
    const old = await newestCode(portal, 'mistyped@example.com');
    await visitor.perform(correctRegistrationAddress, { emailaddress: 'typed@example.com' });
    const code = await newestCode(portal, 'typed@example.com');
    if (old !== code) {
      expect(await refusalOf(visitor.perform(registerVerify, { code: old }))).toMatchObject({
        code: 'identity.code-mismatch',
      });
    }
    await visitor.perform(registerVerify, { code });
    expect(await visitor.caller()).toMatchObject({
      accountId,
      emailaddress: 'typed@example.com',
      emailVerified: true,
    });
    await portal.runJobs();
    const welcome = (await listOutbox(portal.db, { to: 'mistyped@example.com' })).map(
      ({ subject }) => subject,
    );
    expect(welcome).not.toContain('Welcome');
  });

  test('typed the same again sends no further code', async () => {
    const { visitor } = await registered('same@example.com');
    await newestCode(portal, 'same@example.com');
    await visitor.perform(correctRegistrationAddress, { emailaddress: 'SAME@example.com' });
    await portal.runJobs();
    const codes = (await listOutbox(portal.db, { to: 'same@example.com' })).filter(({ code }) => code);
    expect(codes).toHaveLength(1);
  });

  test('cannot become the address of another account, and asking is counted with registering', async () => {
    const { emailaddress } = await newPerson(portal);
    const { visitor } = await registered('asks@example.com');
    for (let time = 0; time < 19; time += 1) {
      expect(await refusalOf(visitor.perform(correctRegistrationAddress, { emailaddress }))).toMatchObject({
        code: 'identity.email-taken',
      });
    }
    expect(
      await refusalOf(visitor.perform(correctRegistrationAddress, { emailaddress: 'free@example.com' })),
    ).toMatchObject({ code: 'throttled' });
    expect(await visitor.caller()).toMatchObject({ emailaddress: 'asks@example.com' });
  });

  test('cannot become an address that is the password', async () => {
    const password = 'marble.compass-0815@harbor.example';
    const person = await registerPerson(portal, { emailaddress: 'typo@example.com', password });
    await person.visitor.perform(acceptTerms, { accept_terms: 'YES' });
    const refusal = await refusalOf(
      person.visitor.perform(correctRegistrationAddress, { emailaddress: password }),
    );
    expect(refusal).toMatchObject({ code: 'identity.address-is-password' });
    shows('register.address-is-password', refusal.text);
    expect(await person.visitor.caller()).toMatchObject({ emailaddress: 'typo@example.com' });
    await person.visitor.perform(correctRegistrationAddress, { emailaddress: 'another@harbor.example' });
    expect(await person.visitor.caller()).toMatchObject({ emailaddress: 'another@harbor.example' });
  });

  test('is no longer corrected here once an address is verified', async () => {
    const { visitor, emailaddress } = await newPerson(portal);
    const refusal = await refusalOf(
      visitor.perform(correctRegistrationAddress, { emailaddress: 'late@example.com' }),
    );
    expect(refusal).toMatchObject({ code: 'identity.address-verified' });
    shows('register.address-verified', refusal.text);
    expect(await visitor.caller()).toMatchObject({ emailaddress });
  });

  test('corrected at the same moment as a code is typed never verifies an address without its own code', async () => {
    for (let round = 0; round < 4; round += 1) {
      const [first, second] = [`first${round}@example.com`, `second${round}@example.com`];
      const { visitor } = await registered(first);
      const code = await newestCode(portal, first);
      await Promise.allSettled([
        visitor.perform(registerVerify, { code }),
        visitor.perform(correctRegistrationAddress, { emailaddress: second }),
      ]);
      const after = await visitor.caller();
      expect([after?.emailaddress, after?.emailVerified]).toEqual(
        after?.emailVerified ? [first, true] : [second, false],
      );
    }
  });
});
