import { describe, expect, test } from 'vitest';
import { MINUTE, SECOND } from '#modules/platform/browser.ts';
import { findHookBody, markHandled, signHook, storeOnce, verifyHook } from '#modules/platform/hooks.ts';
import { testGround } from './ground.ts';

const { db } = await testGround();
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
