import { describe, expect, test } from 'vitest';
import { MINUTE, SECOND } from '#modules/platform/browser.ts';
import {
  findHookBody,
  markHandled,
  signHook,
  signSvixHook,
  storeOnce,
  verifyHook,
  verifySvixHook,
} from '#modules/platform/hooks.ts';
import { testServices } from './services.ts';

const { db } = await testServices();
const now = new Date('2026-03-01T12:00:00Z');
const body = '{"event":"1"}';

describe('received hooks', () => {
  test('are stored once, however often and however much at once they arrive', async () => {
    const hook = { provider: 'cra2', eventId: 'evt_1', body: { a: [1, null] }, receivedAt: now };
    const answers = await Promise.all(Array.from({ length: 10 }, () => storeOnce(db, hook)));
    expect(answers.filter(Boolean)).toHaveLength(1);
    expect(await storeOnce(db, { ...hook, provider: 'stripe' })).toBe(true);
    expect(await findHookBody(db, 'cra2', 'evt_1')).toEqual({ a: [1, null] });
  });

  test('are handled once, and emptied some time later but still known', async () => {
    const hook = { provider: 'stripe', eventId: 'evt_2', body: { a: 1 }, receivedAt: now };
    await storeOnce(db, hook);
    expect(await markHandled(db, 'stripe', 'evt_2', now)).toBe(true);
    expect(await markHandled(db, 'stripe', 'evt_2', now)).toBe(false);
    expect(await storeOnce(db, hook)).toBe(false);
  });

  test('roll back with the work on them', async () => {
    const hook = { provider: 'stripe', eventId: 'evt_3', body: {}, receivedAt: now };
    await expect(
      db.transaction().execute(async (transaction) => {
        expect(await storeOnce(transaction, hook)).toBe(true);
        throw new Error('failed');
      }),
    ).rejects.toThrow('failed');
    expect(await storeOnce(db, hook)).toBe(true);
  });
});

describe("a hook's signature", () => {
  const header = signHook('secret', body, now);
  const proof = { secrets: ['secret'], header, body, now };

  test('proves the sender, for five minutes', () => {
    expect(header).toMatch(/^t=1772366400,v1=[0-9a-f]{64}$/);
    expect(verifyHook(proof)).toBe(true);
    expect(verifyHook({ ...proof, now: new Date(now.getTime() + 5 * MINUTE) })).toBe(true);
    expect(verifyHook({ ...proof, now: new Date(now.getTime() + 5 * MINUTE + SECOND) })).toBe(false);
    expect(verifyHook({ ...proof, now: new Date(now.getTime() - 6 * MINUTE) })).toBe(false);
  });

  test('holds during a change of the secret, under the new one or the old', () => {
    expect(verifyHook({ ...proof, secrets: ['new', 'secret'] })).toBe(true);
    expect(verifyHook({ ...proof, secrets: ['new'] })).toBe(false);
    expect(verifyHook({ ...proof, secrets: [] })).toBe(false);
  });

  test('fails for another body, another time, or none', () => {
    expect(verifyHook({ ...proof, body: `${body} ` })).toBe(false);
    expect(verifyHook({ ...proof, header: header.replace('t=1772366400', 't=1772366401') })).toBe(false);
    for (const wrong of [
      null,
      undefined,
      '',
      't=,v1=',
      'v1=00',
      't=1772366400',
      header.replace('v1=', 'v0='),
    ]) {
      expect(verifyHook({ ...proof, header: wrong })).toBe(false);
    }
  });
});

describe('a signature by the scheme of Svix', () => {
  // The example in the documentation of Svix.
  const svix = {
    secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    header: 'msg_p5jXN8AQM9LWM0D4loKWxJek 1614265330 v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    body: '{"test": 2432232314}',
    now: new Date(1614265330 * SECOND),
  };

  test('proves the sender and gives the id of the event', () => {
    expect(verifySvixHook(svix)).toBe('msg_p5jXN8AQM9LWM0D4loKWxJek');
    const [secret = ''] = svix.secrets;
    expect(signSvixHook(secret, 'msg_p5jXN8AQM9LWM0D4loKWxJek', svix.body, svix.now)).toBe(svix.header);
    const several = svix.header.replace('v1,', 'v1,AAAA v1,');
    expect(verifySvixHook({ ...svix, header: several, secrets: ['whsec_AAAA', secret] })).toMatch(/^msg_/);
  });

  test('is good for five minutes, before and after', () => {
    const at = (after: number) => verifySvixHook({ ...svix, now: new Date(svix.now.getTime() + after) });
    expect([at(5 * MINUTE), at(-5 * MINUTE)]).toEqual([expect.any(String), expect.any(String)]);
    expect([at(5 * MINUTE + 1), at(-5 * MINUTE - 1)]).toEqual([null, null]);
  });

  test.each([
    ['another body', { body: `${svix.body} ` }],
    ['another secret', { secrets: ['whsec_AAAA'] }],
    ['another event', { header: svix.header.replace('msg_p', 'msg_q') }],
    ['another moment', { header: svix.header.replace('1614265330', '1614265331') }],
    ['an id that is none', { header: svix.header.replace('msg_p', 'msg.p') }],
    ['a sixth signature', { header: svix.header.replace('v1,', `${'v1,AAAA '.repeat(5)}v1,`) }],
    ['no signature', { header: 'msg_1 1614265330' }],
    ['no header', { header: null }],
  ])('is refused for %s', (_what, change) => {
    expect(verifySvixHook({ ...svix, ...change })).toBeNull();
  });
});
