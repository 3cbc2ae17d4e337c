import type { APIResponse, Page } from '@playwright/test';
import { activateMonitorProfile, decideBlockRequest } from '#modules/admin/index.ts';
import {
  agreeToMonitoring,
  openDispute,
  saveAccept,
  withdrawDispute,
  writeDisputeMessage,
} from '#modules/applications/index.ts';
import { documentBytes } from '#modules/applications/limits.ts';
import { newId, signHook } from '#modules/platform/index.ts';
import { payFor, submit } from '#test/factories/applicants.ts';
import { askForBlock } from '#test/factories/blocks.ts';
import { makePdf, upload } from '#test/factories/documents.ts';
import { makePdf as makeScan } from '#test/factories/paper.ts';
import { newStaff, type PersonWanted, type Registered } from '#test/factories/people.ts';
import type { VisitedPortal } from '#test/visitor.ts';
import { expect, expectShown, fill, press, test } from '../browser/fixtures.ts';
import type { Outbox } from '../browser/outbox.ts';
import { shows } from '../shown.ts';
import { makePerson } from './acts/person.ts';

/** What is shown if something changed after the page was opened, or if a case is closed or full. */

interface Able {
  page: Page;
  operations: VisitedPortal;
  outbox: Outbox;
  join(page: Page, person: PersonWanted): Promise<Registered>;
}

/** A person whose score waits for review, signed in. */
async function withScore({ page, operations, outbox, join }: Able) {
  const person = makePerson('900-00-0004');
  const joined = await join(page, person);
  const applicant = { ...joined, applicationId: await payFor(operations, joined.accountId) };
  await submit(applicant, person.ssn);
  await outbox.wait(person.emailaddress, /is ready for your review/);
  return applicant;
}

/** A person whose score is active, signed in. */
async function withActiveScore(able: Able) {
  const applicant = await withScore(able);
  const applicationid = applicant.applicationId;
  await applicant.visitor.perform(saveAccept, { applicationid, acceptterms: 'YES' });
  await applicant.visitor.perform(saveAccept, { applicationid, reviewaction: 'accept' });
  const dispute = () =>
    applicant.visitor.perform(openDispute, { applicationid, errortext: 'That is not mine', items: [] });
  return { ...applicant, dispute };
}

/** The agency reports that it has checked again and found the same score. */
async function tellUpdate(
  { clock, config }: VisitedPortal,
  { applicationId, profileid }: { applicationId: string; profileid: string },
): Promise<void> {
  const body = JSON.stringify({
    event_id: newId(),
    craid: '2',
    idempotency_key: applicationId,
    profile_number: profileid,
    occurred_at: clock.now().toISOString(),
    type: 'monitorupdate',
    score: 'IC03',
    findings: [],
  });
  const answer = await fetch(`${config.publicUrl}/hooks/cra`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'cra-signature': signHook(config.cra.webhookSecret, body, clock.now()),
    },
    body,
  });
  expect(answer.status).toBe(200);
}

const activate = (page: Page) => press(page, /^Activate the update/);

const refusalOf = async (answer: APIResponse) => (await answer.json()).error_message as string;

test('a dispute that was withdrawn meanwhile takes nothing more', async ({
  page,
  operations,
  outbox,
  join,
}) => {
  const applicant = await withActiveScore({ page, operations, outbox, join });
  const { disputeid } = await applicant.dispute();
  await page.goto(`/user/disputes/${disputeid}`);
  await applicant.visitor.perform(withdrawDispute, { disputeid });
  await fill(page, { Message: 'One more thing' });
  await press(page, 'Send message');
  await expectShown(page, 'dispute.closed');
});

test('a block is asked for once at a time, and not withdrawn once staff decided', async ({
  page,
  operations,
  outbox,
  join,
}) => {
  const applicant = await withScore({ page, operations, outbox, join });
  await page.goto(`/user/disputes/identity-theft?applicationid=${applicant.applicationId}`);
  const { disputeid } = await askForBlock(applicant);
  await page.getByLabel('County criminal').check();
  await fill(page, { 'What happened?': 'My wallet was stolen last year' });
  await page.getByLabel(/^I state that these results/).check();
  const proof = { name: 'proof.pdf', mimeType: 'application/pdf', buffer: await makePdf() };
  await page.getByLabel('Identity theft report').setInputFiles(proof);
  await page.getByLabel('Proof of identity').setInputFiles(proof);
  await press(page, 'Submit request');
  await expectShown(page, 'dispute.open');

  await page.goto(`/user/disputes/${disputeid}/withdraw`);
  const { visitor } = await newStaff(operations);
  await visitor.perform(decideBlockRequest, { disputeid, decision: 'block', reason: 'The report names it' });
  await press(page, 'Withdraw request');
  await expectShown(page, 'block.decided');
});

test('documents of a message: with a password, too large, and more than the case can have', async ({
  page,
  operations,
  outbox,
  join,
}) => {
  const applicant = await withActiveScore({ page, operations, outbox, join });
  const { disputeid } = await applicant.dispute();
  await page.goto(`/user/disputes/${disputeid}`);
  const send = async (buffer: Buffer) => {
    await fill(page, { Message: 'This is the letter of the court' });
    await page
      .getByLabel('Documents (optional)')
      .setInputFiles({ name: 'court.pdf', mimeType: 'application/pdf', buffer });
    await press(page, 'Send message');
  };
  const pdf = (await makeScan(1)).toString('latin1');
  await send(Buffer.from(pdf.replace('trailer\n<<', 'trailer\n<< /Encrypt 1 0 R'), 'latin1'));
  await expectShown(page, 'document.encrypted');
  await send(Buffer.alloc(documentBytes + 1, pdf, 'latin1'));
  await expectShown(page, 'document.too-large');

  const documents = Array.from({ length: 3 }, () => upload('court.pdf', Buffer.from(pdf, 'latin1')));
  for (let sent = 0; sent < 30; sent += documents.length)
    await applicant.visitor.perform(writeDisputeMessage, { disputeid, message: 'More of it', documents });
  await page.goto(`/user/disputes/${disputeid}`);
  await send(await makePdf());
  await expectShown(page, 'document.too-many');
});

test('staff correct a score with the agency’s own, and only while a dispute is open', async ({
  page,
  operations,
  outbox,
  join,
  enter,
  baseURL,
}) => {
  const applicant = await withActiveScore({ page, operations, outbox, join });
  const { disputeid } = await applicant.dispute();
  const { applicationId: applicationid, accountId: userid, visitor } = applicant;

  await page.context().clearCookies();
  await enter(page, await newStaff(operations));
  await page.goto(`/admin/disputes/${disputeid}`);
  await page.getByRole('radio', { name: /^Corrected/ }).check();
  await fill(page, { 'Explanation for the person': 'The court removed it' });
  await press(page, 'Save result');
  await expectShown(page, 'dispute.score-needed');

  const ask = (path: string, data: object) =>
    page.request.post(`/hub/api${path}`, { data, headers: { Origin: baseURL ?? '' } });
  const { score_changes: changes } = await (await ask('/admin/getscorechanges', { userid })).json();
  await visitor.perform(withdrawDispute, { disputeid });
  const late = await ask('/admin/resolvescorechange', {
    userid,
    scorechangeid: changes[0].id,
    approve: 'YES',
    note: 'Asked the agency by phone',
  });
  expect(late.status()).toBe(409);
  shows('dispute.none-open', await refusalOf(late));

  const { shieldids } = await (await ask('/admin/getshieldids', { userid })).json();
  const active = shieldids[0].candidateid;
  const both = await ask('/admin/updateshieldids', {
    userid,
    active_candidateid: active,
    inactive_candidateids: [active],
  });
  expect(both.status()).toBe(400);
  shows('console.one-shield-id', await refusalOf(both));

  const screening = operations.db
    .selectFrom('sandbox.screening')
    .where('idempotency_key', '=', applicationid);
  await operations.db
    .deleteFrom('sandbox.screening_callback')
    .where('screening_id', 'in', screening.select('id'))
    .execute();
  await operations.db.deleteFrom('sandbox.screening').where('idempotency_key', '=', applicationid).execute();
  const silent = await ask('/admin/checkirecord', { userid });
  expect(silent.status()).toBe(503);
  shows('agency.silent', await refusalOf(silent));
});

test('a saved signature that is none cannot be placed', async ({ page, join, baseURL }) => {
  await join(page, makePerson('900-00-0002'));
  const none = await page.request.get('/hub/api/application/restoresavedsignature', {
    headers: { Origin: baseURL ?? '' },
  });
  expect(none.status()).toBe(404);
  shows('application.no-saved-signature', await refusalOf(none));
});

test('F105: an update of monitoring waits for the decision of a dispute, and is sent once', async ({
  page,
  operations,
  outbox,
  join,
  enter,
}) => {
  const applicant = await withActiveScore({ page, operations, outbox, join });
  await applicant.visitor.perform(agreeToMonitoring, {});
  const isOn = () =>
    operations.db
      .selectFrom('monitored_profile')
      .select('state')
      .where('account_id', '=', applicant.accountId)
      .executeTakeFirst();
  await expect.poll(async () => (await isOn())?.state).toBe('on');
  const { profile_number } = await operations.db
    .selectFrom('cra_order')
    .select('profile_number')
    .where('application_id', '=', applicant.applicationId)
    .executeTakeFirstOrThrow();
  const profileid = profile_number ?? '';
  await tellUpdate(operations, { applicationId: applicant.applicationId, profileid });

  await page.context().clearCookies();
  await enter(page, await newStaff(operations));
  const record = `/admin/user/${applicant.accountId}`;
  await expect(async () => {
    await page.goto(record);
    await expect(page.getByRole('button', { name: /^Activate the update/ })).toBeVisible({ timeout: 1000 });
  }).toPass();
  const { disputeid } = await applicant.dispute();
  await activate(page);
  await expectShown(page, 'monitoring.not-ready');

  await page.goto(`${record}/report/${applicant.applicationId}`);
  await page.getByText('The file is damaged or out of date').click();
  await press(page, 'Get the report again');
  await expectShown(page, 'report.newer');

  await applicant.visitor.perform(withdrawDispute, { disputeid });
  await page.goto(record);
  const { visitor } = await newStaff(operations);
  await visitor.perform(activateMonitorProfile, { userid: applicant.accountId, profileid });
  await activate(page);
  await expectShown(page, 'monitoring.nothing-waits');
});
