import { runSweep } from '#modules/platform/index.ts';
import { blockResults } from '#sandboxes/cra/index.ts';
import { payFor, submit } from '#test/factories/applicants.ts';
import { askForBlock } from '#test/factories/blocks.ts';
import { reportError } from '#test/factories/disputes.ts';
import { makePdf, makePicture } from '#test/factories/documents.ts';
import { newStaff } from '#test/factories/people.ts';
import { expect, expectAccessible, expectShown, fill, press, test } from '../browser/fixtures.ts';
import { makePerson } from './acts/person.ts';
import { agreeToScoreTerms, newReadyResult } from './acts/score.ts';

test('F106: identity theft: a request with proof, the decision of staff, the new result, and the block taken back', async ({
  page,
  script,
  join,
  outbox,
  operations,
  otherBrowser,
  enter,
}) => {
  const person = makePerson('900-00-0004');
  const joined = await join(page, person);
  await submit({ ...joined, applicationId: await payFor(operations, joined.accountId) }, person.ssn);
  await outbox.wait(person.emailaddress, /is ready for your review/);

  await page.goto('/user/scoreapproval');
  await agreeToScoreTerms(page);
  await page.getByLabel(/No, something is wrong/).check();
  await press(page, /Report an Error/);
  await page.getByRole('link', { name: 'Report identity theft' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Report identity theft');
  await expectAccessible(page);
  await fill(page, { 'What happened?': 'My wallet was stolen, and somebody used my license' });
  await press(page, 'Submit request');
  await expectShown(page, 'block.statement-needed');
  await page.getByLabel(/^I state that these results/).check();
  await press(page, 'Submit request');
  await expectShown(page, 'block.items-needed');
  await page.getByLabel('County criminal').check();
  const pdf = { name: 'ftc.pdf', mimeType: 'application/pdf', buffer: await makePdf() };
  const page_ = { name: 'license.png', mimeType: 'image/png', buffer: Buffer.from('<html>') };
  const license = { ...page_, buffer: await makePicture('png') };
  await press(page, 'Submit request');
  await expectShown(page, 'document.needed');
  await page.getByLabel('Identity theft report').setInputFiles(pdf);
  await page.getByLabel('Proof of identity').setInputFiles(page_);
  await press(page, 'Submit request');
  await expectShown(page, 'document.type');
  if (!script) await expect(page.getByText('Please choose the file again.')).toHaveCount(1);
  await expectAccessible(page);
  await page.getByLabel('Identity theft report').setInputFiles(pdf);
  await page.getByLabel('Proof of identity').setInputFiles(license);
  await press(page, 'Submit request');

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your identity theft request');
  await expect(page.getByText(/^We’ll decide by/)).toBeVisible();
  await expectAccessible(page);
  await outbox.wait(person.emailaddress, /We received your identity theft request/);
  await fill(page, { Message: 'And this is the letter of the bank' });
  await page.getByLabel('Documents (optional)').setInputFiles([{ ...pdf, name: 'bank.pdf' }, license]);
  await press(page, 'Send message');
  await expect(page.getByText('Message sent')).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'bank.pdf' }).click();
  expect((await download).suggestedFilename()).toBe('bank.pdf');

  await page.getByRole('link', { name: 'Dispute it' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dispute my report');
  await fill(page, { 'What is wrong?': 'no answer to this is expected yet' });
  await press(page, 'Submit dispute');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your dispute');
  await expect(page.getByText('until both have ended')).toBeVisible();
  await expectAccessible(page);
  await page.goto('/user/scoreapproval');
  await expect(page.getByRole('link', { name: 'Open my request' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Open my dispute' }).click();
  await page.getByRole('link', { name: 'Withdraw this dispute' }).click();
  await expect(page.getByText('until your other case about this report has ended too')).toBeVisible();
  await press(page, 'Withdraw dispute');
  await page.getByRole('link', { name: 'Open my request' }).click();
  await expect(page.getByText(/^We’ll decide by/)).toBeVisible();

  const console_ = await otherBrowser();
  await enter(console_, await newStaff(operations));
  await console_.goto('/admin/disputes?work=blocks');
  await expectAccessible(console_);
  await console_.getByRole('link', { name: new RegExp(person.emailaddress) }).click();
  await expect(console_.getByRole('link', { name: /^Identity theft report: ftc.pdf/ })).toBeVisible();
  await expectAccessible(console_);
  const opened = console_.waitForEvent('download');
  await console_.getByRole('link', { name: /^Proof of identity/ }).click();
  expect((await opened).suggestedFilename()).toBe('license.png');
  await console_.getByRole('radio', { name: /^Block/ }).check();
  await fill(console_, { 'Reason for the person': 'The report of the police names this record' });
  await press(console_, 'Save decision');
  await expect(console_.getByText('This is final.')).toBeVisible();
  await expectAccessible(console_);
  await press(console_, 'Go back and change it');
  await press(console_, 'Save decision');
  await press(console_, 'Block the results');
  await expect(console_.getByText('Decision saved. The person has been notified.')).toBeVisible();
  await expectAccessible(console_);
  await outbox.wait(person.emailaddress, /Your identity theft request was approved/);
  await page.reload();
  await expect(page.getByText('Your request was approved')).toBeVisible();

  const agencyAnswers = async () => {
    const due = () =>
      operations.db
        .updateTable('sandbox.screening')
        .set({ block_due_at: operations.clock.now() })
        .where('block_due_at', 'is not', null)
        .where(
          'idempotency_key',
          'in',
          operations.db
            .selectFrom('application')
            .select(({ cast, ref }) => cast<string>(ref('id'), 'text').as('id'))
            .where('account_id', '=', joined.accountId),
        )
        .executeTakeFirstOrThrow();
    await expect.poll(async () => Number((await due()).numUpdatedRows)).toBe(1);
    await runSweep(operations, blockResults);
  };
  await agencyAnswers();
  await expect
    .poll(async () => {
      await page.goto('/user');
      return page.getByRole('link', { name: 'Review result' }).count();
    })
    .toBe(1);
  await page.getByRole('link', { name: 'Review result' }).click();
  await agreeToScoreTerms(page);
  await page.getByLabel(/Yes, activate my ShieldScore/).check();
  await press(page, 'Activate My ShieldScore');

  await console_.reload();
  await expectAccessible(console_);
  const reason = { 'Reason for the person': 'The police say that the report was false' };
  const stale = await console_.context().newPage();
  await stale.goto(console_.url());
  await fill(stale, reason);
  await fill(console_, reason);
  await press(console_, 'Rescind block');
  await press(console_, 'Rescind the block');
  await expect(console_.getByText('The block is rescinded. The person has been notified.')).toBeVisible();
  await press(stale, 'Rescind block');
  await expectShown(stale, 'block.decided');
  await outbox.wait(person.emailaddress, /A block in your report was removed/);
  await page.goto('/user');
  await page.getByRole('link', { name: 'View request', exact: true }).click();
  await expect(page.getByText('The block is being removed')).toBeVisible();
  await expectAccessible(page);
});

test('a dispute and a request for a block of one check stand beside each other, for the person and for staff', async ({
  page,
  outbox,
  operations,
  enter,
}) => {
  const applicant = await newReadyResult(operations, outbox);
  const dispute = await reportError(applicant, 'no answer to this');
  const { disputeid: block } = await askForBlock(applicant);

  await enter(page, applicant);
  await page.goto(`/user/disputes/${dispute}`);
  await expect(page.getByRole('heading', { name: 'Your identity theft request' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Open my request' }).click();
  await expect(page).toHaveURL(new RegExp(`/user/disputes/${block}`));
  await expect(page.getByRole('heading', { name: 'Your dispute', exact: true })).toBeVisible();
  await expect(page.getByText('Your score stays paused until both have ended.')).toBeVisible();
  await expectAccessible(page);

  await enter(page, await newStaff(operations, {}));
  await page.goto(`/admin/disputes/${dispute}`);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Identity theft request about this report' }).click();
  await expect(page.getByRole('link', { name: 'Dispute of this report' })).toBeVisible();
  await expectAccessible(page);
});

test('staff decline a request for a block after they read what becomes final, and the person reads why', async ({
  page,
  outbox,
  operations,
  enter,
}) => {
  const applicant = await newReadyResult(operations, outbox);
  const { disputeid } = await askForBlock(applicant);
  const reason = 'The report of the police names another day';

  await enter(page, await newStaff(operations, {}));
  const stale = await page.context().newPage();
  for (const each of [stale, page]) {
    await each.goto(`/admin/disputes/${disputeid}`);
    await each.getByRole('radio', { name: /^Decline/ }).check();
    await fill(each, { 'Reason for the person': reason });
  }
  await press(page, 'Save decision');
  await expect(
    page.getByText('“We didn’t block what you reported. Your report stays as it was.'),
  ).toBeVisible();
  await expectAccessible(page);
  await press(page, 'Go back and change it');
  await expect(page.getByRole('radio', { name: /^Decline/ })).toBeChecked();
  await expect(page.getByLabel('Reason for the person')).toHaveValue(reason);
  await press(page, 'Save decision');
  await press(page, 'Decline for good');
  await expect(page.getByText('Decision saved. The person has been notified.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save decision' })).toHaveCount(0);
  await expectAccessible(page);
  await press(stale, 'Save decision');
  await expectShown(stale, 'block.decided');

  await outbox.wait(applicant.emailaddress, /Your identity theft request was declined/);
  await enter(page, applicant);
  await page.goto(`/user/disputes/${disputeid}`);
  await expect(page.getByText(reason)).toBeVisible();
  await expectAccessible(page);
});
