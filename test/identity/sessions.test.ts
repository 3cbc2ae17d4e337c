import { expect, test } from 'vitest';
import {
  login,
  logout,
  setAccountActive,
  twoStepVerify,
  updatePassword,
  updatePreferences,
  updateProfile,
  verifySession,
} from '#modules/identity/index.ts';
import { endAllSessions } from '#modules/identity/sessions/sessions.ts';
import { type AnyOperation, HOUR, MINUTE, sql } from '#modules/platform/index.ts';
import { eventually } from '#test/eventually.ts';
import {
  actAs,
  newestCode,
  newPerson,
  newPersonWithoutTwoStep,
  newStaff,
  PASSWORD,
} from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';
import { rowOf, rowsOf } from '#test/sql.ts';
import type { Visitor } from '#test/visitor.ts';

const portal = await testPortal();

const idleTimes: [string, number, () => Promise<Visitor>][] = [
  ['person', 30 * MINUTE, async () => (await newPersonWithoutTwoStep(portal)).visitor],
  ['member of staff', 15 * MINUTE, async () => (await newStaff(portal)).visitor],
  [
    'admin who acts as a person',
    15 * MINUTE,
    async () => actAs(portal, await newPersonWithoutTwoStep(portal)),
  ],
];

test.each(idleTimes)('the session of a %s ends after %i ms without a request', async (_who, idle, open) => {
  const visitor = await open();
  for (let turn = 0; turn < 2; turn += 1) {
    // Minus a minute, because real time passes too: several seconds on a busy machine.
    portal.clock.advance(idle - MINUTE);
    expect(await visitor.caller()).not.toBeNull();
  }
  portal.clock.advance(idle);
  expect(await visitor.caller()).toBeNull();
  expect((await visitor.call('GET', '/verifysession')).status).toBe(401);
});

test.each(idleTimes)("the page's polling never extends the session of a %s", async (_who, idle, open) => {
  const visitor = await open();
  for (let waited = 0; waited < idle - MINUTE; waited += MINUTE) {
    portal.clock.advance(MINUTE);
    await visitor.perform(verifySession, {}, { polling: true });
  }
  portal.clock.advance(MINUTE);
  expect(await visitor.caller()).toBeNull();
});

// Behind a pooler nothing is prepared.
test.skipIf(process.env.TEST_POOLER)(
  'PostgreSQL plans the look-up of sessions a few times, not for every request',
  async () => {
    const { visitor } = await newPersonWithoutTwoStep(portal);
    // PostgreSQL decides at the sixth execution whether to keep a plan.
    for (let turn = 0; turn < 20; turn += 1) await visitor.perform(verifySession, {});
    const { rows } = await portal.pool.query<{ planned: string; kept: string }>(
      `select custom_plans as planned, generic_plans as kept from pg_prepared_statements
     where name = 'identity.read-caller'`,
    );
    expect(Number(rows[0]?.kept)).toBeGreaterThan(0);
    expect(Number(rows[0]?.planned)).toBeLessThan(10);
  },
);

test('a session ends after 12 hours, however busy', async () => {
  const { visitor } = await newPersonWithoutTwoStep(portal);
  for (let turn = 0; turn < 12 * 3 - 1; turn += 1) {
    portal.clock.advance(20 * MINUTE);
    expect(await visitor.caller()).not.toBeNull();
  }
  portal.clock.advance(20 * MINUTE);
  expect(await visitor.caller()).toBeNull();
});

test('the last use is stored once a minute at most', async () => {
  const { visitor, accountId } = await newPersonWithoutTwoStep(portal);
  const lastUsed = async () => {
    const row = await portal.work('test.read', (work) =>
      rowOf(
        work,
        sql<{ xmin: string }>`select xmin::text as xmin from session where account_id = ${accountId}`,
      ),
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

test('a session works on the host that opened it alone', async () => {
  const { visitor } = await newPersonWithoutTwoStep(portal);
  const elsewhere = { host: 'acme.localhost:3000' };
  expect(await visitor.visit(elsewhere).caller()).toBeNull();
  expect((await visitor.call('GET', '/verifysession', {}, elsewhere)).status).toBe(401);
  expect(await visitor.caller()).not.toBeNull();
});

test.each([
  ['the admin is no longer one', `update account set role = 'USER' where id = $1`, 'admin'],
  ['the admin is disabled', 'update account set active = false where id = $1', 'admin'],
  ['the person becomes an admin', `update account set role = 'ADMIN' where id = $1`, 'person'],
] as const)('a session in which an admin acts as a person ends when %s', async (_when, statement, whose) => {
  const admin = await newStaff(portal);
  const { accountId } = await newPersonWithoutTwoStep(portal);
  const visitor = await actAs(portal, { accountId }, admin);
  expect(await visitor.caller()).toMatchObject({ adminAccountId: admin.accountId });
  await sql`update account set two_step_method = 'EMAIL' where id = ${accountId}`.execute(portal.db);
  await portal.pool.query(statement, [whose === 'admin' ? admin.accountId : accountId]);
  expect(await visitor.caller()).toBeNull();
});

test.each([
  ['a phone number', updateProfile, { profileobject: { mobile: '5125550177' } }],
  ['accepting invitations by itself', updatePreferences, { network_autoacceptinvite: 'YES' }],
  ['accepting clean scores by itself', updatePreferences, { shieldscore_clean_autoaccept: 'YES' }],
] as [string, AnyOperation, object][])(
  'a session in which an admin acts as a person does not set %s',
  async (_what, operation, input) => {
    const person = await newPersonWithoutTwoStep(portal);
    const visitor = await actAs(portal, person);
    await expect(visitor.perform(operation, input)).rejects.toMatchObject({ code: 'not-in-admin-session' });
    await visitor.perform(updateProfile, { profileobject: { city: 'Austin' } });
    await visitor.perform(updatePreferences, { network_autoacceptinvite: 'NO' });
    // What the person has set stays as it is when the form is sent.
    await person.visitor.perform(operation, input);
    await visitor.perform(operation, input);
  },
);

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

test('F3: logout ends it at once, by post and by a fetch of our own page', async () => {
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

test('a new password does not make the second step recent', async () => {
  const { visitor } = await newPerson(portal);
  portal.clock.advance(6 * MINUTE);
  await visitor.perform(updatePassword, { newpassword: 'velvet-Harbour-4711' });
  expect(await visitor.caller()).toMatchObject({ twoStepDone: true });
  portal.clock.advance(5 * MINUTE);
  const again = visitor.perform(updatePassword, { newpassword: 'marble-Compass-0815' });
  await expect(again).rejects.toMatchObject({ code: 'identity.password-confirmation-needed' });
});

test('closing an account ends its sessions', async () => {
  const { visitor, accountId } = await newPersonWithoutTwoStep(portal);
  await portal.work('test.close', (work) => setAccountActive(work, accountId, false));
  expect(await visitor.caller()).toBeNull();
});

test('a session that was left of a closed account opens nothing', async () => {
  const { visitor, accountId } = await newPersonWithoutTwoStep(portal);
  await portal.pool.query('update account set active = false where id = $1', [accountId]);
  expect(await visitor.caller()).toBeNull();
});

test('the nightly sweep deletes what has ended and nothing else', async () => {
  const ended = await newPersonWithoutTwoStep(portal);
  portal.clock.advance(25 * HOUR);
  const { visitor } = await newPersonWithoutTwoStep(portal);
  await portal.runSchedule('identity.sweep');
  const left = await portal.work('test.read', (work) =>
    rowsOf(work, sql`select id from session where account_id = ${ended.accountId}`),
  );
  expect(left).toEqual([]);
  expect(await visitor.caller()).not.toBeNull();
});

/**
 * Starts `attempt` while the account is locked. When the attempt waits, it ends the account's sessions and then unlocks
 * the account.
 */
async function overtaken<T>(accountId: string, attempt: () => Promise<T>): Promise<T> {
  const { running } = await portal.work('test.overtake', async (work) => {
    await rowsOf(work, sql`select 1 from account where id = ${accountId} for no key update`);
    const attempted = attempt();
    attempted.catch(() => undefined);
    // Before that, the attempt computes hashes, which takes seconds on a busy machine.
    const waits = async () => {
      const waiting = await rowOf(
        work,
        sql`
        select 1 from pg_locks where not granted and database is distinct from 0 and pid in (
          select pid from pg_stat_activity where datname = current_database()) limit 1`,
      );
      return waiting !== undefined;
    };
    await eventually(async () => expect(await waits()).toBe(true));
    await rowsOf(
      work,
      sql`
      update account set password_hash = 'another', password_changed_at = ${work.now} where id = ${accountId}`,
    );
    await endAllSessions(work, accountId);
    return { running: attempted };
  });
  return running;
}

test('a sign-in with the old password that was under way when it changed opens no session', async () => {
  const { accountId, emailaddress } = await newPersonWithoutTwoStep(portal);
  const intruder = portal.visitor();
  const signingIn = overtaken(accountId, () => intruder.perform(login, { emailaddress, password: PASSWORD }));
  await expect(signingIn).rejects.toMatchObject({ code: 'identity.wrong-credentials' });
  expect(await intruder.caller()).toBeNull();
});

test('a second step that was under way when all sessions ended opens none', async () => {
  const { accountId, emailaddress } = await newPerson(portal);
  const intruder = portal.visitor();
  await intruder.perform(login, { emailaddress, password: PASSWORD });
  await intruder.perform(twoStepVerify, { method: 'EMAIL' });
  const code = await newestCode(portal, emailaddress);
  const verifying = overtaken(accountId, () => intruder.perform(twoStepVerify, { code }));
  await expect(verifying).rejects.toMatchObject({ code: 'no-session' });
  expect(await intruder.caller()).toBeNull();
});

test('a change of password that was under way when all sessions ended changes nothing', async () => {
  const { accountId, visitor } = await newPersonWithoutTwoStep(portal);
  const changing = overtaken(accountId, () =>
    visitor.perform(updatePassword, { newpassword: 'Amber-orchard-91-kite', currentpassword: PASSWORD }),
  );
  await expect(changing).rejects.toMatchObject({ code: 'no-session' });
  const { rows } = await sql<{ password_hash: string }>`
    select password_hash from account where id = ${accountId}`.execute(portal.db);
  expect(rows[0]?.password_hash).toBe('another');
});

test.each([
  ['America%2FNew_York', 'America/New_York'],
  ['Nowhere%2FAtAll', null],
  ['%00', null],
])('a time zone of %s in the cookie is taken for %s', async (cookie, zone) => {
  const { visitor } = await newPersonWithoutTwoStep(portal);
  visitor.cookies.set('tz', cookie);
  expect(await visitor.caller()).toMatchObject({ timeZone: zone });
  expect((await visitor.call('GET', '/profile/purchases')).status).toBe(200);
});

test('sessions that are checked at the same time are each answered with their own person', async () => {
  const people = [
    await newPersonWithoutTwoStep(portal),
    await newPersonWithoutTwoStep(portal),
    await newPersonWithoutTwoStep(portal),
  ];
  const [, ended] = people;
  await endAllSessions({ db: portal.db }, ended?.accountId ?? '');
  const callers = await Promise.all(people.map(({ visitor }) => visitor.caller()));
  expect(callers.map((caller) => caller?.accountId ?? null)).toEqual([
    people[0]?.accountId,
    null,
    people[2]?.accountId,
  ]);
});
