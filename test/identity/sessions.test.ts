import { expect, test } from 'vitest';
import { login, logout, setAccountActive, updatePassword, verifySession } from '#modules/identity/index.ts';
import { HOUR, MINUTE, SECOND, sql } from '#modules/platform/index.ts';
import { newPersonWithoutTwoStep, newStaff, PASSWORD } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';
import { shows } from '#test/shown.ts';

const portal = await testPortal();

test('a session ends after 30 minutes without a request', async () => {
  const { visitor } = await newPersonWithoutTwoStep(portal);
  portal.clock.advance(30 * MINUTE - SECOND);
  expect(await visitor.caller()).not.toBeNull();
  portal.clock.advance(30 * MINUTE - SECOND);
  expect(await visitor.caller()).not.toBeNull();
  portal.clock.advance(30 * MINUTE);
  expect(await visitor.caller()).toBeNull();
  shows('session.idle', 30 * MINUTE);
  expect((await visitor.call('GET', '/verifysession')).status).toBe(401);
});

test("the page's polling never extends it", async () => {
  const { visitor } = await newPersonWithoutTwoStep(portal);
  for (let minute = 1; minute < 30; minute += 1) {
    portal.clock.advance(MINUTE);
    await visitor.perform(verifySession, {}, { polling: true });
  }
  portal.clock.advance(MINUTE);
  expect(await visitor.caller()).toBeNull();
});

test('a session ends after 12 hours, however busy', async () => {
  const { visitor } = await newPersonWithoutTwoStep(portal);
  for (let turn = 0; turn < 12 * 3 - 1; turn += 1) {
    portal.clock.advance(20 * MINUTE);
    expect(await visitor.caller()).not.toBeNull();
  }
  portal.clock.advance(20 * MINUTE);
  expect(await visitor.caller()).toBeNull();
  shows('session.absolute', 12 * HOUR);
});

test("an admin's session ends after 15 minutes without a request", async () => {
  const { visitor } = await newStaff(portal);
  portal.clock.advance(15 * MINUTE - SECOND);
  expect(await visitor.caller()).toMatchObject({ role: 'ADMIN', twoStepDone: true });
  portal.clock.advance(15 * MINUTE);
  expect(await visitor.caller()).toBeNull();
  shows('session.admin-idle', 15 * MINUTE);
});

test('use is written down once a minute at most', async () => {
  const { visitor, accountId } = await newPersonWithoutTwoStep(portal);
  const lastUsed = async () => {
    const row = await portal.work('test.read', (work) =>
      work.row(sql<{ xmin: string }>`select xmin::text as xmin from session where account_id = ${accountId}`),
    );
    return row?.xmin;
  };
  portal.clock.advance(2 * MINUTE);
  await visitor.caller();
  const before = await lastUsed();
  for (let turn = 0; turn < 5; turn += 1) await visitor.caller();
  expect(await lastUsed()).toBe(before);
  portal.clock.advance(MINUTE + 1);
  await visitor.caller();
  expect(await lastUsed()).not.toBe(before);
});

test('a session check is one query', async () => {
  const { visitor } = await newPersonWithoutTwoStep(portal);
  await visitor.caller();
  let queries = 0;
  const original = portal.pool.query;
  portal.pool.query = ((...given: Parameters<typeof original>) => {
    queries += 1;
    return original.apply(portal.pool, given);
  }) as typeof original;
  let connects = 0;
  const counted = () => {
    connects += 1;
  };
  portal.pool.on('acquire', counted);
  await visitor.call('GET', '/verifysession');
  portal.pool.off('acquire', counted);
  portal.pool.query = original;
  expect({ queries, connects }).toEqual({ queries: 1, connects: 1 });
});

test('logout ends it at once, by post and by a fetch of our own page', async () => {
  const { visitor, emailaddress } = await newPersonWithoutTwoStep(portal);
  const token = visitor.cookies.get('session') ?? '';
  await visitor.perform(logout, {});
  expect(visitor.cookies.has('session')).toBe(false);
  const thief = portal.visitor();
  thief.cookies.set('session', token);
  expect(await thief.caller()).toBeNull();

  await visitor.perform(login, { emailaddress, password: PASSWORD });
  expect((await visitor.call('GET', '/logout', {}, { sameOrigin: false })).status).toBe(403);
  expect(await visitor.caller()).not.toBeNull();
  expect((await visitor.call('GET', '/logout')).status).toBe(200);
  expect(await visitor.caller()).toBeNull();
});

test('a new password ends all other sessions and keeps this one under a new id', async () => {
  const { visitor, emailaddress } = await newPersonWithoutTwoStep(portal);
  const elsewhere = portal.visitor();
  await elsewhere.perform(login, { emailaddress, password: PASSWORD });
  const before = visitor.cookies.get('session');
  await visitor.perform(updatePassword, {
    newpassword: 'velvet-Harbour-4711',
    currentpassword: PASSWORD,
  });
  expect(await elsewhere.caller()).toBeNull();
  expect(await visitor.caller()).not.toBeNull();
  expect(visitor.cookies.get('session')).not.toBe(before);
});

test('closing an account ends its sessions', async () => {
  const { visitor, accountId } = await newPersonWithoutTwoStep(portal);
  await portal.work('test.close', (work) => setAccountActive(work, accountId, false));
  expect(await visitor.caller()).toBeNull();
});

test('the nightly sweep deletes what has ended and nothing else', async () => {
  const ended = await newPersonWithoutTwoStep(portal);
  portal.clock.advance(25 * HOUR);
  const { visitor } = await newPersonWithoutTwoStep(portal);
  await portal.runSchedule('identity.sweep');
  const left = await portal.work('test.read', (work) =>
    work.rows(sql`select id from session where account_id = ${ended.accountId}`),
  );
  expect(left).toEqual([]);
  expect(await visitor.caller()).not.toBeNull();
});
