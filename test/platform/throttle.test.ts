import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { HOUR, MINUTE } from '#modules/platform/browser.ts';
import { openDatabase, sql } from '#modules/platform/database/sql.ts';
import { Throttles, throttleSource } from '#modules/platform/throttle.ts';
import { testServices } from './services.ts';

const { db, clock } = await testServices();
const throttles = new Throttles(db, clock);
const rule = { limit: 5, per: HOUR };

async function hits(key: string, count: number, limit = rule): Promise<boolean[]> {
  const answers: boolean[] = [];
  for (let index = 0; index < count; index += 1) answers.push((await throttles.hit(key, limit)).allowed);
  return answers;
}

describe('a throttle', () => {
  test('lets its limit through, then says how long to wait, and keeps to its word', async () => {
    clock.set(new Date('2026-03-01T12:10:00Z'));
    expect(await throttles.hit('a', rule)).toEqual({ allowed: true, remaining: 4, retryAfter: 0 });
    expect(await hits('a', 5)).toEqual([true, true, true, true, false]);
    const refused = await throttles.hit('a', rule);
    expect(refused).toMatchObject({ allowed: false, remaining: 0 });
    expect(refused.retryAfter).toBeGreaterThan(49 * MINUTE);
    clock.advance(refused.retryAfter - MINUTE);
    expect((await throttles.hit('a', rule)).allowed).toBe(false);
    clock.advance(MINUTE + 1000);
    expect((await throttles.hit('a', rule)).allowed).toBe(true);
    expect((await throttles.hit('b', rule)).remaining).toBe(4);
  });

  test('does not let twice its limit through at the edge of a window', async () => {
    clock.set(new Date('2026-03-01T12:59:00Z'));
    expect(await hits('edge', 5)).toEqual([true, true, true, true, true]);
    clock.set(new Date('2026-03-01T13:01:00Z'));
    expect(await hits('edge', 1)).toEqual([false]);
    clock.set(new Date('2026-03-01T13:31:00Z'));
    expect((await hits('edge', 5)).filter(Boolean).length).toBe(2);
    clock.set(new Date('2026-03-01T16:00:00Z'));
    expect((await hits('edge', 6)).filter(Boolean).length).toBe(5);
  });

  test('peeks without counting, and forgets when cleared', async () => {
    expect(await throttles.peek('peek', rule)).toEqual({ allowed: true, remaining: 5, retryAfter: 0 });
    await hits('peek', 5);
    const peeked = await throttles.peek('peek', rule);
    expect(peeked.allowed).toBe(false);
    expect(peeked.retryAfter).toBeGreaterThan(0);
    expect(await throttles.peek('peek', rule)).toMatchObject({ allowed: false, remaining: 0 });
    await throttles.clear('peek');
    expect(await throttles.peek('peek', rule)).toMatchObject({ allowed: true, remaining: 5 });
  });

  test('counts exactly when many hit at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => throttles.hit('crowd', { limit: 20, per: HOUR })),
    );
    expect(answers.filter((answer) => answer.allowed)).toHaveLength(20);
  });

  test('says to the millisecond how long to wait, in the window of the tries and in the next', async () => {
    const stop = (at: string) => {
      clock.stop();
      clock.set(new Date(at));
    };
    stop('2026-05-01T12:10:00Z');
    await hits('exact', 5);
    // At 13:12, a fifth of the previous hour no longer overlaps the window, so four of its five tries count.
    const wait = 62 * MINUTE;
    expect(await throttles.hit('exact', rule)).toEqual({ allowed: false, remaining: 0, retryAfter: wait });
    expect(await throttles.peek('exact', rule)).toEqual({ allowed: false, remaining: 0, retryAfter: wait });
    stop('2026-05-01T13:00:00Z');
    expect((await throttles.hit('exact', rule)).retryAfter).toBe(12 * MINUTE);
    stop('2026-05-01T13:11:59.999Z');
    expect((await throttles.hit('exact', rule)).allowed).toBe(false);
    stop('2026-05-01T13:12:00Z');
    expect(await throttles.hit('exact', rule)).toMatchObject({ allowed: true, remaining: 0 });
    clock.run();
  });

  test('takes a try back, and never more than there were', async () => {
    clock.set(new Date('2026-05-02T12:10:00Z'));
    expect(await hits('back', 5)).not.toContain(false);
    expect(await hits('kept', 1)).toEqual([true]);
    await throttles.takeBack('back');
    expect(await throttles.peek('back', rule)).toMatchObject({ allowed: true, remaining: 1 });
    expect(await hits('back', 2)).toEqual([true, false]);
    for (let times = 0; times < 9; times += 1) await throttles.takeBack('back');
    expect(await throttles.peek('back', rule)).toMatchObject({ remaining: 5 });
    expect(await throttles.peek('kept', rule)).toMatchObject({ remaining: 4 });
    await throttles.clear('back');
    expect(await throttles.peek('kept', rule)).toMatchObject({ remaining: 4 });
  });

  test('lets nobody through with a limit of 0', async () => {
    expect(await throttles.hit('none', { limit: 0, per: HOUR })).toMatchObject({
      allowed: false,
      retryAfter: HOUR,
    });
    expect((await throttles.hit('none', { limit: 0, per: HOUR })).allowed).toBe(false);
  });

  test('refuses everybody when the database cannot be asked', async () => {
    const pool = new pg.Pool({ host: '127.0.0.1', port: 1, connectionTimeoutMillis: 500 });
    await expect(new Throttles(openDatabase(pool), clock).hit('a', rule)).rejects.toThrow();
    await pool.end();
  });

  test('keeps a count until it can no longer matter', async () => {
    const kept = async (at: string) => {
      clock.set(new Date(at));
      await throttles.hit('kept until', rule);
      const { rows } = await sql<{ at: Date }>`
        select max(expires_at) as at from throttle`.execute(db);
      return rows[0]?.at.toISOString();
    };
    expect(await kept('2027-05-01T12:10:00Z')).toBe('2027-05-01T14:00:00.000Z');
    expect(await kept('2027-05-01T13:00:00Z')).toBe('2027-05-01T15:00:00.000Z');
  });

  test('keeps no address in clear', async () => {
    await sql`delete from throttle`.execute(db);
    clock.set(new Date('2026-04-01T00:00:00Z'));
    await throttles.hit('bob@example.com', rule);
    clock.advance(3 * HOUR);
    await throttles.hit('ann@example.com', rule);
    const { rows } = await sql<{ text: string }>`select t::text as text from throttle t`.execute(db);
    expect(rows.some((row) => /ann|bob/.test(row.text))).toBe(false);
  });
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:2::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::2:3:4:5:6:7:8', '0:2:3:4::/64'],
  ['1::4:5:6:7:8', '1:0:0:4::/64'],
  ['1:2:3::8', '1:2:3:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
  ['system', 'system'],
])('the tries of %s are those of %s', (address, source) => {
  expect(throttleSource(address)).toBe(source);
});
