import type { Page } from '@playwright/test';
import { startVerification } from '#modules/applications/index.ts';
import { takeImages } from '#sandboxes/idv/index.ts';
import {
  type Applicant,
  addressIn,
  agree,
  answer,
  nameOf,
  payFor,
  payUnverified,
  submit,
} from '#test/factories/applicants.ts';
import { newStaff, type Registered } from '#test/factories/people.ts';
import type { VisitedPortal } from '#test/visitor.ts';
import { expect, expectAccessible, expectShown, press, test } from '../browser/fixtures.ts';
import { takePhotos, title } from './acts/application.ts';
import { makePerson } from './acts/person.ts';

/** A person at the step of the ID verification. */
async function ready(
  operations: VisitedPortal,
  registered: Registered,
  lastname: string,
): Promise<Applicant> {
  const applicant = { ...registered, applicationId: await payUnverified(operations, registered.accountId) };
  for (let consent = 0; consent < 3; consent += 1) await agree(applicant);
  await answer(applicant, { selected_jurisdictions: [], none: 'YES' });
  await answer(applicant, nameOf('900-00-0002', { lastname }));
  await answer(applicant, addressIn('TX'));
  return applicant;
}

/** What happens after the photos. The tests of the operations know the other outcomes, too. */
const outcomes = [
  { lastname: 'Reject', becomes: 'We couldn’t verify your identity' },
  { lastname: 'Blur', becomes: 'We need new photos' },
  { lastname: 'Typo', becomes: 'Your identity is verified' },
];

for (const { lastname, becomes } of outcomes) {
  test(`F96: an ID verification of the last name ${lastname}`, async ({ page, join, operations }) => {
    const { applicationId } = await ready(
      operations,
      await join(page, { ...makePerson('900-00-0002'), lastname }),
      lastname,
    );
    await page.goto('/user/application/next');
    await expect(page).toHaveURL(`/user/idverification?appid=${applicationId}`);
    await expect(title(page)).toHaveText('Verify your identity');
    await expectAccessible(page);
    await takePhotos(page);
    await expect(title(page)).toHaveText(becomes);
    await expectAccessible(page);
    if (lastname === 'Reject') {
      await expect(page.getByRole('link', { name: 'Contact support' })).toBeVisible();
      await takePhotos(page, 'Try again');
      await expect(title(page)).toHaveText(becomes);
    }
    if (lastname === 'Typo') {
      await page.getByRole('link', { name: 'Continue' }).click();
      await expect(title(page)).toHaveText('Review and submit');
      await expect(page.getByText('Marie Tyson (from your ID)')).toBeVisible();
      await page.goto('/user/profile');
      await expect(page.getByText('Marie Tyson')).toBeVisible();
      await expectAccessible(page);
    }
    if (lastname === 'Blur') {
      await expectShown(page, 'verification.unreadable');
      await takePhotos(page, 'Take new photos');
      await expect(title(page)).toHaveText(becomes);
    }
  });
}

test('F84: the documented hash leads to its application, and a verified person goes on', async ({
  page,
  script,
  join,
  operations,
}) => {
  const person = makePerson('900-00-0002');
  const registered = await join(page, person);
  const applicationId = await payFor(operations, registered.accountId);
  const applicant = { ...registered, applicationId };
  for (let consent = 0; consent < 3; consent += 1) await agree(applicant);
  await answer(applicant, { selected_jurisdictions: [], none: 'YES' });
  await answer(applicant, nameOf('900-00-0002'));
  await answer(applicant, addressIn('TX'));
  await page.goto(
    script ? `/user/idverification#appid=${applicationId}` : `/user/idverification?appid=${applicationId}`,
  );
  await expect(page).toHaveURL(`/user/idverification?appid=${applicationId}`);
  await expect(title(page)).toHaveText('Your identity is verified');
  await page.getByRole('link', { name: 'Continue' }).click();
  await expect(title(page)).toHaveText('Review and submit');
});

test('F97: an agency that needs new photos gets them', async ({ page, join, operations, outbox }) => {
  const person = makePerson('900-00-0014');
  const registered = await join(page, person);
  const applicant = { ...registered, applicationId: await payFor(operations, registered.accountId) };
  await submit(applicant, person.ssn);
  const mail = await outbox.wait(person.emailaddress, /new photos of your ID/);
  await page.goto('/user');
  await page.getByRole('link', { name: /^Take new ID photos/ }).click();
  await expect(title(page)).toHaveText('We need new photos');
  await expectAccessible(page);
  await page.goto(mail.links.find((link) => link.includes('/user/idverification')) ?? '');
  await takePhotos(page, 'Take new photos');
  await expect(title(page)).toHaveText(/^(Thank you\.|Your background check|Please Wait)$/, {
    timeout: 30_000,
  });
  await page.goto(`/user/application/next?applicationid=${applicant.applicationId}`);
  await expect(page.getByText('Your result is here.')).toBeVisible({ timeout: 30_000 });
});

/** Zooms and turns the picture of the front, and leaves it as it was. Without script, only its full size is offered. */
async function seePicture(page: Page, script: boolean): Promise<void> {
  const full = page.getByRole('link', { name: 'Full size of Front, opens in a new tab' });
  const answer = await page.request.get((await full.getAttribute('href')) ?? '');
  expect(answer.headers()['content-type']).toMatch(/^image\//);
  if (!script) {
    await expect(page.getByRole('button', { name: 'Zoom in: Front' })).toBeHidden();
    return;
  }
  const frame = page.getByRole('region', { name: 'Front', exact: true });
  const look = page.locator('.id-picture').filter({ has: frame }).getByRole('status');
  await page.getByRole('button', { name: 'Zoom in: Front' }).click();
  await page.getByRole('button', { name: 'Turn left: Front' }).click();
  await expect(look).toHaveText('150%, turned 270° to the right');
  await expectAccessible(page);
  await frame.press('+');
  await frame.press('r');
  await expect(look).toHaveText('200%, upright');
  await frame.press('0');
  await frame.press('-');
  await frame.press('r');
  await expect(look).toHaveText('100%, turned 90° to the right');
  await expectAccessible(page);
  await frame.press('l');
  await expect(look).toHaveText('100%, upright');
}

test('staff review an ID verification beside what was entered, once', {
  tag: '@keyboard',
}, async ({ page, context, script, join, enter, operations }) => {
  const lastname = 'Consider';
  const person = { ...makePerson('900-00-0002'), lastname };
  const applicant = await ready(operations, await join(page, person), lastname);
  const { workflow_run_id: run } = await applicant.visitor.perform(startVerification, {
    applicationid: applicant.applicationId,
  });
  await takeImages(operations, run);
  await page.goto('/user/idverification');
  await expect(title(page)).toHaveText('A person is reviewing your images', { timeout: 30_000 });

  await page.context().clearCookies();
  await enter(page, await newStaff(operations, {}));
  await page.goto(`/admin/user/${applicant.accountId}`);
  const section = page.getByRole('region', { name: 'ID verifications' });
  await section.getByRole('link', { name: 'Review' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('ID verification');
  await expect(page.getByRole('img', { name: 'Front of the document' })).toBeVisible();
  const front = await page.getByRole('img', { name: 'Front of the document' }).getAttribute('src');
  expect((await page.request.get(front ?? '')).headers()['content-type']).toMatch(/^image\//);
  await expectAccessible(page);
  await seePicture(page, script);
  const other = await context.newPage();
  await other.goto(page.url());
  await other.getByLabel('Reject').check();
  await other.getByLabel('Note').fill('Another face');
  await press(other, 'Save decision');

  await page.getByLabel('Approve').check();
  await page.getByLabel('Note').fill('Seen');
  await page.getByLabel('Expiration date').fill('04/17/2001');
  await press(page, 'Save decision');
  await expect(page.getByText('Write at least 5 characters').first()).toBeVisible();
  await page.getByLabel('Note').fill('Seen on the phone');
  await press(page, 'Save decision');
  await expect(page.getByText('Enter an expiration date in the future').first()).toBeVisible();
  await page.getByLabel('Expiration date').fill('04/17/2045');
  await press(page, 'Save decision');
  await expect(page.getByText('An approval can’t be taken back.')).toBeVisible();
  await expectAccessible(page);
  await press(page, 'Approve for good');
  await expectShown(page, 'console.verification-saved');
  await expect(section).toContainText('Seen on the phone');
  await expectAccessible(page);
  await section.getByRole('link', { name: 'See images' }).click();
  const history = page.getByRole('list', { name: 'ID verifications of this person' });
  await expect(history).toContainText(/\(this one\).*Decided by Ada .*: Seen on the phone/s);
  await expectAccessible(page);

  await press(other, 'Reject for good');
  await expectShown(other, 'verification.decided');
});

test('staff reject an ID verification with a note, after they read what becomes final', {
  tag: ['@script', '@keyboard'],
}, async ({ page, join, enter, operations }) => {
  const lastname = 'Consider';
  const applicant = await ready(
    operations,
    await join(page, { ...makePerson('900-00-0002'), lastname }),
    lastname,
  );
  const { workflow_run_id: run } = await applicant.visitor.perform(startVerification, {
    applicationid: applicant.applicationId,
  });
  await takeImages(operations, run);
  await page.goto('/user/idverification');
  await expect(title(page)).toHaveText('A person is reviewing your images', { timeout: 30_000 });
  await page.context().clearCookies();
  await enter(page, await newStaff(operations, {}));
  await page.goto(`/admin/user/${applicant.accountId}`);
  const section = page.getByRole('region', { name: 'ID verifications' });
  await section.getByRole('link', { name: 'Review' }).click();
  await page.getByLabel('Reject').check();
  await page.getByLabel('Note').fill('Blurr');
  await press(page, 'Save decision');
  await expect(page.getByText('Write more than 5 characters').first()).toBeVisible();
  await page.getByLabel('Note').fill('The face is of another person');
  await press(page, 'Save decision');
  await press(page, 'Reject for good');
  await expectShown(page, 'console.verification-saved');
  await expect(section).toContainText('The face is of another person');
  await expect(section.getByRole('link', { name: 'Review' })).toHaveCount(0);
});
