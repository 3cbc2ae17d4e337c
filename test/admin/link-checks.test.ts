import { describe, expect, test } from 'vitest';
import {
  adjustExpirationDate,
  changeAccountStatus,
  completeIdVerification,
  getAdminNotes,
  getShieldIds,
  linkProfiles,
  listBackgroundChecks,
  reviewLink,
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
  openDispute,
} from '#modules/applications/index.ts';
import { askDeletion, updatePreferences } from '#modules/identity/index.ts';
import { acceptInvite, newInvite } from '#modules/network/index.ts';
import { DAY, listAudit, newId, setSetting, sql } from '#modules/platform/index.ts';
import { downloadReceipt, listPurchases, refundApproval } from '#modules/purchasing/index.ts';
import type { TextKey } from '#modules/words.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { eventually } from '#test/eventually.ts';
import { acceptResult, answer, hurrySandbox, payFor } from '#test/factories/applicants.ts';
import { refusalOf } from '#test/factories/methods.ts';
import { connectionRow, newCompany } from '#test/factories/network.ts';
import { newStaff } from '#test/factories/people.ts';
import { servedPortal } from '#test/factories/served-portal.ts';
import {
  type Checked,
  checkAgain,
  link,
  moveReason,
  newChecked,
  newOtherAccount,
  profileOf,
} from '#test/factories/transfers.ts';
import { atVerification, takeAll } from '#test/factories/verifications.ts';
import { shows } from '#test/shown.ts';
import { rowOf, rowsOf } from '#test/sql.ts';

/** Checks that staff move to another account of the same person. */
const portal = await servedPortal();
await hurrySandbox(portal);

const staff = async () => (await newStaff(portal)).visitor;
const scoreOf = (accountId: string) => portal.work('test.score', (work) => findActiveScore(work, accountId));
/** A refund that waits for a second admin, so that nothing is sent. */
async function refund(applicationid: string): Promise<void> {
  await setSetting(portal.db, refundApproval, 0, portal.clock.now());
  await (await staff()).perform(submitRefund, { applicationid, refundamount: '5', note: 'Paid twice' });
}

/** A person whose ID staff approved with a note. */
async function verifiedByStaff(ssn: string): Promise<Checked> {
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
  const from = await newChecked(portal, '900-00-0001');
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
  const from = await newChecked(portal, '900-00-0002');
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
  expect(applications).toMatchObject([{ id: from.applicationId, refund_open: true }]);
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

const codeOf = async (work: Promise<unknown>) => (await refusalOf(work)).code;
/** Refused with the sentence that staff read. */
const refusedWith = async (key: TextKey, work: Promise<unknown>) => shows(key, (await refusalOf(work)).text);
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
  const older = await newChecked(portal, '900-00-0001');
  const newer = await checkAgain(portal, older, '900-00-0001');
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

  // The last one takes the ShieldID and the SSN along; the receiving account keeps the number that it has.
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
  const from = await newChecked(portal, '900-00-0002');
  const receiving = await newChecked(portal, '900-00-0002');
  const [before, number] = [await scoreOf(receiving.accountId), (await scoreOf(from.accountId))?.shield_id];
  await link(portal, receiving, [from]);
  expect(await scoreOf(receiving.accountId)).toEqual(before);
  expect(await shieldIdsOf(receiving.accountId)).toEqual([
    [before?.shield_id, true],
    [number, false],
  ]);
});

test('companies of the former account no longer see the score, those of the receiving one see it at once', async () => {
  const from = await newChecked(portal, '900-00-0001');
  const to = await newOtherAccount(portal);
  const { visitor: company } = (await newCompany(portal)).owner;
  const invite = async (person: { emailaddress: string }) =>
    (await company.perform(newInvite, { touser: person.emailaddress })).inviteid;
  const [former, receiving] = [await invite(from), await invite(to)];
  await from.visitor.perform(acceptInvite, { inviteid: former });
  await to.visitor.perform(updatePreferences, { network_autoacceptinvite: 'YES' });
  expect(await connectionRow(portal, former)).toMatchObject({ status: 'CURRENT', score: 'IC01+' });
  await link(portal, to, [from], { active_profileid: from.profile });
  expect(await connectionRow(portal, former)).toMatchObject({
    status: 'EXPIRED',
    score: null,
    shieldid: null,
  });
  expect(await connectionRow(portal, receiving)).toMatchObject({ status: 'CURRENT', score: 'IC01+' });
});

test('monitoring of a moved check ends, and begins at the receiving account only with that account’s consent', async () => {
  const from = await newChecked(portal, '900-00-0001');
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
  const from = await newChecked(portal, '900-00-0001');
  const to = await newOtherAccount(portal);
  const expiration = (await scoreOf(from.accountId))?.expiration;
  await (await staff()).perform(changeAccountStatus, { userid: from.accountId, active: 'NO' });
  await link(portal, to, [from], { active_profileid: from.profile });
  expect(await scoreOf(to.accountId)).toMatchObject({ expiration });
});

describe('a move is refused', () => {
  test('to somebody else: another SSN, another date of birth, an unconfirmed name', async () => {
    const from = await newChecked(portal, '900-00-0001');
    const other = await newChecked(portal, '900-00-0003');
    await refusedWith('transfer.ssn', link(portal, other, [from]));
    const born = await newOtherAccount(portal);
    await sql`update account set dateofbirth = '1990-01-01' where id = ${born.accountId}`.execute(portal.db);
    await refusedWith('transfer.birth', link(portal, born, [from]));
    const renamed = await newOtherAccount(portal, { lastname: 'Married' });
    await refusedWith('transfer.name', link(portal, renamed, [from]));
    expect(await scoreOf(from.accountId)).toBeDefined();
    await link(portal, renamed, [from], { confirm_name: 'YES' });
    const { rows } = await sql<{ lastname: string; dateofbirth: string; locked_name_dob: boolean }>`
      select lastname, dateofbirth::text, locked_name_dob from account where id = ${renamed.accountId}`.execute(
      portal.db,
    );
    expect(rows).toEqual([{ lastname: 'Married', dateofbirth: '1985-04-12', locked_name_dob: true }]);
  });

  test('to staff, to a disabled account, to one that is about to be deleted, and out of an erased one', async () => {
    const from = await newChecked(portal, '900-00-0001');
    const admin = await newStaff(portal, { firstname: 'Pat', lastname: 'Person' });
    await refusedWith('transfer.person', link(portal, admin, [from]));
    const disabled = await newOtherAccount(portal);
    await (await staff()).perform(changeAccountStatus, { userid: disabled.accountId, active: 'NO' });
    await refusedWith('transfer.person', link(portal, disabled, [from]));
    const leaving = await newOtherAccount(portal);
    await sql`update account set erase_at = now() where id = ${leaving.accountId}`.execute(portal.db);
    await refusedWith('transfer.person', link(portal, leaving, [from]));
    const to = await newOtherAccount(portal);
    await sql`insert into person_key (person_id, wrapped, created_at, erased_at)
      values (${from.accountId}, null, now(), now())
      on conflict (person_id) do update set wrapped = null, erased_at = now()`.execute(portal.db);
    await refusedWith('transfer.erased', link(portal, to, [from]));
  });

  test('while a dispute, another application, or a refund is open', async () => {
    const from = await newChecked(portal, '900-00-0001');
    const to = await newOtherAccount(portal);
    await payFor(portal, from.accountId);
    await refusedWith('transfer.renewal-open', link(portal, to, [from]));

    const disputed = await newChecked(portal, '900-00-0002');
    await disputed.visitor.perform(openDispute, {
      applicationid: disputed.applicationId,
      errortext: 'That record is not mine',
    });
    await refusedWith('transfer.check-open', link(portal, to, [disputed]));

    const refunded = await newChecked(portal, '900-00-0003');
    await refund(refunded.applicationId);
    expect(await codeOf(link(portal, to, [refunded]))).toBe('purchasing.refund-under-way');
  });

  test('for an unknown number, checks of two accounts, a chosen one that is not moved or has expired, and without a reason', async () => {
    const from = await newChecked(portal, '900-00-0001');
    const other = await newChecked(portal, '900-00-0002');
    const to = await newOtherAccount(portal);
    expect(await codeOf(link(portal, to, [{ profile: 'NONE-1' }]))).toBe('not-found');
    expect(await codeOf(link(portal, { accountId: newId() }, [from]))).toBe('not-found');
    expect(await codeOf(link(portal, to, [from, other]))).toBe('invalid-input');
    expect(await codeOf(link(portal, to, [from], { active_profileid: other.profile }))).toBe('invalid-input');
    expect(await codeOf(link(portal, to, [from], { note: 'short' }))).toBe('invalid-input');
    await sql`update shield_score set expiration = '2026-01-01' where application_id = ${from.applicationId}`.execute(
      portal.db,
    );
    await refusedWith('transfer.expired', link(portal, to, [from], { active_profileid: from.profile }));
    await link(portal, to, [from]);
    expect(await scoreOf(to.accountId)).toBeUndefined();
  });

  test('when the page showed something else than what is there', async () => {
    const from = await newChecked(portal, '900-00-0001');
    const to = await newOtherAccount(portal);
    const visitor = await staff();
    const review = () => visitor.perform(reviewLink, { userid: to.accountId, newprofileids: [from.profile] });
    const { transfer } = await review();
    expect(transfer).toMatchObject({
      obstacles: [],
      names_differ: false,
      checks: [{ cra_profilenumber: from.profile, valid: true, active: true }],
      from: { ssn: '***-**-0001' },
      to: { ssn: null },
    });
    await sql`update account set firstname = 'Patricia' where id = ${to.accountId}`.execute(portal.db);
    const seen = { seen: transfer?.seen ?? '' };
    expect(await codeOf(link(portal, to, [from], { ...seen, confirm_name: 'YES' }))).toBe(
      'admin.changed-meanwhile',
    );
    const again = await review();
    await link(portal, to, [from], { seen: again.transfer?.seen ?? '', confirm_name: 'YES' });
    expect(await review()).toEqual({ transfer: null });
  });
});

test('moving it again changes nothing; moving it back makes it as it was', async () => {
  const from = await newChecked(portal, '900-00-0001');
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

test('two of the staff at once: the check is in one account, whole', async () => {
  const from = await newChecked(portal, '900-00-0001');
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
  const from = await newChecked(portal, '900-00-0001');
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
      const { rows } = await blocker.query(
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
