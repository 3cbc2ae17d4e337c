import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { MINUTE, SECOND } from '#modules/platform/browser.ts';
import {
  erasePersonKey,
  hashToken,
  KeyRing,
  newCode,
  newDigits,
  newToken,
  openForPeople,
  resealForPerson,
  SealError,
  sameSecret,
  sealForPerson,
} from '#modules/platform/crypto/index.ts';
import { sql } from '#modules/platform/database/sql.ts';
import { someSealed } from '#test/factories/placeholders.ts';
import { ringOptions, testServices } from './services.ts';

const services = await testServices();
const ring = services.keys;
const now = new Date('2026-03-01T12:00:00Z');

/** The text that was encrypted for the person with the associated data 'a'; null if the key was destroyed. */
async function open(keys: KeyRing, personId: string, sealed: string): Promise<string | null | undefined> {
  const opened = await openForPeople(services.db, keys, [{ id: 'one', personId, sealed, aad: 'a' }]);
  return opened.get('one');
}

describe('sealed values', () => {
  test('open with the associated data that they were sealed with, and never look alike', () => {
    const sealed = ring.encrypt('900-00-0001', 'account.ssn:1');
    expect(ring.decrypt(sealed, 'account.ssn:1')).toBe('900-00-0001');
    expect(sealed).toMatch(/^v1\.k1\.[\w-]+$/);
    expect(sealed).not.toContain('900-00');
    expect(ring.encrypt('900-00-0001', 'account.ssn:1')).not.toBe(sealed);
    expect(ring.decrypt(ring.encrypt('', 'a'), 'a')).toBe('');
  });

  test('do not open with other associated data', () => {
    const sealed = ring.encrypt('secret', 'account.ssn:1');
    expect(() => ring.decrypt(sealed, 'account.ssn:2')).toThrow(SealError);
  });

  test('do not open when any part was altered, and the error tells nothing', () => {
    const sealed = ring.encrypt('secret', 'a');
    const body = Buffer.from(sealed.split('.')[2] ?? '', 'base64url');
    for (let at = 0; at < body.length; at += 1) {
      const altered = Buffer.from(body);
      altered[at] = (altered[at] ?? 0) ^ 1;
      expect(() => ring.decrypt(`v1.k1.${altered.toString('base64url')}`, 'a')).toThrow(SealError);
    }
    for (const wrong of [
      '',
      'v1',
      'v1.k1.',
      'v2.k1.AAAA',
      `${sealed}.x`,
      sealed.replace('k1', 'k0'),
      'v1.k9.AAAA',
      'v1.k1.AAAA',
    ]) {
      expect(() => ring.decrypt(wrong, 'a')).toThrow(SealError);
    }
  });

  test.each([
    ['nothing', () => ''],
    ['a version alone', () => 'v1'],
    ['no body', (sealed: string) => sealed.split('.').slice(0, 2).join('.')],
    ['an empty body', (sealed: string) => `${sealed.split('.').slice(0, 2).join('.')}.`],
    ['no key', (sealed: string) => sealed.replace('.k1.', '..')],
    ['another version', (sealed: string) => sealed.replace('v1', 'v2')],
    ['a further part', (sealed: string) => `${sealed}.x`],
  ])('%s is no sealed value', (_what, change) => {
    expect(() => ring.decrypt(change(ring.encrypt('secret', 'a')), 'a')).toThrow('Not a sealed value');
  });

  test('that are stored open in every later version', () => {
    const stored = 'v1.k1.z9FzBwlFprKMhlNFS2vYsUzg2NqxNZtiK6zHJ9uzR2ZG6jlSqeXj';
    expect(ring.decrypt(stored, 'account.ssn:1')).toBe('900-00-0001');
    expect(Buffer.from(stored.slice('v1.k1.'.length), 'base64url')).toHaveLength(12 + 16 + 11);
    expect(ring.encrypt('900-00-0001', 'account.ssn:1')).toHaveLength(stored.length);
  });

  test('survive a change of the active key, and are known to be under the older one', () => {
    const older = ring.encrypt('secret', 'a');
    const rotated = new KeyRing({ ...ringOptions, active: 'k0' });
    expect(rotated.decrypt(older, 'a')).toBe('secret');
    expect(rotated.isCurrent(older)).toBe(false);
    expect(rotated.isCurrent(rotated.encrypt('secret', 'a'))).toBe(true);
    expect(rotated.lookupHash('ssn', '900000001')).toBe(ring.lookupHash('ssn', '900000001'));
    const without = new KeyRing({ ...ringOptions, active: 'k0', keys: { k0: ringOptions.keys.k0 } });
    expect(() => without.decrypt(older, 'a')).toThrow(SealError);
  });

  test('a ring without its active key, or with a short one, is refused', () => {
    expect(() => new KeyRing({ ...ringOptions, active: 'k7' })).toThrow("no key 'k7'");
    expect(() => new KeyRing({ ...ringOptions, keys: { k1: 'c2hvcnQ=' } })).toThrow('not 32 bytes');
  });
});

describe('hashes and signatures', () => {
  test('lookup hashes are equal for equal values of one purpose only', () => {
    expect(ring.lookupHash('ssn', '900000001')).toBe(ring.lookupHash('ssn', '900000001'));
    expect(ring.lookupHash('ssn', '900000002')).not.toBe(ring.lookupHash('ssn', '900000001'));
    expect(ring.lookupHash('invite', '900000001')).not.toBe(ring.lookupHash('ssn', '900000001'));
  });

  test('stay what they are, because those that are stored and sent would no longer match', () => {
    const fixed = new KeyRing({
      active: 'k1',
      keys: { k1: Buffer.alloc(32, 7).toString('base64') },
      lookupKey: 'a lookup key',
      signingKeys: ['a signing key'],
    });
    expect(fixed.lookupHash('test', 'value')).toBe('inRk5WIQN1hvWq6RNtCzX1AwG_dQXnIoO-de9s1RvXQ');
    expect(fixed.mac('test', 'text')).toBe('Pf9uWUED843D6Kom4QagX1Wz2297JZ4j4F_V0-vK9_M');
  });

  test('a signed value comes back, unless forged, expired or for something else', () => {
    const signed = ring.sign('cookie', 'Zoë|1', new Date(now.getTime() + MINUTE));
    expect(signed).toMatch(/^[\w.-]+$/);
    expect(ring.unsign('cookie', signed, now)).toBe('Zoë|1');
    expect(ring.unsign('cookie', signed, new Date(now.getTime() + MINUTE))).toBeNull();
    expect(ring.unsign('url', signed, now)).toBeNull();
    const [value, expires, mac] = signed.split('.');
    expect(ring.unsign('cookie', `${value}.${Number(expires) + SECOND}.${mac}`, now)).toBeNull();
    expect(ring.unsign('cookie', `${value}..${mac}`, now)).toBeNull();
    expect(ring.unsign('cookie', signed, new Date(now.getTime() + MINUTE - 1))).toBe('Zoë|1');
    for (const wrong of ['', 'one', 'one.two', `${signed}.more`])
      expect(ring.unsign('cookie', wrong, now)).toBeNull();
    expect(ring.unsign('cookie', ring.sign('cookie', 'for ever'), now)).toBe('for ever');
  });

  test('what a former signing key has signed still counts, and the first key signs', () => {
    const of = (...signingKeys: string[]) => new KeyRing({ ...ringOptions, signingKeys });
    const [before, both, after] = [of('former'), of('new', 'former'), of('new')];
    const signed = before.sign('cookie', 'value');
    expect(both.unsign('cookie', signed, now)).toBe('value');
    expect(after.unsign('cookie', signed, now)).toBeNull();
    expect(both.mac('url', 'text')).toBe(after.mac('url', 'text'));
    expect(both.isMac('url', 'text', before.mac('url', 'text'))).toBe(true);
    expect(both.isMac('url', 'other', before.mac('url', 'text'))).toBe(false);
  });

  test('tokens are long and different; their hash has 32 bytes', () => {
    expect(new Set(Array.from({ length: 100 }, () => newToken())).size).toBe(100);
    expect(newToken()).toMatch(/^[\w-]{43}$/);
    expect(hashToken('a')).toHaveLength(32);
    expect(sameSecret('abc', 'abc')).toBe(true);
    expect(sameSecret('abc', 'abcd')).toBe(false);
  });

  test('codes use every character about as often as the others', () => {
    const counts = new Map<string, number>();
    for (const character of Array.from({ length: 6000 }, () => newCode()).join('')) {
      counts.set(character, (counts.get(character) ?? 0) + 1);
    }
    expect([...counts.keys()].sort().join('')).toBe('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ');
    for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(200);
    expect(newCode()).toHaveLength(6);
    const digits = newDigits(1_000);
    expect(digits).toMatch(/^\d{1000}$/);
    expect(new Set(digits).size).toBe(10);
  });
});

describe("a person's own key", () => {
  test('seals and opens, and is made once however many ask at once', async () => {
    const id = randomUUID();
    const sealed = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        sealForPerson(services.db, ring, id, `value ${index}`, 'a', now),
      ),
    );
    const opened = await openForPeople(
      services.db,
      ring,
      sealed.map((value, index) => ({ id: String(index), personId: id, sealed: value ?? '', aad: 'a' })),
    );
    expect([...opened.values()]).toEqual(Array.from({ length: 10 }, (_, index) => `value ${index}`));
  });

  test('is read without those of others', async () => {
    await sql`
      insert into person_key (person_id, wrapped, created_at)
      values (${randomUUID()}, ${someSealed}, ${now})`.execute(services.db);
    const id = randomUUID();
    const sealed = (await sealForPerson(services.db, ring, id, 'secret', 'a', now)) ?? '';
    expect(await open(ring, id, sealed)).toBe('secret');
  });

  test('opens what was given to that person from another one, unless either was erased', async () => {
    const [from, to] = [randomUUID(), randomUUID()];
    const seal = (id: string) => sealForPerson(services.db, ring, id, 'secret', 'a', now);
    const give = async (sealed: string | null) =>
      resealForPerson(services.db, ring, { personId: from, sealed: sealed ?? '', aad: 'a' }, to, now);
    const sealed = await seal(from);
    const given = (await give(sealed)) ?? '';
    expect(await open(ring, to, given)).toBe('secret');
    await expect(open(ring, from, given)).rejects.toThrow(SealError);
    await erasePersonKey(services.db, to, now);
    expect(await give(sealed)).toBeNull();
    await erasePersonKey(services.db, from, now);
    expect(await give(sealed)).toBeNull();
  });

  test('once destroyed opens nothing, and no other one is made', async () => {
    const id = randomUUID();
    const sealed = (await sealForPerson(services.db, ring, id, 'secret', 'a', now)) ?? '';
    await erasePersonKey(services.db, id, now);
    expect(await open(ring, id, sealed)).toBeNull();
    expect(await sealForPerson(services.db, ring, id, 'later', 'a', now)).toBeNull();
    await erasePersonKey(services.db, id, new Date(now.getTime() + MINUTE));
    const { rows } = await sql<{ wrapped: string | null; erased_at: Date }>`
      select wrapped, erased_at from person_key where person_id = ${id}`.execute(services.db);
    expect(rows).toEqual([{ wrapped: null, erased_at: now }]);
  });
});
