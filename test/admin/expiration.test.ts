import { expect, it } from 'vitest';
import { adjustExpirationDate, getAdminNotes, getShieldIds, updateShieldIds } from '#modules/admin/index.ts';
import { setAccountActive } from '#modules/identity/index.ts';
import { DAY, formatDate } from '#modules/platform/browser.ts';
import { listAudit, sql } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { giveScore, newScoredPerson } from '#test/factories/network.ts';
import { newStaff } from '#test/factories/people.ts';
import { refusalOf } from '#test/factories/two-step-methods.ts';
import { testPortal } from '#test/portal.ts';
import { shows } from '#test/shown.ts';
import { rowOf, rowsOf } from '#test/sql.ts';

const portal = await testPortal();
const { visitor: staff } = await newStaff(portal);

const dayIn = (days: number) =>
  new Date(portal.clock.now().getTime() + days * DAY).toISOString().slice(0, 10);
const adminnote = 'The agency was late';

const expirationOf = async (accountId: string) =>
  (await rowOf(
    portal,
    sql<{ day: string; fact: string }>`
        select score.expiration::text as day, facts.certification_expiration::text as fact
        from shield_score score join session_facts facts on facts.account_id = score.account_id
        where score.account_id = ${accountId} and score.ended_at is null`,
  )) ?? null;

it('moves the expiration to more than 30 and less than 365 days ahead, with a note, and tells the person', async () => {
  portal.clock.stop();
  const { accountId: userid, emailaddress, shieldId } = await newScoredPerson(portal, { days: 100 });
  const adjust = (days: number, more = {}) =>
    staff.perform(adjustExpirationDate, { userid, new_expiration: dayIn(days), adminnote, ...more });
  const before = await expirationOf(userid);
  for (const days of [-1, 0, 30, 365, 400]) {
    const { status, body } = await staff.call('POST', '/admin/adjustexpirationdate', {
      userid,
      new_expiration: dayIn(days),
      adminnote,
    });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain(
      `Please select a new expiration date up to 30 days in the future (${formatDate(dayIn(31))} to ${formatDate(dayIn(364))})`,
    );
  }
  expect((await refusalOf(adjust(60, { adminnote: 'Five!' }))).code).toBe('invalid-input');
  expect((await refusalOf(adjust(60, { adminnote: 'Her number is 428-61-7738' }))).code).toBe(
    'invalid-input',
  );
  expect((await refusalOf(adjust(60, { candidateid: 'TX000000000' }))).code).toBe('not-found');
  expect((await refusalOf(adjust(60, { cra_profileid: '0000-00000' }))).code).toBe('not-found');
  expect(await expirationOf(userid)).toEqual(before);

  await adjust(31, { candidateid: shieldId });
  expect(await expirationOf(userid)).toEqual({ day: dayIn(31), fact: dayIn(31) });
  await adjust(364);
  await adjust(364);
  expect(await expirationOf(userid)).toEqual({ day: dayIn(364), fact: dayIn(364) });
  await portal.runJobs();
  const mails = (await listOutbox(portal.db, { to: emailaddress })).filter(({ subject }) =>
    subject?.includes('expiration date'),
  );
  expect(mails).toHaveLength(2);
  for (const { text } of mails) expect(text).toContain(adminnote);
  const { notes } = await staff.perform(getAdminNotes, { userid });
  expect(notes.map(({ note_type }) => note_type)).toContain('expiration');
  const changes = await rowsOf(
    portal,
    sql`select from_expiration::text as was, to_expiration::text as now from expiration_change
      where account_id = ${userid} order by id`,
  );
  expect(changes).toEqual([
    { was: dayIn(100), now: dayIn(31) },
    { was: dayIn(31), now: dayIn(364) },
  ]);
});

it('of a disabled account is the one that comes back with the account', async () => {
  const { accountId: userid } = await newScoredPerson(portal, { days: 100 });
  const active = (is: boolean) => portal.work('test.active', (work) => setAccountActive(work, userid, is));
  await active(false);
  await staff.perform(adjustExpirationDate, { userid, new_expiration: dayIn(60), adminnote });
  expect(await expirationOf(userid)).toEqual({ day: dayIn(0), fact: dayIn(0) });
  await active(true);
  expect(await expirationOf(userid)).toEqual({ day: dayIn(60), fact: dayIn(60) });
});

it('of one score begins its reminders anew, and those of no other', async () => {
  const [moved, other] = [await newScoredPerson(portal), await newScoredPerson(portal)];
  await giveScore(portal, moved.accountId, { days: 300 });
  await portal.pool.query(
    `insert into renewal_reminder (shield_score_id, stage, told_at)
     select id, 45, activated_at from shield_score where account_id = any($1) and ended_at is null`,
    [[moved.accountId, other.accountId]],
  );
  const adjust = (cra_profileid: string) =>
    staff.perform(adjustExpirationDate, {
      userid: moved.accountId,
      new_expiration: dayIn(60),
      adminnote,
      cra_profileid,
    });
  const profile = await orderOf(moved.accountId, '4711-10001');
  expect((await refusalOf(adjust(await orderOf(other.accountId, '4711-10002')))).code).toBe('not-found');
  await adjust(profile);
  const ends = await rowsOf(
    portal,
    sql`select expiration::text as day from shield_score where account_id = ${moved.accountId} order by 1`,
  );
  expect(ends).toEqual([{ day: dayIn(60) }, { day: dayIn(300) }]);
  const told = await rowsOf(
    portal,
    sql`select score.account_id from renewal_reminder join shield_score score on score.id = shield_score_id`,
  );
  expect(told).toEqual([{ account_id: other.accountId }]);
  const { entries } = await listAudit(portal.db, portal.keys, { about: moved.accountId });
  expect(entries.filter(({ action }) => action === 'applications.expiration-changed')).toMatchObject([
    { detail: { from: dayIn(300), to: dayIn(60) } },
  ]);
});

/** Gives the order for a person's active score a number of the agency. */
async function orderOf(accountId: string, profile: string): Promise<string> {
  const found = await rowOf(
    portal,
    sql<{ application_id: string }>`update cra_order set profile_number = ${profile}, placed_at = created_at
      where application_id = (
        select application_id from shield_score where account_id = ${accountId} and ended_at is null)
      returning application_id`,
  );
  if (!found) throw new Error('no order');
  return profile;
}

it('has no expiration to move for a person without a score', async () => {
  const { accountId: userid } = await newStaff(portal);
  const refused = staff.perform(adjustExpirationDate, { userid, new_expiration: dayIn(60), adminnote });
  expect((await refusalOf(refused)).code).toBe('not-found');
});

it('makes another ShieldID of the person the active one, and never two, nor one of somebody else', async () => {
  const { accountId: userid, shieldId } = await newScoredPerson(portal);
  const other = await newScoredPerson(portal);
  const second = 'TX123456782';
  await rowsOf(
    portal,
    sql`insert into shield_id (number, account_id, issued_at, retired_at)
      values (${second}, ${userid}, ${portal.clock.now()}, ${portal.clock.now()})`,
  );
  const update = (active_candidateid: string, inactive_candidateids: string[] = []) =>
    staff.perform(updateShieldIds, { userid, active_candidateid, inactive_candidateids });
  shows('console.one-shield-id', (await refusalOf(update(second, [second, shieldId]))).text);
  expect((await refusalOf(update(other.shieldId))).code).toBe('not-found');
  expect((await refusalOf(update(second, [other.shieldId]))).code).toBe('not-found');
  await update(second, [shieldId]);
  const { shieldids } = await staff.perform(getShieldIds, { userid });
  expect(shieldids.map(({ shieldid, active }) => [shieldid, active])).toEqual([
    [second, true],
    [shieldId, false],
  ]);
  const shown = await rowOf(
    portal,
    sql`select score.shield_id_number as number, facts.certification_number as fact
      from shield_score score join session_facts facts on facts.account_id = score.account_id
      where score.account_id = ${userid} and score.ended_at is null`,
  );
  expect(shown).toEqual({ number: second, fact: second });
  const back = await Promise.allSettled([update(shieldId), update(second), update(shieldId)]);
  expect(back.every(({ status }) => status === 'fulfilled')).toBe(true);
  const active = (await staff.perform(getShieldIds, { userid })).shieldids.filter((row) => row.active);
  expect(active).toHaveLength(1);
});
