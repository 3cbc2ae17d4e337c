import { expect, test } from 'vitest';
import {
  adjustExpirationDate,
  changeAccountStatus,
  completeIdVerification,
  getAdminNotes,
  getShieldIds,
  listBackgroundChecks,
  saveAdminNote,
  submitRefund,
} from '#modules/admin/index.ts';
import {
  agreeToMonitoring,
  applicationsPersonalData,
  downloadReport,
  findActiveScore,
  getApplicationPdf,
  listMyApplications,
} from '#modules/applications/index.ts';
import { drawShieldId } from '#modules/applications/score/shieldid.ts';
import { askDeletion } from '#modules/identity/index.ts';
import { DAY, listAudit, newId, setSetting, sql } from '#modules/platform/index.ts';
import { downloadReceipt, listPurchases, refundApproval } from '#modules/purchasing/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { acceptResult, answer, removeSandboxDelays } from '#test/factories/applicants.ts';
import { newApplication } from '#test/factories/network.ts';
import { newStaff } from '#test/factories/people.ts';
import { servedPortal } from '#test/factories/served-portal.ts';
import {
  addAcceptedCheck,
  type CheckedPerson,
  link,
  moveReason,
  newCheckedPerson,
  newOtherAccount,
  profileOf,
} from '#test/factories/transfers.ts';
import { refusalOf } from '#test/factories/two-step-methods.ts';
import { atVerification, takeAll } from '#test/factories/verifications.ts';
import { rowOf, rowsOf } from '#test/sql.ts';

/** Staff move checks to another account of the same person. */
const portal = await servedPortal();
await removeSandboxDelays(portal);

const staff = async () => (await newStaff(portal)).visitor;
const scoreOf = (accountId: string) => portal.work('test.score', (work) => findActiveScore(work, accountId));
/** A refund that waits for a second admin, so that no money is sent. */
async function refund(applicationid: string): Promise<void> {
  await setSetting(portal.db, refundApproval, 0, portal.clock.now());
  await (await staff()).perform(submitRefund, { applicationid, refundamount: '5', note: 'Paid twice' });
}

/** A person whose ID was approved by staff with a note. */
async function verifiedByStaff(ssn: string): Promise<CheckedPerson> {
  const person = await atVerification(portal, 'Consider', ssn);
  const run = await takeAll(portal, person);
  await portal.runJobs();
  await (await staff()).perform(completeIdVerification, {
    userid: person.accountId,
    workflow_run_id: run,
    approve_verification: 'YES',
    approval_note: 'The passport is genuine',
    manual_verification_expiration: '2030-01-01',
    manual_verification_dob: '1985-04-12',
  });
  await answer(person, { submit_application: 'YES' });
  await portal.runJobs();
  await acceptResult(person);
  await portal.runJobs();
  return { ...person, profile: await profileOf(portal, person.applicationId) };
}

const factsOf = (accountId: string) =>
  rowOf(
    portal,
    sql<Record<string, unknown>>`select certification_number as number, certification_score as score,
    application_count as applications, has_current_verification as verified from session_facts where account_id = ${accountId}`,
  );

test('a check moves with its ShieldID, score, files and history, and both accounts are told', async () => {
  const from = await newCheckedPerson(portal, '900-00-0001');
  const to = await newOtherAccount(portal);
  const before = await scoreOf(from.accountId);
  await (await staff()).perform(saveAdminNote, {
    userid: from.accountId,
    applicationid: from.applicationId,
    note: 'The county asked for a copy',
  });
  expect(await link(portal, to, [from], { active_profileid: from.profile })).toEqual({
    moved: [from.applicationId],
  });

  expect(await scoreOf(from.accountId)).toBeUndefined();
  expect(await scoreOf(to.accountId)).toMatchObject({
    shield_id: before?.shield_id,
    score: 'IC01+',
    expiration: before?.expiration,
    application_id: from.applicationId,
  });
  expect(await factsOf(from.accountId)).toEqual({
    number: null,
    score: null,
    applications: 0,
    verified: false,
  });
  expect(await factsOf(to.accountId)).toEqual({
    number: before?.shield_id,
    score: 'IC01+',
    applications: 1,
    verified: true,
  });

  const own = { applicationid: from.applicationId };
  const report = { appid: from.applicationId };
  const { applications } = await to.visitor.perform(listMyApplications, {});
  expect(applications).toMatchObject([{ applicationid: from.applicationId, composite_status_code: 'done' }]);
  expect((await from.visitor.perform(listMyApplications, {})).applications).toEqual([]);
  await expect(to.visitor.perform(getApplicationPdf, own)).resolves.toBeDefined();
  expect((await refusalOf(from.visitor.perform(getApplicationPdf, own))).code).toBe('not-found');
  await expect(to.visitor.perform(downloadReport, report)).resolves.toBeDefined();
  expect((await refusalOf(from.visitor.perform(downloadReport, report))).code).toBe('not-found');

  const { notes } = await (await staff()).perform(getAdminNotes, { userid: to.accountId });
  expect(notes.map(({ note }) => note).sort()).toEqual([moveReason, 'The county asked for a copy'].sort());
  for (const [person, action, mail] of [
    [from, 'applications.check-moved-away', 'A background check was moved out of your account'],
    [to, 'applications.check-moved-here', 'A background check was added to your account'],
  ] as const) {
    const { entries } = await listAudit(portal.db, portal.keys, { about: person.accountId, limit: 50 });
    expect(entries.find((entry) => entry.action === action)?.detail).toMatchObject({ reason: moveReason });
    const seen = await rowsOf(
      portal,
      sql`select kind from access_entry where person_id = ${person.accountId} and kind = 'staff-transfer'`,
    );
    expect(seen).toHaveLength(1);
    await portal.runJobs();
    const mails = await listOutbox(portal.db, { to: person.emailaddress });
    expect(mails.filter(({ subject }) => subject === mail)).toHaveLength(1);
  }
});

test('money stays with the account that paid: its receipt, its history, and where a refund goes', async () => {
  const from = await newCheckedPerson(portal, '900-00-0002');
  const to = await newOtherAccount(portal);
  await link(portal, to, [from]);
  const { purchases } = await from.visitor.perform(listPurchases, {});
  expect(purchases).toMatchObject([{ status: 'paid', applicationid: null }]);
  const asked = { appid: from.applicationId };
  await expect(from.visitor.perform(downloadReceipt, asked)).resolves.toBeDefined();
  expect((await refusalOf(to.visitor.perform(downloadReceipt, asked))).code).toBe('not-found');
  expect((await to.visitor.perform(listPurchases, {})).purchases).toEqual([]);

  await refund(from.applicationId);
  expect(
    await rowsOf(
      portal,
      sql`select account_id from refund where purchase_id = (
        select purchase_id from application where id = ${from.applicationId})`,
    ),
  ).toEqual([{ account_id: from.accountId }]);
  const { applications } = await (await staff()).perform(listBackgroundChecks, { userid: to.accountId });
  expect(applications).toMatchObject([
    {
      id: from.applicationId,
      refund_open: true,
      profile_pdf_exists: true,
      can_promote_score_change: false,
      cra_profilenumber: from.profile,
    },
  ]);
});

test('erasing the former account takes nothing from the check, and the export of the present one misses nothing', async () => {
  const from = await verifiedByStaff('900-00-0003');
  const to = await newOtherAccount(portal, { lastname: 'Consider' });
  const visitor = await staff();
  const day = new Date(portal.clock.now().getTime() + 200 * DAY).toISOString().slice(0, 10);
  await visitor.perform(adjustExpirationDate, {
    userid: from.accountId,
    new_expiration: day,
    adminnote: 'Moved as agreed on the phone',
  });
  await link(portal, to, [from]);
  await from.visitor.perform(askDeletion, {});
  portal.clock.advance(31 * DAY);
  await portal.runSchedule('identity.sweep');
  await portal.runJobs();
  expect(
    await rowsOf(
      portal,
      sql`select 1 as erased from person_key
      where person_id = ${from.accountId} and erased_at is not null`,
    ),
  ).toHaveLength(1);

  const kept = await rowsOf(
    portal,
    sql<{ account_id: string; note_sealed: string | null }>`
      select account_id, note_sealed from expiration_change where shield_score_id in (
        select id from shield_score where application_id = ${from.applicationId})`,
  );
  expect(kept).toMatchObject([{ account_id: to.accountId }]);
  const subject = { accountId: to.accountId, emailaddress: to.emailaddress };
  const exported = async (table: string) =>
    portal.work('test.export', async (work) =>
      applicationsPersonalData.tables.find((each) => each.table === table)?.readRows(work, subject),
    );
  expect(await exported('expiration_change')).toMatchObject([{ note: 'Moved as agreed on the phone' }]);
  expect(await exported('check_transfer')).toMatchObject([{ moved: 'to this account', reason: moveReason }]);
  expect(await exported('application')).toMatchObject([{ submitted_details: { lastname: 'Consider' } }]);
  expect(await exported('score_change')).toMatchObject([{ score: 'IC02' }]);
  expect(await exported('shield_id')).toHaveLength(1);
  expect(await exported('id_verification')).toMatchObject([
    { note: 'The passport is genuine', result: { front: { last_name: 'CONSIDER' } } },
  ]);
  const files = await portal.work('test.files', async (work) =>
    applicationsPersonalData.listFiles?.(work, subject),
  );
  expect(files?.map(({ name }) => name.split('-')[0])).toEqual(
    expect.arrayContaining(['application', 'report', 'id']),
  );
  for (const file of files ?? []) expect((await file.read()).length).toBeGreaterThan(50);
});

const shieldIdsOf = async (userid: string) =>
  (await (await staff()).perform(getShieldIds, { userid })).shieldids.map(
    ({ shieldid, active }) => [shieldid, active] as const,
  );
const ssnOf = (accountId: string) =>
  rowOf(
    portal,
    sql<{ held: boolean }>`select ssn_hmac is not null as held from account where id = ${accountId}`,
  );

test('of two checks one moves: ShieldID, SSN and the other check stay, and the receiving account gets its own ShieldID', async () => {
  const older = await newCheckedPerson(portal, '900-00-0001');
  const newer = await addAcceptedCheck(portal, older, '900-00-0001');
  const to = await newOtherAccount(portal);
  const number = (await scoreOf(older.accountId))?.shield_id;
  await link(portal, to, [older], { active_profileid: older.profile });
  expect(await scoreOf(older.accountId)).toMatchObject({
    application_id: newer.applicationId,
    shield_id: number,
  });
  expect(await shieldIdsOf(older.accountId)).toEqual([[number, true]]);
  const own = await scoreOf(to.accountId);
  expect(own).toMatchObject({ application_id: older.applicationId });
  expect(own?.shield_id).not.toBe(number);
  expect(await shieldIdsOf(to.accountId)).toEqual([[own?.shield_id, true]]);
  expect(await ssnOf(older.accountId)).toEqual({ held: true });
  expect(await ssnOf(to.accountId)).toEqual({ held: true });

  // The last check takes the ShieldID and the SSN with it; the receiving account keeps its own number.
  await link(portal, to, [newer]);
  expect(await shieldIdsOf(older.accountId)).toEqual([]);
  expect(await shieldIdsOf(to.accountId)).toEqual([
    [own?.shield_id, true],
    [number, false],
  ]);
  expect(await ssnOf(older.accountId)).toEqual({ held: false });
  expect(await scoreOf(older.accountId)).toBeUndefined();
  expect(await scoreOf(to.accountId)).toMatchObject({ application_id: older.applicationId });
});

test('what counts at the receiving account stays unless the moved check is chosen', async () => {
  const from = await newCheckedPerson(portal, '900-00-0002');
  const receiving = await newCheckedPerson(portal, '900-00-0002');
  const [before, number] = [await scoreOf(receiving.accountId), (await scoreOf(from.accountId))?.shield_id];
  // The name that the moved verification proved is not taken over, because the account’s own verification counts.
  await rowsOf(
    portal,
    sql`update account set legal_firstname = null, legal_middlename = null, legal_lastname = null,
      legal_namesuffix = null, legal_source = null, legal_at = null where id = ${receiving.accountId}`,
  );
  await rowsOf(
    portal,
    sql`update account set legal_firstname = firstname, legal_middlename = '', legal_lastname = lastname,
      legal_namesuffix = 'Jr', legal_source = 'id-verification', legal_at = registered_at
      where id = ${from.accountId}`,
  );
  await link(portal, receiving, [from]);
  expect(
    await rowOf(portal, sql`select legal_firstname as name from account where id = ${receiving.accountId}`),
  ).toEqual({ name: null });
  expect(await scoreOf(receiving.accountId)).toEqual(before);
  expect(await shieldIdsOf(receiving.accountId)).toEqual([
    [before?.shield_id, true],
    [number, false],
  ]);
});

test('monitoring of a moved check ends, and begins at the receiving account only with that account’s consent', async () => {
  const from = await newCheckedPerson(portal, '900-00-0001');
  await from.visitor.perform(agreeToMonitoring, {});
  await portal.runJobs();
  const to = await newOtherAccount(portal);
  await link(portal, to, [from], { active_profileid: from.profile });
  await portal.runJobs();
  const profiles = () =>
    rowsOf(
      portal,
      sql`select account_id, state, disabled_for from monitored_profile
        where application_id = ${from.applicationId} order by created_at, state desc`,
    );
  const ended = { account_id: to.accountId, state: 'off', disabled_for: 'moved' };
  expect(await profiles()).toEqual([ended]);
  await to.visitor.perform(agreeToMonitoring, {});
  await portal.runJobs();
  expect(await profiles()).toEqual([
    expect.objectContaining(ended),
    { account_id: to.accountId, state: 'on', disabled_for: null },
  ]);
});

test('an expiration that a disabled account cut short is whole again', async () => {
  const from = await newCheckedPerson(portal, '900-00-0001');
  const to = await newOtherAccount(portal);
  const expiration = (await scoreOf(from.accountId))?.expiration;
  await (await staff()).perform(changeAccountStatus, { userid: from.accountId, active: 'NO' });
  await link(portal, to, [from], { active_profileid: from.profile });
  expect(await scoreOf(to.accountId)).toMatchObject({ expiration });
});

test('what had ended at either account stays as it was, and a ShieldID without a score where it is', async () => {
  const from = await newCheckedPerson(portal, '900-00-0001');
  const to = await newOtherAccount(portal);
  const ended = portal.clock.now();
  await rowsOf(
    portal,
    sql`insert into id_verification (id, account_id, application_id, started_at, status_at, sandbox)
      values (${newId()}, ${to.accountId}, ${await newApplication(portal, to.accountId, 'done')}, ${ended},
        ${ended}, true)`,
  );
  await rowsOf(
    portal,
    sql`update id_verification set status = 'abandoned', decided_at = ${ended} where account_id = ${to.accountId}`,
  );
  const spare = drawShieldId('CA');
  await rowsOf(
    portal,
    sql`insert into shield_id (number, account_id, issued_at, retired_at)
      values (${spare}, ${from.accountId}, ${ended}, ${ended})`,
  );
  await rowsOf(
    portal,
    sql`update shield_score set ended_at = ${ended} where application_id = ${from.applicationId}`,
  );
  portal.clock.advance(1000);
  await link(portal, to, [from]);
  expect(
    await rowOf(
      portal,
      sql`select account_id, ended_at from shield_score where application_id = ${from.applicationId}`,
    ),
  ).toEqual({ account_id: to.accountId, ended_at: ended });
  expect(await rowOf(portal, sql`select account_id from shield_id where number = ${spare}`)).toEqual({
    account_id: from.accountId,
  });
  expect((await factsOf(to.accountId))?.verified).toBe(true);
});
