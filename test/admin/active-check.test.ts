import { expect, it } from 'vitest';
import {
  changeAccountStatus,
  getAdminNotes,
  listBackgroundChecks,
  listScores,
  updateBackgroundChecks,
} from '#modules/admin/index.ts';
import { HOUR, newId, sql } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { giveScore, moveApplication, newApplication, newScoreChange } from '#test/factories/network.ts';
import { newPersonWithoutTwoStep, newStaff } from '#test/factories/people.ts';
import { someSealed } from '#test/factories/placeholders.ts';
import { refusalOf } from '#test/factories/two-step-methods.ts';
import { testPortal } from '#test/portal.ts';
import { rowOf, rowsOf } from '#test/sql.ts';

/** People with two finished checks. Staff choose which one is active. */
const portal = await testPortal();
const note = 'The newer check was ordered by mistake';
const staff = async () => (await newStaff(portal)).visitor;

async function twiceChecked() {
  const person = await newPersonWithoutTwoStep(portal, { firstname: 'Ruth', lastname: 'Twice' });
  const shieldId = await giveScore(portal, person.accountId, { score: 'IC01', days: 200 });
  portal.clock.advance(HOUR);
  await giveScore(portal, person.accountId, { score: 'IC03', days: 300 });
  const { applications } = await (await staff()).perform(listBackgroundChecks, { userid: person.accountId });
  const [newer, older] = applications;
  if (!newer || !older) throw new Error('two checks were made');
  return { ...person, userid: person.accountId, shieldId, newer, older };
}

const activate = async (userid: string, active_cra_id: string, more: object = {}) =>
  (await staff()).perform(updateBackgroundChecks, { userid, active_cra_id, note, ...more });

const activeOf = async (userid: string) =>
  (await (await staff()).perform(listBackgroundChecks, { userid })).applications
    .filter(({ active }) => active)
    .map(({ id }) => id);

const factsOf = (userid: string) =>
  rowOf(
    portal,
    sql<{ score: string; expiration: string; number: string }>`
      select certification_score as score, certification_expiration::text as expiration, certification_number as number
      from session_facts where account_id = ${userid}`,
  );

it('makes the earlier check the active one, with its own score and expiration, and tells the person', async () => {
  const { userid, emailaddress, shieldId, newer, older } = await twiceChecked();
  expect(await activeOf(userid)).toEqual([newer.id]);
  await activate(userid, older.id, { inactive_bg_checks: [newer.id] });
  expect(await activeOf(userid)).toEqual([older.id]);
  expect(await factsOf(userid)).toEqual({
    score: 'IC01',
    expiration: older.expiration_date,
    number: shieldId,
  });
  const { scores } = await (await staff()).perform(listScores, { userid });
  expect(scores.map(({ currenticstatus: score, active }) => [score, active])).toEqual([
    ['IC03', false],
    ['IC01', true],
  ]);
  await portal.runJobs();
  const mails = await listOutbox(portal.db, { to: emailaddress });
  expect(mails.filter(({ text }) => text?.includes('Our team made another'))).toHaveLength(1);
  const { notes } = await (await staff()).perform(getAdminNotes, { userid });
  expect(notes).toMatchObject([{ note, applicationid: older.id }]);
  const audited = await rowsOf(
    portal,
    sql`select object_id from audit_entry where action = 'applications.check-activated' and about_id = ${userid}`,
  );
  expect(audited).toEqual([{ object_id: older.id }]);
  // Saving the current state again changes nothing.
  await activate(userid, older.id);
  await portal.runJobs();
  expect(await listOutbox(portal.db, { to: emailaddress })).toHaveLength(mails.length);
});

it('refuses two active ones, somebody else’s, one without a reason, and one that never had a score', async () => {
  const { userid, newer, older } = await twiceChecked();
  const other = await twiceChecked();
  const refused = async (id: string, more: object = {}) => (await refusalOf(activate(userid, id, more))).code;
  expect(await refused(older.id, { inactive_bg_checks: [older.id] })).toBe('invalid-input');
  expect(await refused(older.id, { note: 'short' })).toBe('invalid-input');
  expect(await refused(other.older.id)).toBe('not-found');
  expect(await refused(older.id, { inactive_bg_checks: [other.older.id] })).toBe('not-found');
  expect(await refused(newId())).toBe('not-found');
  const open = await newApplication(portal, userid, 'inprogress');
  expect(await refused(open)).toBe('applications.check-open');
  const finished = await newApplication(portal, userid, 'done');
  expect(await refused(finished)).toBe('applications.check-open');
  expect(await activeOf(userid)).toEqual([newer.id]);
});

it('refuses while a changed score of either check waits for the person', async () => {
  const { userid, newer, older } = await twiceChecked();
  await newScoreChange(portal, userid, newer.id, 'monitorupdate', 'IC04');
  await moveApplication(portal, userid, newer.id, 'monitorrequiresapproval');
  expect((await refusalOf(activate(userid, older.id))).code).toBe('applications.check-open');
});

it('refuses while a dispute of either check is open', async () => {
  for (const which of ['newer', 'older'] as const) {
    const person = await twiceChecked();
    const { userid, newer, older } = person;
    await rowsOf(
      portal,
      sql`insert into dispute (id, account_id, application_id, score_change_id, errortext, opened_at_status,
          received_at, due_at)
        select ${newId()}, account_id, application_id, score_change_id, ${someSealed}, 'done',
          ${portal.clock.now()}, ${portal.clock.now()}::timestamptz + interval '30 days'
        from shield_score where application_id = ${person[which].id}`,
    );
    expect((await refusalOf(activate(userid, older.id))).code).toBe('applications.check-open');
    expect(await activeOf(userid)).toEqual([newer.id]);
  }
});

it('leaves exactly one active however many save at once', async () => {
  const { userid, newer, older } = await twiceChecked();
  const visitor = await staff();
  const saves = [older.id, newer.id, older.id, newer.id].map((active_cra_id) =>
    visitor.perform(updateBackgroundChecks, { userid, active_cra_id, note }),
  );
  const settled = await Promise.allSettled(saves);
  expect(settled.map(({ status }) => status)).toEqual(saves.map(() => 'fulfilled'));
  expect(await activeOf(userid)).toHaveLength(1);
});

it('keeps the score of a disabled account expired, and gives back the chosen one’s expiration', async () => {
  const { userid, older, newer } = await twiceChecked();
  const visitor = await staff();
  await visitor.perform(changeAccountStatus, { userid, active: 'NO' });
  await activate(userid, older.id);
  const today = portal.clock.now().toISOString().slice(0, 10);
  expect((await factsOf(userid))?.expiration).toBe(today);
  await (await staff()).perform(changeAccountStatus, { userid, active: 'YES' });
  expect((await factsOf(userid))?.expiration).toBe(older.expiration_date);
  const { applications } = await (await staff()).perform(listBackgroundChecks, { userid });
  expect(applications.find(({ id }) => id === newer.id)?.expiration_date).toBe(newer.expiration_date);
});
