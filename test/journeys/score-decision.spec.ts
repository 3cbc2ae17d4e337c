import { newStaff } from '#test/factories/people.ts';
import { newSilentApplicant } from '#test/factories/silent-applicants.ts';
import { expect, expectAccessible, fill, press, test } from '../browser/fixtures.ts';

for (const [choice, told, label, done] of [
  ['Approve', /activated it\. They can still dispute it/, 'Activate the score', /^The score is active/],
  ['Reject', /closed it\. They can still dispute it/, 'Close the result', /^The result is closed/],
] as const) {
  test(`staff decide on a score that its person left unanswered (${choice}), after they read what becomes final`, {
    tag: '@keyboard',
  }, async ({ page, enter, operations, outbox }) => {
    const path = `/admin/user/${await newSilentApplicant(operations, outbox)}`;
    await enter(page, await newStaff(operations, {}));
    await page.goto(path);
    await expect(page.getByText('3 times')).toBeVisible();
    await page.getByLabel(new RegExp(`^${choice}`)).check();
    await fill(page, { Why: 'No answer by phone either' });
    await press(page, 'Continue');
    await expect(page.getByRole('heading', { name: 'Please confirm' })).toBeVisible();
    await expect(page.getByText(told)).toBeVisible();
    await expectAccessible(page);

    await press(page, 'Go back and change it');
    await expect(page.getByLabel('Why', { exact: true })).toHaveValue('No answer by phone either');
    await press(page, 'Continue');
    await press(page, label);
    await expect(page.getByText(done)).toBeVisible();
    await page.goto(path);
    await expect(page.getByText('This score was decided.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Continue' })).toBeHidden();
    await expectAccessible(page);
  });
}
