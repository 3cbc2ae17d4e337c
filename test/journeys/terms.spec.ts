import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { brandForHost, getLegalText } from '#modules/enterprise/index.ts';
import { createStaffAccount, publishTerms, setTwoStepMethod } from '#modules/identity/index.ts';
import { convicted } from '#test/factories/adverse.ts';
import { agree, answer, payFor } from '#test/factories/applicants.ts';
import { makePicture } from '#test/factories/documents.ts';
import { giveScore, newCompany } from '#test/factories/network.ts';
import { newPerson, PASSWORD } from '#test/factories/people.ts';
import type { VisitedPortal } from '#test/visitor.ts';
import { enterAsStaff } from '../browser/enter-as-staff.ts';
import { expect, expectAccessible, expectShown, fill, press, test } from '../browser/fixtures.ts';
import { test as onOwnPortal } from '../browser/own-portal.ts';
import { makePerson } from './acts/person.ts';
import { acceptTerms, sendJoinForm } from './acts/registration.ts';

/** A company with its own host and terms. */
async function newCompanyWithTerms(operations: VisitedPortal) {
  const label = `t-${randomUUID()}`;
  const { companyId } = await newCompany(operations, {
    company_name: 'Harbor & Pine',
    branding_hostname: label,
  });
  const publish = (html: string) =>
    operations.work('journeys.publish-terms', (work) =>
      publishTerms(work, { kind: 'company', companyId }, html),
    );
  await publish('<p>Be on time.</p>');
  const origin = new URL(operations.config.publicUrl);
  origin.hostname = `${label}.localhost`;
  await expect.poll(async () => (await brandForHost(operations, origin.host)).companyId).toBe(companyId);
  return { origin: origin.origin, host: origin.host, publish };
}

/** Signs in a person without a second step. */
async function logIn(page: Page, account: { emailaddress: string; password: string }): Promise<void> {
  await fill(page, { Email: account.emailaddress, Password: account.password });
  await press(page, 'Log in');
}

const title = (page: Page) => page.getByRole('heading', { level: 1 });

test('F20: newer terms are read by who is registering, and by a member in place of the page or over it', {
  tag: '@browser',
}, async ({ page, operations, otherBrowser, script }) => {
  const { origin, host, publish } = await newCompanyWithTerms(operations);
  const member = await newPerson(operations, {}, { host });
  await operations.work('journeys.two-step', (work) => setTwoStepMethod(work, member.accountId, 'DISABLED'));
  const newcomer = await otherBrowser(origin);
  await newcomer.goto('/register');
  await sendJoinForm(newcomer, makePerson('900-00-0002'));
  await expect(newcomer).toHaveURL(/\/register\/terms$/);
  await publish('<p>Be early.</p>');

  await acceptTerms(newcomer);
  await expectShown(newcomer, 'terms.replaced');
  await expect(newcomer.getByText('Be early.')).toBeVisible();
  await expect(newcomer.getByLabel('I have read and accept the terms')).not.toBeChecked();
  await expectAccessible(newcomer);
  await acceptTerms(newcomer);
  await expect(newcomer).toHaveURL(/\/register\/verification$/);

  await page.goto(`${origin}/login?next=/user/profile`);
  await logIn(page, member);
  await expect(page).toHaveURL(`${origin}/user/profile`);
  await expect(title(page)).toHaveText('The terms have changed');
  await expect(page.getByRole('article')).toHaveText(/Be early\./);
  await expect(page.getByLabel('First name')).toHaveCount(0);
  await expectAccessible(page);
  await press(page, 'Decline and log out');
  await expect(page).toHaveURL(/\/login$/);
  await page.goto(`${origin}/user/profile`);
  await expect(page).toHaveURL(/\/login\?/);
  await logIn(page, member);
  await expect(title(page)).toHaveText('The terms have changed');
  // The address of a file or of a redirect has no page to show them over.
  await page.goto(`${origin}/user/application`);
  await expect(page).toHaveURL(`${origin}/register/terms?next=%2Fuser%2Fapplication`);
  await expect(title(page)).toHaveText('The terms have changed');
  await page.goto(`${origin}/user/profile`);
  // Browsers let a second Escape close a dialog that has refused the first one.
  for (let presses = 0; script && presses < 2; presses += 1) {
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name: 'The terms have changed' })).toBeVisible();
  }
  await press(page, 'Continue');
  await expectShown(page, 'register.missing-fields');
  await expectAccessible(page);
  await acceptTerms(page);
  await expect(page).toHaveURL(`${origin}/user/profile`);
  await expect(page.getByLabel('First name')).toBeVisible();
});

test('F20: a dispute that somebody types while terms are published is in its form again once they are accepted', {
  tag: '@browser',
}, async ({ page, operations }) => {
  const { origin, host, publish } = await newCompanyWithTerms(operations);
  const member = await newPerson(operations, {}, { host });
  await operations.work('journeys.two-step', (work) => setTwoStepMethod(work, member.accountId, 'DISABLED'));
  await giveScore(operations, member.accountId);
  const { id } = await operations.db
    .selectFrom('application')
    .select('id')
    .where('account_id', '=', member.accountId)
    .executeTakeFirstOrThrow();
  const dispute = `${origin}/user/disputes/new?applicationid=${id}`;
  await page.goto(`${origin}/login`);
  await logIn(page, member);
  await expect(page).toHaveURL(/\/user$/);
  await page.goto(dispute);
  // Every character that a form sends as twelve.
  const typed = `It was not me 😀 ${'日本語 '.repeat(900)}`.trim();
  const field = page.getByLabel('What is wrong?');
  await field.fill(typed);
  await publish('<p>Be kind.</p>');
  await press(page, 'Submit dispute');
  await expect(title(page)).toHaveText('The terms have changed');
  await expect(page.getByRole('article')).toHaveText(/Be kind\./);
  await acceptTerms(page);
  await expect(page).toHaveURL(dispute);
  await expect(field).toHaveValue(typed);
  await expect(page.getByText('We kept what you typed.')).toBeVisible();
  await expectAccessible(page);
  await press(page, 'Submit dispute');
  await expect(title(page)).toHaveText('Your dispute');
  await expect(page.getByText('It was not me 😀', { exact: false }).first()).toBeVisible();
});

test('F20: a form with files that is sent while terms are published says that they have to be chosen again', {
  tag: '@browser',
}, async ({ page, operations }) => {
  const { origin, host, publish } = await newCompanyWithTerms(operations);
  const member = await newPerson(operations, {}, { host });
  await operations.work('journeys.two-step', (work) => setTwoStepMethod(work, member.accountId, 'DISABLED'));
  await giveScore(operations, member.accountId, { score: 'IC04', result: convicted });
  const { id } = await operations.db
    .selectFrom('application')
    .select('id')
    .where('account_id', '=', member.accountId)
    .executeTakeFirstOrThrow();
  await page.goto(`${origin}/login`);
  await logIn(page, member);
  await expect(page).toHaveURL(/\/user$/);
  const picture = { name: 'me.png', mimeType: 'image/png', buffer: await makePicture('png') };
  const again = page.getByText('Files aren’t kept. Please choose the file again.');

  const theft = `${origin}/user/disputes/identity-theft?applicationid=${id}`;
  await page.goto(theft);
  await expect(again).toHaveCount(0);
  const story = page.getByLabel('What happened?');
  await story.fill('My wallet was stolen');
  await page.getByLabel(/^I state that these results/).check();
  await page.getByLabel('County Criminal Search').check();
  await page.getByLabel('Identity theft report').setInputFiles(picture);
  await page.getByLabel('Proof of identity').setInputFiles(picture);
  await publish('<p>Be kind.</p>');
  await press(page, 'Submit request');
  await expect(title(page)).toHaveText('The terms have changed');
  await acceptTerms(page);
  await expect(page).toHaveURL(theft);
  await expect(story).toHaveValue('My wallet was stolen');
  await expect(again).toHaveCount(2);
  await expectAccessible(page);

  // A form with a file alone has nothing else that shows that it was not sent.
  await page.goto(`${origin}/user/profile`);
  const photo = page.getByLabel('Choose a photo');
  await photo.setInputFiles(picture);
  await publish('<p>Be early.</p>');
  await press(page, 'Save photo');
  await expect(title(page)).toHaveText('The terms have changed');
  await acceptTerms(page);
  await expect(page.getByText('Nothing was sent. Please try again.')).toBeVisible();
  await expect(again).toHaveCount(1);
  await expectAccessible(page);
  await photo.setInputFiles(picture);
  await press(page, 'Save photo');
  await expect(page.getByText('Photo saved')).toBeVisible();
  await expect(again).toHaveCount(0);
});

test('F20: a step of the application that is left while terms are published is there again with what was typed', {
  tag: '@browser',
}, async ({ page, operations }) => {
  const { origin, host, publish } = await newCompanyWithTerms(operations);
  const member = await newPerson(operations, {}, { host });
  await operations.work('journeys.two-step', (work) => setTwoStepMethod(work, member.accountId, 'DISABLED'));
  const applicant = { ...member, applicationId: await payFor(operations, member.accountId) };
  for (let consent = 0; consent < 3; consent += 1) await agree(applicant);
  await answer(applicant, { selected_jurisdictions: [], none: 'YES' });
  await page.goto(`${origin}/login`);
  await logIn(page, member);
  await expect(page).toHaveURL(/\/user$/);
  await page.goto(`${origin}/user/application/next`);
  const firstName = page.getByLabel('First name', { exact: true });
  for (const [button, terms] of [
    ['Save and exit', 'Be kind.'],
    ['Back', 'Be brief.'],
  ] as const) {
    await expect(title(page)).toHaveText('Your name');
    await firstName.fill(`Typed before ${button}`);
    await publish(`<p>${terms}</p>`);
    await press(page, button);
    await expect(title(page)).toHaveText('The terms have changed');
    await expect(page.getByRole('article')).toContainText(terms);
    await acceptTerms(page);
    await expect(firstName).toHaveValue(`Typed before ${button}`);
  }
  await expectAccessible(page);
});

test('F20: staff read the terms before they use the console', async ({ page, operations, enter }) => {
  const account = {
    emailaddress: `invited.${randomUUID()}@example.com`,
    password: PASSWORD,
    firstname: 'Ivy',
    lastname: 'Invited',
  };
  await operations.work('journeys.staff', (work) => createStaffAccount(work, account));
  for (const declines of [true, false]) {
    await enter(page, account);
    await page.goto('/admin/tools');
    await expect(title(page)).toHaveText('Read the terms');
    await expect(page.getByLabel('Search users')).toHaveCount(0);
    await expectAccessible(page);
    if (declines) await press(page, 'Decline and log out');
    else await acceptTerms(page);
    await expect(page).toHaveURL(declines ? /\/login$/ : /\/admin\/tools$/);
  }
  await expect(page.getByLabel('Search users')).toBeVisible();
});

// There is one draft of the portal's text, which every window would write at the same time.
onOwnPortal(
  'D88: the privacy policy is drafted, previewed and published, and its page shows it from then on',
  async ({ page, operations, otherBrowser }) => {
    await enterAsStaff(page, operations, { firstname: 'Quinn', lastname: 'Ames' });
    const before = (await operations.visitor().perform(getLegalText, { text: 'privacy-policy' })).html;
    await page.goto('/admin/settings');
    await page.getByRole('link', { name: 'Write and publish Privacy policy' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy policy of ShieldHub');
    await expectAccessible(page);
    const box = page.getByRole('textbox', { name: 'Text', exact: true });
    const sentence = `We collect less since ${randomUUID()}.`;
    await box.fill(`${before}<p>${sentence}</p>`);
    await press(page, 'Preview');
    await expect(page.getByRole('article').getByText(sentence)).toBeVisible();
    await press(page, 'Save draft');
    await expect(page.getByText('Draft saved')).toBeVisible();
    const reader = await otherBrowser();
    await reader.goto('/privacypolicy');
    await expect(reader.getByText(sentence)).toHaveCount(0);

    await expect(page.getByText('No one has to accept it.')).toBeVisible();
    await press(page, 'Publish draft');
    await expectAccessible(page);
    await press(page, /^Publish version \d+$/);
    await expect(page.getByText(/^Version \d+ published$/)).toBeVisible();
    await reader.goto('/privacypolicy');
    await expect(reader.getByText(sentence)).toBeVisible();
    await page.goto('/admin/settings/terms/privacy-policy');
    await expect(page.getByText('published by Quinn Ames').first()).toBeVisible();
    await expectAccessible(page);
  },
);
