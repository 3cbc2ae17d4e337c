import { expect, test } from 'vitest';
import { getHome, login, register, twoStepVerify, updateProfile } from '#modules/identity/index.ts';
import { DAY, HOUR, listAudit, MINUTE, SECOND, sql } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import {
  newestCode,
  newPerson,
  newPersonWithoutTwoStep,
  newStaff,
  PASSWORD,
} from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';
import type { Visitor } from '#test/visitor.ts';

/**
 * Rules that change at a certain moment: they apply one millisecond before it, but no longer at it. The clock is
 * stopped.
 */
const portal = await testPortal();
portal.clock.stop();

/** Whether something is true one millisecond before `wait` milliseconds have passed, and when they have passed. */
async function around(wait: number, holds: () => Promise<boolean>): Promise<boolean[]> {
  portal.clock.advance(wait - 1);
  const before = await holds();
  portal.clock.advance(1);
  return [before, await holds()];
}

/** Reads the caller without extending the session, like the page's polling. */
const signedIn = async (visitor: Visitor) => (await visitor.visit({ polling: true }).caller()) !== null;
const refusalOf = (work: Promise<unknown>): Promise<string | null> =>
  work.then(
    () => null,
    (error: { code: string }) => error.code,
  );
const signIn = (visitor: Visitor, emailaddress: string, password = PASSWORD) =>
  visitor.perform(login, { emailaddress, password });

test('a session ends after half an hour without a request, that of staff after a quarter', async () => {
  const { visitor } = await newPersonWithoutTwoStep(portal);
  expect(await around(30 * MINUTE, () => signedIn(visitor))).toEqual([true, false]);
  const staff = await newStaff(portal);
  expect(await around(15 * MINUTE, () => signedIn(staff.visitor))).toEqual([true, false]);
});

test('a session ends 12 hours after it began', async () => {
  const { visitor } = await newPersonWithoutTwoStep(portal);
  for (let turn = 0; turn < 47; turn += 1) {
    portal.clock.advance(15 * MINUTE);
    expect(await visitor.caller()).not.toBeNull();
  }
  expect(await around(15 * MINUTE, () => signedIn(visitor))).toEqual([true, false]);
});

test('a request extends the session once it is a minute old', async () => {
  const { visitor } = await newPersonWithoutTwoStep(portal);
  portal.clock.advance(MINUTE);
  await visitor.caller();
  expect(await around(29 * MINUTE, () => signedIn(visitor))).toEqual([true, false]);
  const other = await newPersonWithoutTwoStep(portal);
  portal.clock.advance(MINUTE + 1);
  await other.visitor.caller();
  expect(await around(30 * MINUTE, () => signedIn(other.visitor))).toEqual([true, false]);
});

test('a code works for 10 minutes, another may be asked for after 30 seconds', async () => {
  const { emailaddress } = await newPerson(portal);
  const visitor = portal.visitor();
  await signIn(visitor, emailaddress);
  const ask = () => visitor.perform(twoStepVerify, { method: 'EMAIL' });
  await ask();
  const again = await around(30 * SECOND, async () => (await refusalOf(ask())) === null);
  expect(again).toEqual([false, true]);
  await newestCode(portal, emailaddress);
  const wrong = async () => (await refusalOf(visitor.perform(twoStepVerify, { code: 'ZZZZZZ' }))) ?? '';
  expect(
    await around(10 * MINUTE, async () => (await wrong()) === 'identity.code-mismatch'),
    'after it nothing is compared any more',
  ).toEqual([true, false]);
});

test('a browser is remembered for 30 days', async () => {
  const { emailaddress } = await newPerson(portal);
  const visitor = portal.visitor();
  await signIn(visitor, emailaddress);
  await visitor.perform(twoStepVerify, { method: 'EMAIL' });
  const code = await newestCode(portal, emailaddress);
  await visitor.perform(twoStepVerify, { code, rememberbrowser: true });
  const spared = async () => !(await signIn(visitor, emailaddress)).twosteprequired;
  expect(await around(30 * DAY, spared)).toEqual([true, false]);
});

test('a recovery asked for again within 30 seconds is not mailed again, at 30 seconds it is', async () => {
  const { emailaddress } = await newPersonWithoutTwoStep(portal);
  const mailed = async () => {
    await portal.visitor().call('POST', '/user/forgotpassword', { emailaddress });
    await portal.runJobs();
    const mails = await listOutbox(portal.db, { to: emailaddress });
    return mails.filter(({ subject }) => subject === 'Set a new password').length;
  };
  expect(await mailed()).toBe(1);
  portal.clock.advance(30 * SECOND - 1);
  expect(await mailed()).toBe(1);
  portal.clock.advance(1);
  expect(await mailed()).toBe(2);
});

test('a code that waited for its job for more than an hour is not sent', async () => {
  const sent = async (wait: number) => {
    const { emailaddress } = await newPerson(portal);
    const visitor = portal.visitor();
    await signIn(visitor, emailaddress);
    await portal.runJobs();
    const count = async () => (await listOutbox(portal.db, { to: emailaddress })).length;
    const before = await count();
    await visitor.perform(twoStepVerify, { method: 'EMAIL' });
    portal.clock.advance(wait);
    await portal.runJobs();
    return (await count()) - before;
  };
  expect([await sent(HOUR), await sent(HOUR + 1)]).toEqual([1, 0]);
});

test('failures are forgotten 15 minutes after the last', async () => {
  const refused = async (wait: number) => {
    const { emailaddress } = await newPersonWithoutTwoStep(portal);
    const fail = () => refusalOf(signIn(portal.visitor(), emailaddress, 'wrong-Password-1'));
    for (let failures = 0; failures < 4; failures += 1) await fail();
    portal.clock.advance(wait);
    await fail();
    return fail();
  };
  expect(await refused(15 * MINUTE - 1)).toBe('throttled');
  expect(await refused(15 * MINUTE)).toBe('identity.wrong-credentials');
});

test('each refused sign-in is in the audit log, about the account where there is one', async () => {
  const { emailaddress, accountId } = await newPersonWithoutTwoStep(portal);
  await refusalOf(signIn(portal.visitor(), emailaddress, 'wrong-Password-1'));
  const { entries } = await listAudit(portal.db, portal.keys, { about: accountId, limit: 1 });
  expect(entries[0]).toMatchObject({ action: 'identity.sign-in-refused', actorId: null });
});

test('the tries that are left are counted down to the last', async () => {
  const { emailaddress } = await newPerson(portal);
  const visitor = portal.visitor();
  await signIn(visitor, emailaddress);
  await visitor.perform(twoStepVerify, { method: 'EMAIL' });
  await newestCode(portal, emailaddress);
  const told: string[] = [];
  for (let turn = 0; turn < 5; turn += 1) {
    const { body } = await visitor.call('POST', '/twostepverify', { code: 'ZZZZZZ' });
    told.push(String(body.issues?.code?.[0]).replace('The code does not match. ', ''));
  }
  expect(told).toEqual([
    'You have 4 tries left.',
    'You have 3 tries left.',
    'You have 2 tries left.',
    'You have 1 try left.',
    'Please request a new one.',
  ]);
});

test('a taken address is reported before the password is checked', async () => {
  const { emailaddress } = await newPersonWithoutTwoStep(portal);
  const again = { firstname: 'Pat', lastname: 'Person', emailaddress, mobile: '5125550100', password: 'x' };
  expect(await refusalOf(portal.visitor().perform(register, again))).toBe('identity.email-taken');
});

test('the number of a phone saved as it was stays verified; another one has to be verified', async () => {
  const { visitor, accountId } = await newPersonWithoutTwoStep(portal, { mobile: '5125550188' });
  await sql`update account set mobile_verified_at = now(), two_step_method = 'SMS' where id = ${accountId}`.execute(
    portal.db,
  );
  const saved = async (mobile: string) => {
    await visitor.perform(updateProfile, { profileobject: { mobile } });
    const { rows } = await sql<{ verified: boolean; two_step_method: string }>`
      select mobile_verified_at is not null as verified, two_step_method from account where id = ${accountId}`.execute(
      portal.db,
    );
    return rows[0];
  };
  expect(await saved('512-555-0188')).toEqual({ verified: true, two_step_method: 'SMS' });
  expect(await saved('512-555-0189')).toEqual({ verified: false, two_step_method: 'EMAIL' });
});

test('the home page of a person whom nobody has looked up lists nobody', async () => {
  const { visitor } = await newPersonWithoutTwoStep(portal, { firstname: 'Dana' });
  expect(await visitor.perform(getHome, {})).toMatchObject({
    information: { firstname: 'Dana' },
    seen: [],
  });
});
