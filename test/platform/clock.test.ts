import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { DAY, HOUR, SECOND } from '#modules/platform/browser.ts';
import { advanceClock, DevelopmentClock, TestClock } from '#modules/platform/clock.ts';
import { sql } from '#modules/platform/database/sql.ts';
import { Notifications, notify } from '#modules/platform/notifications.ts';
import { getSetting, setSetting, setting } from '#modules/platform/settings.ts';
import { testServices } from './services.ts';

const services = await testServices();
const notifications = new Notifications({ connectionString: services.url }, services.log);
await notifications.start();
afterAll(() => notifications.stop());

async function until(what: () => boolean): Promise<void> {
  for (let tries = 0; !what() && tries < 2_400; tries += 1) await pause(25);
  expect(what()).toBe(true);
}

/** By how many whole seconds a clock is ahead of the machine's clock. */
function ahead(clock: { now(): Date }): number {
  // Rounding a number slightly below zero gives -0, which does not equal 0 when lists are compared.
  return Math.round((clock.now().getTime() - Date.now()) / SECOND) * SECOND || 0;
}

/** Ends the connections on which notifications are heard, as a restart of PostgreSQL does. */
async function cutListeners(): Promise<void> {
  await services.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and query ilike 'listen%'`,
  );
}

describe('clocks', () => {
  test("the test's clock starts where it is told, jumps, and runs on", async () => {
    const clock = new TestClock(new Date('2026-01-01T00:00:00Z'));
    clock.advance(45 * DAY);
    const then = clock.now().getTime();
    expect(new Date(then).toISOString()).toMatch(/^2026-02-15T00:00:0/);
    await pause(20);
    expect(clock.now().getTime()).toBeGreaterThan(then);
    clock.set(new Date('2027-01-01T00:00:00Z'));
    expect(clock.now().getUTCFullYear()).toBe(2027);
  });

  test("the test's clock stands still once it is stopped, but for what moves it", async () => {
    const clock = new TestClock();
    clock.set(new Date('2026-01-01T00:00:00Z'));
    clock.stop();
    clock.set(new Date('2026-01-02T00:00:00Z'));
    await pause(20);
    expect(clock.now().toISOString()).toBe('2026-01-02T00:00:00.000Z');
    clock.advance(SECOND);
    expect(clock.now().toISOString()).toBe('2026-01-02T00:00:01.000Z');
    clock.run();
    await pause(20);
    expect(clock.now().getTime()).toBeGreaterThan(Date.UTC(2026, 0, 2, 0, 0, 1));
  });

  test("development's clock moves in every process, and stays moved after a restart", async () => {
    const here = await DevelopmentClock.open(services.db, notifications);
    const elsewhere = new Notifications({ connectionString: services.url }, services.log);
    await elsewhere.start();
    const there = await DevelopmentClock.open(services.db, elsewhere);
    expect([ahead(here), ahead(there)]).toEqual([0, 0]);
    await here.advance(45 * DAY);
    expect(ahead(here)).toBe(45 * DAY);
    await until(() => ahead(there) === 45 * DAY);
    expect(await advanceClock(services.db, HOUR)).toBe(45 * DAY + HOUR);
    await until(() => ahead(here) === 45 * DAY + HOUR && ahead(there) === 45 * DAY + HOUR);
    const later = await DevelopmentClock.open(services.db, notifications);
    expect(ahead(later)).toBe(45 * DAY + HOUR);
    for (const clock of [here, there, later]) clock.close();
    await elsewhere.stop();
  });

  test("development's clock reads again what it may have missed, and hears nothing once it is closed", async () => {
    const own = new Notifications({ connectionString: services.url }, services.log);
    await own.start();
    // It would be told before the other one.
    const closed = await DevelopmentClock.open(services.db, own);
    closed.close();
    const clock = await DevelopmentClock.open(services.db, own);
    const [before, moved] = [ahead(clock), ahead(clock) + HOUR];
    // Without a notification, as if it had been lost.
    await sql`
      insert into setting (key, value, updated_at) values ('clock.offset', to_jsonb(${moved}::bigint), now())
      on conflict (key) do update set value = excluded.value`.execute(services.db);
    expect(ahead(clock)).toBe(before);
    await cutListeners();
    await until(() => ahead(clock) === moved);
    await advanceClock(services.db, HOUR);
    await until(() => ahead(clock) === moved + HOUR);
    expect(ahead(closed)).toBe(before);
    clock.close();
    await own.stop();
    await sql`delete from setting where key = 'clock.offset'`.execute(services.db);
  });

  test('development never goes back', async () => {
    await expect(advanceClock(services.db, -1)).rejects.toThrow(RangeError);
    await expect(advanceClock(services.db, 0)).rejects.toThrow(RangeError);
    await expect(advanceClock(services.db, Number.NaN)).rejects.toThrow(RangeError);
  });
});

describe('notifications', () => {
  test('arrive after the commit, at every listener, until it stops', async () => {
    const heard: (string | null)[] = [];
    const stop = await notifications.listen('branding', (payload) => void heard.push(payload));
    await db()
      .transaction()
      .execute(async (transaction) => {
        await notify(transaction, 'branding', 'acme');
        await pause(50);
        expect(heard).toEqual([]);
      });
    await until(() => heard.length === 1);
    stop();
    await notify(services.db, 'branding', 'borealis');
    await pause(100);
    expect(heard).toEqual(['acme']);
  });

  test('go on after the connection broke, and tell that something may have been missed', async () => {
    const heard: (string | null)[] = [];
    await notifications.listen('mended', (payload) => void heard.push(payload));
    await cutListeners();
    await until(() => heard.includes(null));
    await notify(services.db, 'mended', 'again');
    await until(() => heard.at(-1) === 'again');
  });

  test('are connected again however often that failed before, until they are stopped', async () => {
    const connection = { connectionString: services.url };
    const own = new Notifications(connection, services.log);
    await own.start();
    const heard: (string | null)[] = [];
    await own.listen('far', (payload) => void heard.push(payload));
    const failed = () =>
      services.lines.filter(({ msg }) => msg === 'The connection for notifications cannot be opened').length;
    connection.connectionString = 'postgres://nobody@127.0.0.1:1/nowhere';
    await cutListeners();
    await until(() => failed() > 1);
    expect(heard).toEqual([]);
    connection.connectionString = services.url;
    await until(() => heard.includes(null));
    await own.stop();
  });

  test('a handler that fails is logged and stops nobody else', async () => {
    const heard: (string | null)[] = [];
    await notifications.listen('trouble', () => Promise.reject(new Error('broken')));
    await notifications.listen('trouble', (payload) => void heard.push(payload));
    await notify(services.db, 'trouble', 'x');
    await until(
      () =>
        heard.length === 1 && services.lines.some((line) => line.msg === 'A notification was not handled'),
    );
  });
});

describe('settings', () => {
  const store = setting({
    key: 'store.window',
    schema: z.object({ open: z.boolean() }),
    initial: { open: true },
  });

  test('have an initial value until they are set, and only values of their schema', async () => {
    expect(await getSetting(services.db, store)).toEqual({ open: true });
    await setSetting(services.db, store, { open: false }, new Date());
    await setSetting(services.db, store, { open: false }, new Date());
    expect(await getSetting(services.db, store)).toEqual({ open: false });
    await expect(setSetting(services.db, store, { open: 1 } as never, new Date())).rejects.toThrow();
  });
});

function db() {
  return services.db;
}
