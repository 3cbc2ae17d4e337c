import { expect, test } from 'vitest';
import { login, logout, twoStepVerify } from '#modules/identity/index.ts';
import { HOUR, SECOND } from '#modules/platform/index.ts';
import {
  lastLoginOf,
  newestCode,
  newPerson,
  newPersonWithoutTwoStep,
  newStaff,
  PASSWORD,
  type Registered,
} from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';

const portal = await testPortal();

/** Enters the password in a browser at this address, one hour later than before. */
async function enterPassword({ emailaddress }: Registered, address: string) {
  portal.clock.advance(HOUR);
  const browser = portal.visitor({ address });
  await browser.perform(login, { emailaddress, password: PASSWORD });
  return browser;
}

test.each([
  ['person', () => newPerson(portal)],
  ['member of staff', () => newStaff(portal)],
] as const)(
  'the last login of a %s is written by the second step, not by the password',
  async (_who, make) => {
    const who = await make();
    const before = await lastLoginOf(portal, who.accountId);
    const browser = await enterPassword(who, '203.0.113.61');
    expect(await lastLoginOf(portal, who.accountId)).toEqual(before);
    await browser.perform(twoStepVerify, { method: 'EMAIL' });
    const code = await newestCode(portal, who.emailaddress);
    await expect(browser.perform(twoStepVerify, { code: '000000' })).rejects.toMatchObject({
      code: 'identity.code-mismatch',
    });
    expect(await lastLoginOf(portal, who.accountId)).toEqual(before);

    portal.clock.advance(SECOND);
    const passedAt = portal.clock.now().getTime();
    await browser.perform(twoStepVerify, { code, rememberbrowser: true });
    const { at, address } = await lastLoginOf(portal, who.accountId);
    expect(address).toBe('203.0.113.61');
    expect(at.getTime()).toBeGreaterThanOrEqual(passedAt);
  },
);

test('the password alone writes it where no second step follows: in a remembered browser, and with two-step off', async () => {
  const person = await newPerson(portal);
  const browser = await enterPassword(person, '203.0.113.62');
  await browser.perform(twoStepVerify, { method: 'EMAIL' });
  await browser.perform(twoStepVerify, {
    code: await newestCode(portal, person.emailaddress),
    rememberbrowser: true,
  });
  await browser.perform(logout, {});
  const first = await lastLoginOf(portal, person.accountId);
  portal.clock.advance(HOUR);
  await browser.perform(login, { emailaddress: person.emailaddress, password: PASSWORD });
  expect((await browser.caller())?.twoStepDone).toBe(true);
  const again = await lastLoginOf(portal, person.accountId);
  expect(again.at.getTime()).toBeGreaterThanOrEqual(first.at.getTime() + HOUR);

  const plain = await newPersonWithoutTwoStep(portal);
  await enterPassword(plain, '203.0.113.63');
  expect(await lastLoginOf(portal, plain.accountId)).toMatchObject({ address: '203.0.113.63' });
});
