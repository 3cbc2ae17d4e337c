import { expect, test } from 'vitest';
import { getShieldIds, linkProfiles, openUserRecord } from '#modules/admin/index.ts';
import {
  applicationsPersonalData,
  findActiveScore,
  openDispute,
  saveAccept,
} from '#modules/applications/index.ts';
import { sql } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { eventually } from '#test/eventually.ts';
import { removeSandboxDelays } from '#test/factories/applicants.ts';
import { askForBlock } from '#test/factories/blocks.ts';
import { newStaff, type Registered } from '#test/factories/people.ts';
import { servedPortal } from '#test/factories/served-portal.ts';
import {
  type CheckedPerson,
  link,
  moveReason,
  newCheckedPerson,
  newOtherAccount,
} from '#test/factories/transfers.ts';
import { refusalOf } from '#test/factories/two-step-methods.ts';
import { rowsOf } from '#test/sql.ts';

/** Checks that are moved twice, moved back, moved by two people at the same time, or interrupted during the move. */
const portal = await servedPortal();
await removeSandboxDelays(portal);

const staff = async () => (await newStaff(portal)).visitor;
const scoreOf = (accountId: string) => portal.work('test.score', (work) => findActiveScore(work, accountId));
const shieldIdsOf = async (userid: string) =>
  (await (await staff()).perform(getShieldIds, { userid })).shieldids.map(
    ({ shieldid, active }) => [shieldid, active] as const,
  );

test('moving it again changes nothing; moving it back makes it as it was', async () => {
  const from = await newCheckedPerson(portal, '900-00-0001');
  const to = await newOtherAccount(portal);
  const number = (await scoreOf(from.accountId))?.shield_id;
  await link(portal, to, [from], { active_profileid: from.profile });
  expect(await link(portal, to, [from], { active_profileid: from.profile })).toEqual({ moved: [] });
  await portal.runJobs();
  const mails = await listOutbox(portal.db, { to: to.emailaddress });
  expect(mails.filter(({ subject }) => subject?.includes('was added to your account'))).toHaveLength(1);
  await link(portal, from, [from], { active_profileid: from.profile });
  expect(await scoreOf(from.accountId)).toMatchObject({ shield_id: number });
  expect(await shieldIdsOf(to.accountId)).toEqual([]);
  const { rows } = await sql<{ position: number; to: string }>`
    select position, to_account_id as to from check_transfer where application_id = ${from.applicationId}
    order by position`.execute(portal.db);
  expect(rows).toEqual([
    { position: 1, to: to.accountId },
    { position: 2, to: from.accountId },
  ]);
});

test('why a check was moved can be read after it was moved on and back, by staff and by the account that has it', async () => {
  const first = await newCheckedPerson(portal, '900-00-0001');
  const others = [
    await newOtherAccount(portal),
    await newOtherAccount(portal),
    await newOtherAccount(portal),
  ];
  const [second, third, fourth] = others as [Registered, Registered, Registered];
  const moves = [second, third, fourth, second];
  for (const [at, to] of moves.entries()) {
    portal.clock.advance(1000);
    await link(portal, to, [first], { note: `Move number ${at}` });
  }
  const visitor = await staff();
  const shown = async ({ accountId: userid }: Registered) =>
    (await visitor.perform(openUserRecord, { userid })).transfers.map(({ reason }) => reason);
  expect([await shown(first), await shown(third), await shown(second)]).toEqual([
    ['Move number 0'],
    ['Move number 2', 'Move number 1'],
    ['Move number 3', 'Move number 1', 'Move number 0'],
  ]);
  const exported = ({ accountId, emailaddress }: Registered) =>
    portal.work('test.export', async (work) => {
      const rows = await applicationsPersonalData.tables
        .find(({ table }) => table === 'check_transfer')
        ?.readRows(work, { accountId, emailaddress });
      return rows?.map((row) => (row as { reason: string | null }).reason).toSorted();
    });
  expect(await exported(third)).toEqual([null, null]);
  expect(await exported(second)).toEqual(['Move number 0', 'Move number 3', null]);
});

test('two of the staff at once: the check is in one account, whole', async () => {
  const from = await newCheckedPerson(portal, '900-00-0001');
  const [one, other] = [await newOtherAccount(portal), await newOtherAccount(portal)];
  const visitors = [await staff(), await staff()];
  const ends = await Promise.allSettled(
    [one, other].map(({ accountId: userid }, at) =>
      visitors[at]?.perform(linkProfiles, {
        userid,
        newprofileids: [from.profile],
        active_profileid: from.profile,
        note: moveReason,
      }),
    ),
  );
  expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const winner = ends[0]?.status === 'fulfilled' ? one : other;
  const scores = [await scoreOf(one.accountId), await scoreOf(other.accountId)];
  expect(scores.filter(Boolean)).toMatchObject([{ account_id: winner.accountId }]);
  const { rows } = await sql<{ account_id: string }>`
    select account_id from application where id = ${from.applicationId}`.execute(portal.db);
  expect(rows).toEqual([{ account_id: winner.accountId }]);
});

test('killed in the middle, everything is as it was', async () => {
  const from = await newCheckedPerson(portal, '900-00-0001');
  const to = await newOtherAccount(portal);
  const visitor = await staff();
  const blocker = await portal.pool.connect();
  await blocker.query('begin');
  await blocker.query('lock table monitoring_update in share mode');
  const moving = visitor
    .perform(linkProfiles, {
      userid: to.accountId,
      newprofileids: [from.profile],
      active_profileid: from.profile,
      note: moveReason,
    })
    .then(
      () => 'moved',
      () => 'lost',
    );
  try {
    await eventually(async () => {
      // Uses another connection, because a transaction sees the activity of others as it was when it first read it.
      const { rows } = await portal.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      );
      expect(rows).toHaveLength(1);
    });
  } finally {
    await blocker.query('rollback');
    blocker.release();
  }
  expect(await moving).toBe('lost');
  portal.takeErrors();
  expect(await scoreOf(from.accountId)).toBeDefined();
  expect(await scoreOf(to.accountId)).toBeUndefined();
  expect(
    await rowsOf(portal, sql`select 1 from check_transfer where application_id = ${from.applicationId}`),
  ).toEqual([]);
  await link(portal, to, [from], { active_profileid: from.profile });
  expect(await scoreOf(to.accountId)).toBeDefined();
});

test.each<[string, (from: CheckedPerson) => Promise<unknown>]>([
  [
    'a dispute',
    ({ visitor, applicationId: applicationid }) =>
      visitor.perform(openDispute, { applicationid, errortext: 'no answer to this one', items: [] }),
  ],
  [
    'a change of what is shared',
    ({ visitor, applicationId: applicationid }) =>
      visitor.perform(saveAccept, {
        applicationid,
        details: { update_sharing: { network_searchresults: 'YES', pendingInvites: [] } },
      }),
  ],
  ['a request for a block', (from) => askForBlock(from, { items: ['County criminal'] })],
])(
  '%s that the former account begins while its check moves is refused, and the check moves',
  async (_what, begin) => {
    const from = await newCheckedPerson(portal, '900-00-0004');
    const to = await newOtherAccount(portal);
    const waiting = async (count: number) => {
      const { rows } = await portal.pool.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      expect(rows).toHaveLength(count);
    };
    const gate = await portal.pool.connect();
    await gate.query('begin');
    await gate.query('select 1 from application where id = $1 for update', [from.applicationId]);
    const moving = link(portal, to, [from]);
    try {
      await eventually(() => waiting(1));
      const beginning = refusalOf(begin(from));
      await eventually(() => waiting(2));
      await gate.query('rollback');
      expect(await moving).toEqual({ moved: [from.applicationId] });
      expect((await beginning).code).toBe('not-found');
    } finally {
      await gate.query('rollback');
      gate.release();
    }
    const { rows } = await portal.pool.query('select 1 from dispute where application_id = $1', [
      from.applicationId,
    ]);
    expect(rows).toEqual([]);
  },
);
