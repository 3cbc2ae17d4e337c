import { expect, test } from 'vitest';
import {
  login,
  makeRecoveryCodes,
  manageTwoStep,
  twoStepVerify,
  useRecoveryCode,
} from '#modules/identity/index.ts';
import { HOUR, MINUTE, SECOND } from '#modules/platform/index.ts';
import { newPerson, PASSWORD, type Registered } from '#test/factories/people.ts';
import { addApp, appCode, atSecondStep, newAddress, refusalOf } from '#test/factories/two-step-methods.ts';
import { testPortal } from '#test/portal.ts';

/** What may be tried a few times: for how long it is refused then, and that a right try ends the count. */

const portal = await testPortal();
portal.clock.stop();

interface Tried {
  wrong: () => Promise<unknown>;
  right: () => Promise<unknown>;
}

const limited: [what: string, per: number, most: number, prepare: (person: Registered) => Promise<Tried>][] =
  [
    [
      'the current password',
      15 * MINUTE,
      5,
      async ({ visitor }) => {
        const change = (currentpassword: string) =>
          visitor.perform(manageTwoStep, { removemethod: { id: 'user_mobile' }, currentpassword });
        return { wrong: () => change('wrong'), right: () => change(PASSWORD) };
      },
    ],
    [
      'a recovery code',
      15 * MINUTE,
      5,
      async (person) => {
        const { codes } = await person.visitor.perform(makeRecoveryCodes, {});
        const use = async (recoverycode: string) =>
          (await atSecondStep(portal, person)).perform(useRecoveryCode, { recoverycode });
        return { wrong: () => use('AAAAA-AAAAA'), right: () => use(codes.pop() ?? '') };
      },
    ],
    [
      'a code of an app',
      10 * MINUTE,
      5,
      async (person) => {
        const { id, otpurl } = await addApp(portal, person);
        const use = async (code: string) =>
          (await atSecondStep(portal, person)).perform(twoStepVerify, { specificmethod: id, code });
        const right = () => {
          portal.clock.advance(MINUTE / 2);
          return use(appCode(portal, otpurl));
        };
        const wrong = () => use(appCode(portal, otpurl) === '000000' ? '111111' : '000000');
        return { wrong, right };
      },
    ],
  ];

const windowStart = (per: number) =>
  portal.clock.advance(per - (portal.clock.now().getTime() % per) + SECOND);

/** The tries of a window fade evenly over the next one. */
function expectUntilNext(retryAfter: number | undefined, per: number, most: number): void {
  const seconds = (per - (portal.clock.now().getTime() % per) + per / most) / SECOND;
  expect(retryAfter).toBeGreaterThanOrEqual(Math.floor(seconds));
  expect(retryAfter).toBeLessThanOrEqual(Math.ceil(seconds) + 1);
}

test.each(limited)(
  '%s may be wrong a few times, and a right one ends the count',
  async (_w, per, most, prepare) => {
    const { wrong, right } = await prepare(await newPerson(portal));
    for (let round = 0; round < 2; round += 1) {
      for (let turn = 1; turn < most; turn += 1)
        expect((await refusalOf(wrong())).code).not.toBe('throttled');
      await right();
    }
    windowStart(per);
    for (let turn = 0; turn < most; turn += 1) expect((await refusalOf(wrong())).code).not.toBe('throttled');
    const { code, options } = await refusalOf(right());
    expect(code).toBe('throttled');
    expectUntilNext(options.retryAfter, per, most);
  },
);

test('of methods that are begun too often it is said when the next may be', async () => {
  // Before the session begins, which would end in the meantime.
  windowStart(HOUR);
  const { visitor } = await newPerson(portal);
  const start = () =>
    visitor.perform(manageTwoStep, {
      startmethod: { contact_method: 'EMAIL', contact_value: newAddress() },
      currentpassword: PASSWORD,
    });
  for (let begun = 0; begun < 10; begun += 1) {
    await start();
    portal.clock.advance(30 * SECOND);
  }
  const { code, options } = await refusalOf(start());
  expect(code).toBe('throttled');
  expect(options.retryAfter).toBeGreaterThan(HOUR / SECOND / 2);
  expect(options.retryAfter).toBeLessThanOrEqual((1.2 * HOUR) / SECOND);
});

test('an address that guessed too often is told when it may go on, and a locked account does not use it up', async () => {
  windowStart(15 * MINUTE);
  const office = portal.visitor({ address: '192.0.2.91' });
  const attempt = (emailaddress: string) => refusalOf(office.perform(login, { emailaddress, password: 'x' }));
  const locked = newAddress();
  for (let turn = 0; turn < 60; turn += 1) await attempt(locked);
  for (let turn = 0; turn < 95; turn += 1)
    expect((await attempt(newAddress())).code).toBe('identity.wrong-credentials');
  const { code, options } = await attempt(newAddress());
  expect(code).toBe('throttled');
  expectUntilNext(options.retryAfter, 15 * MINUTE, 100);
});
