import { expect, test } from 'vitest';
import {
  getSsnReview,
  listDisputes,
  openDisputeDocument,
  replyToDispute,
  resolveDispute,
  returnSsnReview,
  reviewApplicationDetails,
} from '#modules/admin/index.ts';
import {
  applicationsPersonalData,
  getMyDispute,
  listPackageHistory,
  openDispute,
  openMyDocument,
  readDisputeDocument,
  saveDisputeStatement,
  savePackage,
  writeDisputeMessage,
} from '#modules/applications/index.ts';
import { askDeletion } from '#modules/identity/index.ts';
import { DAY, openForPeople, type ReceivedFile, setSetting, sql } from '#modules/platform/index.ts';
import { sandboxDisputeDelay } from '#sandboxes/cra/index.ts';
import { contentOf } from '#test/content-of.ts';
import {
  type Applicant,
  acceptResult,
  agree,
  answer,
  nameOf,
  newApplicant,
  withResult,
} from '#test/factories/applicants.ts';
import { fileOf, makePicture, upload } from '#test/factories/documents.ts';
import { monitoringAt } from '#test/factories/monitored.ts';
import { choosePaper, makePdf } from '#test/factories/paper.ts';
import { newStaff } from '#test/factories/people.ts';
import { servedPortal } from '#test/factories/served-portal.ts';
import { type CheckedPerson, link, newOtherAccount, profileOf } from '#test/factories/transfers.ts';
import { refusalOf } from '#test/factories/two-step-methods.ts';
import { rowOf, rowsOf } from '#test/sql.ts';

/**
 * What was written about a check before it was moved: it moves with the check, can be opened as before, and survives
 * the erasure of the former account.
 */
const portal = await servedPortal();
const monitoring = await monitoringAt(portal);
await setSetting(portal.db, sandboxDisputeDelay, 0, portal.clock.now());

const staff = async () => (await newStaff(portal)).visitor;
const rejection = 'The second page is cut off.';
const correction = 'The number doesn’t match the card that you sent.';

/** Erases the account at the owner's request. */
async function erase({ visitor, accountId }: Applicant): Promise<void> {
  await visitor.perform(askDeletion, {});
  portal.clock.advance(31 * DAY);
  await portal.runSchedule('identity.sweep');
  await portal.runJobs();
  const key = await rowOf(
    portal,
    sql<{
      gone: boolean;
    }>`select erased_at is not null as gone from person_key where person_id = ${accountId}`,
  );
  expect(key).toEqual({ gone: true });
}

const checkedOf = async (applicant: Applicant): Promise<CheckedPerson> => ({
  ...applicant,
  profile: await profileOf(portal, applicant.applicationId),
});

/** A finished check whose paper package was rejected by staff and whose SSN was sent back. */
async function turnedBackTwice(): Promise<CheckedPerson> {
  const applicant = await newApplicant(portal);
  const { visitor, applicationId: applicationid } = applicant;
  await choosePaper(applicant, '900-00-0011');
  await visitor.perform(savePackage, { applicationid, package: [await fileOf(makePdf())] });
  await (await staff()).perform(reviewApplicationDetails, {
    applicationid,
    approve: 'NO',
    resolvenote: rejection,
  });
  await answer(applicant, { signature_choice: 'digital' });
  for (let consent = 0; consent < 3; consent += 1) await agree(applicant);
  await answer(applicant, { submit_application: 'YES' });
  await portal.runJobs();
  const { id: orderid } = await heldOrder(applicationid);
  await (await staff()).perform(returnSsnReview, { orderid, correction });
  await answer(applicant, nameOf('900-00-0002'));
  await answer(applicant, { submit_application: 'YES' });
  await portal.runJobs();
  await acceptResult(applicant);
  await portal.runJobs();
  return checkedOf(applicant);
}

const heldOrder = async (applicationId: string) => {
  const found = await rowOf(
    portal,
    sql<{ id: string }>`select id from cra_order where application_id = ${applicationId} and state = 'held'`,
  );
  if (!found) throw new Error('no order is held');
  return found;
};

test('why a paper package was rejected and an SSN sent back can be read after the move, and after the former account is erased', async () => {
  const from = await turnedBackTwice();
  const to = await newOtherAccount(portal);
  await link(portal, to, [from]);
  await erase(from);
  const { events } = await (await staff()).perform(listPackageHistory, {
    applicationid: from.applicationId,
  });
  expect(events.find(({ what }) => what === 'rejected')).toMatchObject({ reason: rejection });
  const [order] = await rowsOf(
    portal,
    sql<{ id: string; sealed: string }>`
      select id, correction_sealed as sealed from cra_order
      where application_id = ${from.applicationId} and correction_sealed is not null`,
  );
  if (!order) throw new Error('no order was returned');
  const aad = `cra_order.correction:${order.id}`;
  const opened = await openForPeople(portal.db, portal.keys, [{ ...order, personId: to.accountId, aad }]);
  expect(opened.get(order.id)).toBe(correction);
  expect(await (await staff()).perform(getSsnReview, { orderid: order.id })).toMatchObject({
    outcome: 'returned',
    person: { userid: to.accountId },
  });
});

const write = (
  { visitor }: Pick<Applicant, 'visitor'>,
  disputeid: string,
  message: string,
  ...documents: ReceivedFile[]
) => visitor.perform(writeDisputeMessage, { disputeid, message, documents });

const tokenOf = ({ downloadlink }: { downloadlink: string }) => downloadlink.split('/').at(-1) ?? '';

/** A check with a decided dispute, in which person and staff wrote messages and sent documents. */
async function disputed(): Promise<CheckedPerson & { disputeid: string }> {
  const applicant = await withResult(portal, '900-00-0004');
  const { visitor, applicationId: applicationid } = applicant;
  await acceptResult(applicant);
  const { disputeid } = await visitor.perform(openDispute, {
    applicationid,
    errortext: 'no answer to this one',
    items: ['County criminal'],
  });
  await write(
    applicant,
    disputeid,
    'Here is the letter',
    await upload('letter.png', await makePicture('png')),
  );
  await (await staff()).perform(replyToDispute, {
    disputeid,
    message: 'The court says otherwise',
    documents: [await upload('court.pdf', await makePdf())],
  });
  await visitor.perform(saveDisputeStatement, { disputeid, statement: 'That was my brother' });
  await (await staff()).perform(resolveDispute, {
    disputeid,
    outcome: 'confirmed',
    explanation: 'The court confirms it',
  });
  await portal.runJobs();
  return { ...(await checkedOf(applicant)), disputeid };
}

test('a decided dispute goes along with its messages, statement and documents', async () => {
  const from = await disputed();
  const { disputeid } = from;
  const before = (await from.visitor.perform(getMyDispute, { disputeid })).dispute;
  expect(before.messages.map(({ text }) => text)).toEqual(['Here is the letter', 'The court says otherwise']);
  expect(before).toMatchObject({ statement: 'That was my brother', explanation: 'The court confirms it' });
  const to = await newOtherAccount(portal);
  await link(portal, to, [from]);

  const after = (await to.visitor.perform(getMyDispute, { disputeid })).dispute;
  expect(after).toEqual({ ...before, userid: to.accountId });
  const gone = await refusalOf(from.visitor.perform(getMyDispute, { disputeid }));
  expect(gone.code).toBe('not-found');
  expect((await refusalOf(write(from, disputeid, 'Still mine?'))).code).toBe('not-found');
  const authors = await rowsOf(
    portal,
    sql`select distinct author_account_id = ${to.accountId} as receiving from (
        select author, author_account_id, dispute_id from dispute_message
        union all select author, author_account_id, dispute_id from dispute_document) written
      where dispute_id = ${disputeid} and author = 'person'`,
  );
  expect(authors).toEqual([{ receiving: true }]);

  await erase(from);
  const visitor = await staff();
  const { disputes } = await visitor.perform(listDisputes, { work: 'all' });
  expect(disputes.find(({ id }) => id === disputeid)).toMatchObject({ emailaddress: to.emailaddress });
  for (const { id: documentid, name } of after.documents) {
    const asked = { disputeid, documentid };
    const token = tokenOf(await visitor.perform(openDisputeDocument, asked));
    const read = await visitor.perform(readDisputeDocument, { token });
    expect(read.filename).toBe(name);
    expect((await contentOf(read.file)).length).toBeGreaterThan(50);
  }
  const subject = { accountId: to.accountId, emailaddress: to.emailaddress };
  const exported = await portal.work('test.export', async (work) =>
    Promise.all(
      ['dispute', 'dispute_message', 'dispute_document'].map((name) =>
        applicationsPersonalData.tables.find(({ table }) => table === name)?.readRows(work, subject),
      ),
    ),
  );
  expect(exported.map((rows) => rows?.length)).toEqual([1, 2, 2]);
});

test('the person opens the documents of a moved dispute, and the former account does not', async () => {
  const from = await disputed();
  const { disputeid } = from;
  const { documents } = (await from.visitor.perform(getMyDispute, { disputeid })).dispute;
  const to = await newOtherAccount(portal);
  await link(portal, to, [from]);
  for (const { id: documentid } of documents) {
    const asked = { disputeid, documentid };
    const token = tokenOf(await to.visitor.perform(openMyDocument, asked));
    const { file } = await to.visitor.perform(readDisputeDocument, { token });
    expect((await contentOf(file)).length).toBeGreaterThan(50);
    expect((await refusalOf(from.visitor.perform(openMyDocument, asked))).code).toBe('not-found');
  }
});

test('a new dispute of a moved check is the receiving account’s, and its result reaches it', async () => {
  const from = await checkedOf(await withResult(portal, '900-00-0004'));
  await acceptResult(from);
  await portal.runJobs();
  const to = await newOtherAccount(portal);
  await link(portal, to, [from], { active_profileid: from.profile });
  const applicationid = from.applicationId;
  const { disputeid } = await to.visitor.perform(openDispute, {
    applicationid,
    errortext: 'no answer to this one',
    items: [],
  });
  await (await staff()).perform(resolveDispute, {
    disputeid,
    outcome: 'corrected',
    score: 'IC01',
    explanation: 'The court removed it',
  });
  await acceptResult({ ...to, applicationId: applicationid });
  const rows = await rowsOf(
    portal,
    sql`select account_id, score from shield_score where ended_at is null and application_id = ${applicationid}`,
  );
  expect(rows).toEqual([{ account_id: to.accountId, score: 'IC01' }]);
});

test('monitoring’s updates go along with what they found, and a late callback of the ended one changes nothing', async () => {
  const from = await monitoring.downgraded();
  await acceptResult(from);
  await portal.runJobs();
  const updates = (accountId: string) =>
    rowsOf(
      portal,
      sql`select update.score, update.state, change.account_id = update.account_id as together
        from monitoring_update update join score_change change on change.id = update.score_change_id
        where update.account_id = ${accountId}`,
    );
  expect(await updates(from.accountId)).toEqual([{ score: 'IC03', state: 'proposed', together: true }]);
  const to = await newOtherAccount(portal);
  await link(portal, to, [from], { active_profileid: from.profile });
  await portal.runJobs();
  expect(await updates(from.accountId)).toEqual([]);
  expect(await updates(to.accountId)).toEqual([{ score: 'IC03', state: 'proposed', together: true }]);
  expect(await monitoring.update(from, 'IC04')).toBe(200);
  expect(await updates(to.accountId)).toHaveLength(1);
  await erase(from);
  const subject = { accountId: to.accountId, emailaddress: to.emailaddress };
  const exported = await portal.work('test.export', async (work) =>
    applicationsPersonalData.tables
      .find(({ table }) => table === 'monitoring_update')
      ?.readRows(work, subject),
  );
  expect(exported).toMatchObject([{ score: 'IC03' }]);
});
