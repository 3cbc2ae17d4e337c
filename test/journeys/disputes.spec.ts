import { runSweep } from '#modules/platform/index.ts';
import { disputeResults } from '#sandboxes/cra/index.ts';
import { payFor, submit } from '#test/factories/applicants.ts';
import { reportError } from '#test/factories/disputes.ts';
import { newStaff } from '#test/factories/people.ts';
import { expect, expectAccessible, fill, press, test } from '../browser/fixtures.ts';
import { makePerson } from './acts/person.ts';
import { agreeToScoreTerms, newReadyResult } from './acts/score.ts';

test('F106: a dispute from the report of an error to the corrected score', { tag: '@keyboard' }, async ({
  page,
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
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Report an error');
  await expectAccessible(page);
  await page.getByLabel('County criminal').check();
  await fill(page, { 'What is wrong?': 'That record is not mine, my middle name is another' });
  await press(page, 'Submit');
  await page.getByRole('link', { name: 'Open my dispute' }).click();

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your dispute');
  await expect(page.getByText(/^The agency must answer by/)).toBeVisible();
  await expectAccessible(page);
  await fill(page, { Message: 'I was born in another year' });
  await press(page, 'Send message');
  await expect(page.getByText('15 days were added for your new facts')).toBeVisible();
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('');
  await fill(page, { Statement: 'This record belongs to somebody else.' });
  await press(page, 'Save statement');
  await expect(page.getByText('Statement saved')).toBeVisible();
  await page.goto('/user');
  await expect(page.getByText('You reported an error.')).toBeVisible();
  await expectAccessible(page);

  const console_ = await otherBrowser();
  await enter(console_, await newStaff(operations));
  await console_.goto('/admin/disputes');
  await expectAccessible(console_);
  await console_.goto(`/admin/user/${joined.accountId}`);
  await expectAccessible(console_);
  await console_
    .locator('#approvals')
    .getByRole('link', { name: /Open dispute/ })
    .click();
  await expect(console_.getByText('I was born in another year')).toBeVisible();
  await expectAccessible(console_);
  await press(console_, 'Assign to me');
  await expect(console_.getByText('The dispute is assigned to you')).toBeVisible();
  await expect(console_.getByRole('button', { name: /to me$/ })).toHaveCount(0);
  await fill(console_, { Message: 'Thank you. The agency has your message.' });
  await press(console_, 'Send message');
  await expect(console_.getByText('Thank you. The agency has your message.')).toBeVisible();
  await expect(console_.getByLabel('Message', { exact: true })).toHaveValue('');
  await outbox.wait(person.emailaddress, /New message in your dispute/);

  const told = () =>
    operations.db
      .selectFrom('dispute')
      .select(['id', 'state'])
      .where('account_id', '=', joined.accountId)
      .executeTakeFirstOrThrow();
  await expect.poll(async () => (await told()).state).toBe('forwarded');
  // The agency's result becomes due only now. Before, the worker's own schedule could have delivered it too early.
  await operations.db
    .updateTable('sandbox.screening')
    .set({ dispute_due_at: operations.clock.now() })
    .where('dispute_id', '=', (await told()).id)
    .execute();
  await runSweep(operations, disputeResults);
  await outbox.wait(person.emailaddress, /The result of your dispute/);
  await page.goto('/user');
  await page.getByRole('link', { name: 'Review result' }).click();
  await agreeToScoreTerms(page);
  await expect(page.getByText('This record belongs to somebody else.')).toBeVisible();
  await expect(page.getByText('IC01', { exact: true }).first()).toBeVisible();
  await page.getByLabel(/Yes, activate my ShieldScore/).check();
  await press(page, 'Activate My ShieldScore');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your ShieldScore is active');

  // An active score is disputed from the list of checks, and the dispute is withdrawn.
  for (const typed of ['/user/disputes/new', '/user/disputes/identity-theft']) {
    await page.goto(typed);
    await expect(page).toHaveURL('/user');
  }
  await page.goto('/user');
  await page.getByRole('link', { name: /^Dispute:/ }).click();
  await expectAccessible(page);
  await fill(page, { 'What is wrong?': 'no answer is expected to this' });
  await press(page, 'Submit dispute');
  await expect(page.getByText(/^The agency must answer by/)).toBeVisible();
  await page.getByRole('link', { name: 'Withdraw this dispute' }).click();
  await expectAccessible(page);
  await press(page, 'Withdraw dispute');
  await expect(page.getByText('You withdrew this dispute')).toBeVisible();
  await expectAccessible(page);
});

for (const [outcome, told, read] of [
  ['Confirmed', 'Confirmed: the report stays as it was', 'The agency confirmed your report as it was.'],
  ['Corrected', 'IC03 becomes IC01, once the person accepts it', 'The agency corrected your report.'],
] as const) {
  test(`staff enter the result that an agency gave by phone (${outcome}), after they read what becomes final`, async ({
    page,
    outbox,
    operations,
    enter,
  }) => {
    const applicant = await newReadyResult(operations, outbox);
    const disputeid = await reportError(applicant, 'no answer to this');
    const words = 'They told us by phone what they found';

    await enter(page, await newStaff(operations, {}));
    await page.goto(`/admin/disputes/${disputeid}`);
    await page.getByRole('radio', { name: new RegExp(`^${outcome}`) }).check();
    if (outcome === 'Corrected') await page.getByLabel(/^Corrected score/).selectOption('IC01');
    await fill(page, { 'Explanation for the person': words });
    await press(page, 'Save result');
    await expect(page.getByText(told)).toBeVisible();
    await expect(page.getByText(`“${read} ${words}”`)).toBeVisible();
    await expectAccessible(page);
    await press(page, 'Go back and change it');
    await expect(page.getByLabel('Explanation for the person')).toHaveValue(words);
    await press(page, 'Save result');
    await press(page, 'Save the result for good');
    await expect(page.getByRole('button', { name: 'Save result' })).toHaveCount(0);
    await expectAccessible(page);

    await outbox.wait(applicant.emailaddress, /The result of your dispute/);
    await enter(page, applicant);
    await page.goto(`/user/disputes/${disputeid}`);
    await expect(page.getByText(words)).toBeVisible();
    await expectAccessible(page);
  });
}
