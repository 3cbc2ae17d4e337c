import { createHmac } from 'node:crypto';
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
    const others = [
      { ...hook, provider: 'stripe', body: 'of another provider' },
      { ...hook, eventId: 'evt_0', body: 'of another event' },
    ];
    for (const other of others) expect(await storeOnce(db, other)).toBe(true);
    for (const { provider, eventId, body: stored } of [hook, ...others])
      expect(await findHookBody(db, provider, eventId)).toEqual(stored);
    expect(await findHookBody(db, 'stripe', 'evt_0')).toBeNull();
  });

  test('are handled once, and emptied some time later but still known', async () => {
    const hook = { provider: 'stripe', eventId: 'evt_2', body: { a: 1 }, receivedAt: now };
    await storeOnce(db, hook);
    await storeOnce(db, { ...hook, provider: 'cra2' });
    await storeOnce(db, { ...hook, eventId: 'evt_20' });
    expect(await markHandled(db, 'stripe', 'evt_2', now)).toBe(true);
    expect(await markHandled(db, 'stripe', 'evt_2', now)).toBe(false);
    expect(await markHandled(db, 'cra2', 'evt_2', now)).toBe(true);
    expect(await markHandled(db, 'stripe', 'evt_20', now)).toBe(true);
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

  test('counts among five, with space between them', () => {
    const [stamp, signature] = header.split(',');
    const among = (others: number) => [stamp, ...Array(others).fill('v1=00'), signature].join(', ');
    expect(verifyHook({ ...proof, header: among(4) })).toBe(true);
    expect(verifyHook({ ...proof, header: among(5) })).toBe(false);
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

  test('is refused with an id or a moment in another form, though it is signed', () => {
    const [secret = ''] = svix.secrets;
    const signed = (id: string) => signSvixHook(secret, id, svix.body, svix.now);
    const longest = 'm'.repeat(200);
    expect(verifySvixHook({ ...svix, header: signed(longest) })).toBe(longest);
    for (const id of [`${longest}m`, 'msg.p', ''])
      expect(verifySvixHook({ ...svix, header: signed(id) })).toBeNull();
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    const mac = createHmac('sha256', key).update(`msg_1.1614265330.0.${svix.body}`).digest('base64');
    expect(verifySvixHook({ ...svix, header: `msg_1 1614265330.0 v1,${mac}` })).toBeNull();
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
