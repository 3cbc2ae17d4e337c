import { describe, expect, test } from 'vitest';
import { agreeToMonitoring, findActiveScore } from '#modules/applications/index.ts';
import { examineTransfer } from '#modules/applications/transfer/examining.ts';
import { expiresAt } from '#modules/platform/browser.ts';
import { DAY } from '#modules/platform/index.ts';
import { removeSandboxDelays } from '#test/factories/applicants.ts';
import { servedPortal } from '#test/factories/served-portal.ts';
import {
  addAcceptedCheck,
  type CheckedPerson,
  link,
  newCheckedPerson,
  newOtherAccount,
} from '#test/factories/transfers.ts';

/** What staff read about a move before it is made, and what a move leaves to others. */

const portal = await servedPortal();
await removeSandboxDelays(portal);

const rows = async (text: string, ...values: unknown[]) => (await portal.pool.query(text, values)).rows;

const examine = (from: CheckedPerson, to: { accountId: string }, ...more: CheckedPerson[]) =>
  portal.work('test.examine', (work) =>
    examineTransfer(work, {
      from: from.accountId,
      to: to.accountId,
      applicationIds: [from, ...more].map(({ applicationId }) => applicationId),
    }),
  );

describe('a check', () => {
  test('is open while a score or an ID verification of its own waits, and not because of another’s', async () => {
    const [from, other] = [
      await newCheckedPerson(portal, '900-00-0002'),
      await newCheckedPerson(portal, '900-00-0003'),
    ];
    const to = await newOtherAccount(portal);
    const obstacles = async () => (await examine(from, to)).obstacles;
    const score = (of: CheckedPerson, state: string) =>
      rows(
        `update score_change set state = $2, decided_at = case $2 when 'pending' then null else coalesce(decided_at, now()) end
         where application_id = $1`,
        of.applicationId,
        state,
      );
    expect(await obstacles()).toEqual([]);
    await score(other, 'pending');
    expect(await obstacles()).toEqual([]);
    await score(from, 'pending');
    expect(await obstacles()).toEqual(['applications.transfer-check-open']);
    await score(from, 'accepted');
    const begin = (of: CheckedPerson) =>
      rows(
        `insert into id_verification (id, account_id, application_id, started_at, status_at, sandbox)
         values (gen_random_uuid(), $1, $2, now(), now(), true)`,
        of.accountId,
        of.applicationId,
      );
    await begin(other);
    expect(await obstacles()).toEqual([]);
    await begin(from);
    expect(await obstacles()).toEqual(['applications.transfer-check-open']);
  });

  test('counts until the moment when it expires, by its own expiration, and lives where it was submitted', async () => {
    const from = await newCheckedPerson(portal, '900-00-0002');
    const to = await newOtherAccount(portal);
    const check = async () => (await examine(from, to)).checks[0];
    portal.clock.stop();
    const day = (days: number) =>
      new Date(portal.clock.now().getTime() + days * DAY).toISOString().slice(0, 10);
    const [soon, later] = [day(1), day(9)];
    await rows('update shield_score set expiration = $2 where account_id = $1', from.accountId, soon);
    const end = expiresAt(soon).getTime();
    portal.clock.advance(end - 1 - portal.clock.now().getTime());
    expect(await check()).toMatchObject({ valid: true, active: true, expiration: soon, state: 'TX' });
    portal.clock.advance(1);
    expect(await check()).toMatchObject({ valid: false, active: true });
    await rows(
      'update shield_score set previous_expiration = $2 where account_id = $1',
      from.accountId,
      later,
    );
    expect(await check()).toMatchObject({ valid: true, expiration: later });
    await rows(
      'update shield_score set ended_at = $2 where account_id = $1',
      from.accountId,
      portal.clock.now(),
    );
    expect(await check()).toMatchObject({ active: false, score: 'IC01' });
    portal.clock.run();
  });

  test('is that of the person with this name and birth, from what was submitted', async () => {
    const from = await newCheckedPerson(portal, '900-00-0002');
    const to = await newOtherAccount(portal);
    const differ = async () => {
      const { namesDiffer, obstacles } = await examine(from, to);
      return [namesDiffer, ...obstacles];
    };
    const name = (first: string, last: string) =>
      rows(
        'update shield_score set legal_firstname = $2, legal_lastname = $3 where account_id = $1',
        from.accountId,
        first,
        last,
      );
    expect(await differ()).toEqual([false]);
    for (const [first, last, differs] of [
      ['Pat', 'Wolf', true],
      ['Max', 'Person', true],
      ['PAT', 'Person', false],
    ] as const) {
      await name(first, last);
      expect([first, last, ...(await differ())]).toEqual([first, last, differs]);
    }
    // The birth that was submitted counts, not that of the account.
    await rows(`update account set dateofbirth = '1990-01-01' where id = $1`, from.accountId);
    await rows(`update account set dateofbirth = '1985-04-12' where id = $1`, to.accountId);
    expect(await differ()).toEqual([false]);
    await rows(`update account set dateofbirth = '1990-01-01' where id = $1`, to.accountId);
    expect(await differ()).toEqual([false, 'applications.transfer-birth']);
  });

  test('is listed with the others of its account, newest first', async () => {
    const older = await newCheckedPerson(portal, '900-00-0002');
    portal.clock.advance(1000);
    const newer = await addAcceptedCheck(portal, older, '900-00-0002');
    const to = await newOtherAccount(portal);
    const idsOf = (checks: { id: string }[]) => checks.map(({ id }) => id);
    const one = await examine(older, to);
    expect([idsOf(one.checks), idsOf(one.others)]).toEqual([[older.applicationId], [newer.applicationId]]);
    expect(one.checks).toMatchObject([{ active: false, profile_number: older.profile }]);
    const both = await examine(older, to, newer);
    expect([idsOf(both.checks), both.others]).toEqual([[newer.applicationId, older.applicationId], []]);
  });
});

test.each([
  ['that was submitted', false, '1985-04-12'],
  ['of the account that the check leaves, where none was submitted', true, '1990-01-01'],
])('an account without a date of birth gets the one %s', async (_which, imported, birth) => {
  const from = await newCheckedPerson(portal, '900-00-0002');
  await rows(`update account set dateofbirth = '1990-01-01' where id = $1`, from.accountId);
  if (imported)
    await rows('update application set submitted_details = null where id = $1', from.applicationId);
  const to = await newOtherAccount(portal);
  await link(portal, to, [from]);
  expect(await rows('select dateofbirth::text from account where id = $1', to.accountId)).toEqual([
    { dateofbirth: birth },
  ]);
});

test('a move leaves scores, monitoring and verifications of others as they are, and is numbered', async () => {
  const [from, other] = [
    await newCheckedPerson(portal, '900-00-0002'),
    await newCheckedPerson(portal, '900-00-0003'),
  ];
  for (const { visitor } of [from, other]) await visitor.perform(agreeToMonitoring, {});
  await portal.runJobs();
  const stateOf = async ({ accountId }: { accountId: string }) => [
    (await portal.work('test.score', (work) => findActiveScore(work, accountId)))?.score,
    await rows('select disabled_for from monitored_profile where account_id = $1', accountId),
    await rows('select active_verification from id_verification where account_id = $1', accountId),
  ];
  const before = await stateOf(other);
  expect(before).toEqual(['IC02', [{ disabled_for: null }], [{ active_verification: true }]]);
  const [second, third] = [await newOtherAccount(portal), await newOtherAccount(portal)];
  for (const to of [second, third]) await link(portal, to, [from], { active_profileid: from.profile });
  expect(await stateOf(other)).toEqual(before);
  expect(await stateOf(third)).toEqual([
    'IC01',
    [{ disabled_for: 'moved' }],
    [{ active_verification: true }],
  ]);
  expect(
    await rows(
      'select position, from_account_id, to_account_id from check_transfer where application_id = $1 order by position',
      from.applicationId,
    ),
  ).toEqual([
    { position: 1, from_account_id: from.accountId, to_account_id: second.accountId },
    { position: 2, from_account_id: second.accountId, to_account_id: third.accountId },
  ]);
});
