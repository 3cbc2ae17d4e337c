import { randomInt, randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { dismissPipelineAlert, listPipelineAlerts, saveAdminNote } from '#modules/admin/index.ts';
import { adminTimings } from '#modules/admin/limits.ts';
import { askLimitByAddress } from '#modules/identity/index.ts';
import { DAY, SECOND, staffAlertRaised } from '#modules/platform/index.ts';
import { newApplicant, submit } from '#test/factories/applicants.ts';
import { newPersonWithoutTwoStep, newStaff, type Registered } from '#test/factories/people.ts';
import type { VisitedPortal } from '#test/visitor.ts';
import { expect, expectAccessible, expectShown, press, test } from '../browser/fixtures.ts';
import { Stopwatch, stopPageClock, untilScripted } from '../browser/stopwatch.ts';
import { showsTime } from '../shown.ts';
import { agreeToScoreTerms } from './acts/score.ts';

async function enterAsStaff(page: Page, operations: VisitedPortal): Promise<Registered> {
  const staff = await newStaff(operations, { firstname: 'Tom' });
  await enterAs(page, operations, staff.visitor);
  return staff;
}

async function enterAs(page: Page, operations: VisitedPortal, visitor: Registered['visitor']): Promise<void> {
  const url = operations.config.publicUrl;
  await page.context().clearCookies();
  await page.context().addCookies([...visitor.cookies].map(([name, value]) => ({ name, value, url })));
}

/** A person with an alert that has been overdue for a day. */
async function raiseAbout(operations: VisitedPortal, lastname: string) {
  const person = await newPersonWithoutTwoStep(operations, { lastname });
  const raise = (days: number) =>
    operations.work('test.raise', (work) =>
      work.publish(staffAlertRaised, {
        alertType: 'monitor_profile_not_actioned',
        eventId: randomUUID(),
        accountId: person.accountId,
        reason: 'test',
        dueAt: new Date(work.now.getTime() + days * DAY),
      }),
    );
  await raise(-1);
  return { ...person, raise };
}

/** An alert type that the tests before have hardly used. */
const anySsn = () => `21${randomInt(1, 9)}-${randomInt(10, 99)}-${randomInt(1000, 9999)}`;

/** The list with only this person's alerts, because other tests raise alerts in the same portal. */
const listOf = (emailaddress: string, state = 'all') =>
  `/admin/pipeline?state=${state}&search=${encodeURIComponent(emailaddress)}`;

const openMenu = (page: Page, lastname: string) =>
  page.locator(`a[aria-label="Actions for Pat ${lastname}"]`).first().click();

test('F145: an alert is assigned, noted, dismissed and found again, and a decided one refuses', {
  tag: '@keyboard',
}, async ({ page, operations }) => {
  const person = await raiseAbout(operations, 'Pipeline');
  const staff = await enterAsStaff(page, operations);
  await page.goto('/admin/pipeline');
  await expectAccessible(page);
  await page.goto(listOf(person.emailaddress));
  await expect(page.getByRole('heading', { name: 'Admin Alert Pipeline' })).toBeVisible();
  await expect(page.getByText('1 day overdue')).toBeVisible();
  await expect(page.locator('tr.group').getByRole('rowheader')).toHaveText(['Overdue']);

  await openMenu(page, 'Pipeline');
  await press(page, 'Assign to me');
  await expect(page.getByText('The alert is assigned to you')).toBeVisible();
  await expect(page.getByRole('cell', { name: /Tom / })).toBeVisible();
  await expect(page.locator('.menu [aria-expanded="true"]')).toHaveCount(0);

  for (const close of ['Close', 'Nevermind']) {
    await openMenu(page, 'Pipeline');
    await page.getByRole('link', { name: 'Assign to someone' }).click();
    await page.getByRole('dialog').getByRole('link', { name: close }).click();
    await expect(page).toHaveURL((url) => `${url.pathname}${url.search}` === listOf(person.emailaddress));
  }
  await openMenu(page, 'Pipeline');
  await page.getByRole('link', { name: 'Assign to someone' }).click();
  await expect(page.getByRole('heading', { name: 'Assign alert' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('dialog').getByLabel('Assigned to').selectOption({ label: 'Nobody' });
  await press(page, 'Assign');
  await expect(page.getByRole('cell', { name: /Nobody/ })).toBeVisible();

  await openMenu(page, 'Pipeline');
  await page.getByRole('link', { name: 'Add note' }).click();
  await page.getByRole('textbox', { name: 'Note' }).fill('Called the court');
  await press(page, 'Save note');
  await expect(page.getByText('Note saved')).toBeVisible();

  await openMenu(page, 'Pipeline');
  await page.getByRole('link', { name: 'Dismiss', exact: true }).click();
  await expectAccessible(page);
  await page.getByRole('textbox', { name: 'Why' }).fill('Waits for the agency');
  await press(page, 'Dismiss');
  await expect(page.getByText('Alert dismissed')).toBeVisible();
  await page.goto(listOf(person.emailaddress, 'dismissed'));
  await expect(page.getByText(/Dismissed by Tom/)).toBeVisible();

  await person.raise(3);
  await person.raise(0.5);
  await person.raise(40);
  await page.goto(listOf(person.emailaddress));
  await expect(page.locator('tr.group').getByRole('rowheader')).toHaveText([
    'Due within 24 hours',
    'Next 7 days',
    'Later',
  ]);
  await expectAccessible(page);
  await openMenu(page, 'Pipeline');
  await page.getByRole('link', { name: 'Close', exact: true }).click();
  const search = person.emailaddress;
  const { pipelinedata } = await staff.visitor.perform(listPipelineAlerts, { search });
  for (const { id: alertid } of pipelinedata)
    await staff.visitor.perform(dismissPipelineAlert, { alertid, note: 'Decided first' });
  await page.getByRole('textbox', { name: 'What was done' }).fill('The court answered');
  await press(page, 'Close');
  await expectShown(page, 'alert.settled');
});

test('after a decision the next of its kind opens, one is skipped, and the way back keeps the place', async ({
  page,
  operations,
}) => {
  const name = `Wanda ${randomUUID()
    .slice(0, 8)
    .replaceAll(/[0-9-]/g, 'x')}`;
  for (const which of ['one', 'two', 'three']) {
    const emailaddress = `${which}.${randomUUID()}@example.com`;
    const address = `198.51.100.${randomInt(1, 255)}`;
    await operations.visitor({ address }).perform(askLimitByAddress, { name, emailaddress, message: '' });
  }
  await enterAsStaff(page, operations);
  await page.goto(listOf(name));
  await page.locator('a.person-link').first().click();
  await expect(page.getByRole('heading', { name: 'Limit the use' })).toBeVisible();
  await press(page, 'Assign to me');
  await page.getByLabel('Reason').fill('It repeats an earlier request');
  await press(page, 'Close and email the reason');
  await press(page, 'Close for good');
  await expect(page.getByText('Request closed. Next: 2 left.')).toBeVisible();
  const second = page.url();
  await page.getByRole('link', { name: 'Skip to the next' }).click();
  await expect(page).not.toHaveURL(second);
  await page.getByRole('link', { name: 'Admin Alert Pipeline' }).last().click();
  await expect(page).toHaveURL((url) => url.searchParams.get('search') === name && url.hash !== '');
  await expect(page.locator('tr.is-opened')).toHaveCount(1);
});

test('selected alerts are assigned and dismissed at once, after a page that says which they are', async ({
  page,
  operations,
}) => {
  const person = await raiseAbout(operations, 'Several');
  await person.raise(3);
  const staff = await enterAsStaff(page, operations);
  await page.goto(listOf(person.emailaddress));
  const boxes = page.getByRole('checkbox', { name: 'Select Monitoring, Pat Several' });
  for (const at of [0, 1]) await boxes.nth(at).check();
  await press(page, 'Assign');
  await expect(page.getByRole('listitem').filter({ hasText: 'Monitoring: 2' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('dialog').getByLabel('Assigned to').selectOption(staff.accountId);
  await page.getByRole('dialog').getByRole('button', { name: 'Assign' }).click();
  await expect(page.getByText('2 alerts assigned.')).toBeVisible();
  for (const at of [0, 1]) await boxes.nth(at).check();
  await press(page, 'Dismiss');
  await page.getByRole('textbox', { name: 'Why' }).fill('Waits for the agency');
  await page.getByRole('dialog').getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByText('2 alerts dismissed.')).toBeVisible();
  await expectShown(page, 'alert.none');
});

test('the list says when it is empty, can be paused, and goes on', async ({ page, operations }) => {
  await enterAsStaff(page, operations);
  await page.goto(listOf('nobody@example.com'));
  await expectShown(page, 'alert.none');
  await page.getByRole('link', { name: 'Pause' }).click();
  await expect(page.getByText(/, paused$/)).toBeVisible();
  await page.getByRole('link', { name: 'Resume' }).click();
  await expect(page.getByText(/, every 60 seconds$/)).toBeVisible();
});

test('a row opens in its place with who, what, the notes and what can be done, and closes again', async ({
  page,
  operations,
}) => {
  const applicant = await newApplicant(operations);
  const ssn = anySsn();
  await submit(await newApplicant(operations), ssn);
  await submit(applicant, ssn);
  const staff = await enterAsStaff(page, operations);
  await staff.visitor.perform(saveAdminNote, { userid: applicant.accountId, note: 'Asked for the card' });
  await page.goto(listOf(applicant.emailaddress));
  const row = page.getByRole('link', { name: 'Same SSN as another account' });
  await row.click();
  await expect(row).toHaveAttribute('aria-expanded', 'true');
  const opened = page.locator('tr.is-opened');
  await expect(opened).toContainText('1 other account');
  await expect(opened).toContainText(applicant.applicationId);
  await expect(opened).toContainText('Asked for the card');
  await expect(opened.getByRole('link', { name: /^Open/ })).toHaveAttribute('href', /^\/admin\/ssn\//);
  await expectAccessible(page);

  await opened.getByRole('button', { name: /^Assign to me/ }).click();
  await expect(page.getByText('The alert is assigned to you')).toBeVisible();
  await expect(opened).toContainText(/Assigned to\s*Tom/);
  await opened.getByRole('link', { name: /^Add note/ }).click();
  await page.getByRole('textbox', { name: 'Note' }).fill('The card shows the same number');
  await press(page, 'Save note');
  await expect(opened).toContainText('The card shows the same number');
  await opened.getByRole('link', { name: 'Pat Person', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/admin/user/${applicant.accountId}`));
  await page.goBack();
  await row.click();
  await expect(opened).toHaveCount(0);
  await expect(row).toHaveAttribute('aria-expanded', 'false');
});

// Single keys need script; without it, the menus of the rows do the same.
test('the list is worked with the keyboard alone, unless the shortcuts are turned off', {
  tag: ['@script', '@browser'],
}, async ({ page, operations }) => {
  const person = await raiseAbout(operations, 'Keys');
  await person.raise(3);
  await enterAsStaff(page, operations);
  await page.goto(listOf(person.emailaddress));
  const rows = page.locator('a[data-open]');
  await expect(rows).toHaveCount(2);
  await expect(async () => {
    await page.keyboard.press('j');
    await expect(rows.first()).toBeFocused({ timeout: 500 });
  }).toPass();
  const opened = page.locator('tr:has([data-open]:focus) + tr.is-opened');
  await expect(opened).toContainText('Assigned toNobody');
  // Keys that come faster than the answers, and than the page shows them: the row with the focus is the one that opens.
  const first = await rows.first().getAttribute('data-open');
  await page.route('**/admin/pipeline.data*', async (route) => {
    await new Promise((passed) => setTimeout(passed, 300));
    await route.continue();
  });
  const answered = page.waitForResponse((answer) => new URL(answer.url()).searchParams.get('open') === first);
  await page.evaluate(() => {
    for (const key of ['j', 'k'])
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  });
  await expect(rows.first()).toBeFocused();
  await answered;
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await expect(opened).toContainText('Assigned toNobody');
  // The row keeps the focus while it is assigned, so the next key needs no wait.
  await page.keyboard.press('a');
  await page.keyboard.press('d');
  await expect(page.getByText('The alert is assigned to you')).toBeVisible();
  await page.getByRole('textbox', { name: 'Why' }).fill('jkd, typed and not pressed');
  await page.keyboard.press('Tab');
  await press(page, 'Dismiss');
  await expect(rows).toHaveCount(1);
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.getByRole('link', { name: 'Turn shortcuts off' }).click();
  await expect(page.getByRole('link', { name: 'Turn shortcuts on' })).toBeVisible();
  await rows.first().focus();
  await page.keyboard.press('d');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/admin/user/${person.accountId}`));
});

test('an SSN that stands on two accounts is compared, shown for a reason, and confirmed', async ({
  page,
  operations,
}) => {
  const ssn = anySsn();
  await submit(await newApplicant(operations), ssn);
  const double = await newApplicant(operations);
  await submit(double, ssn);
  await enterAsStaff(page, operations);
  await page.goto(listOf(double.emailaddress));
  await page.getByRole('link', { name: new RegExp(double.emailaddress) }).click();
  await expect(page.getByText('Another account has the same Social Security number.')).toBeVisible();
  await expect(page.getByText(`***-**-${ssn.slice(-4)}`)).toHaveCount(2);
  await expectAccessible(page);
  await page.getByText('Reveal the whole number').first().click();
  await page.getByRole('textbox', { name: 'Reason' }).first().fill('Compared with the card');
  await press(page, 'Reveal');
  await expect(page.getByText(ssn)).toHaveCount(1);
  await page.getByRole('textbox', { name: 'What you found' }).fill('Registered twice by mistake');
  await press(page, 'Confirm and continue');
  await press(page, 'Confirm for good');
  await expect(page.getByText('The SSN is confirmed. The check continues.')).toBeVisible();
});

test('D40: a check that the agency stops for its SSN (900-00-0011) goes on to its result once staff confirm the number', async ({
  page,
  operations,
  outbox,
}) => {
  const applicant = await newApplicant(operations, { lastname: 'Agencyhold' });
  await submit(applicant, '900-00-0011');
  await enterAsStaff(page, operations);
  const alert = page.getByRole('link', { name: new RegExp(applicant.emailaddress) });
  await expect(async () => {
    await page.goto(listOf(applicant.emailaddress));
    await expect(alert).toBeVisible({ timeout: 1000 });
  }).toPass();
  await alert.click();
  await expect(page.getByText('The agency asks to review the Social Security number')).toBeVisible();
  await expect(page.getByText('***-**-0011').first()).toBeVisible();
  await expectAccessible(page);
  await press(page, 'Confirm and continue');
  await expect(page.getByRole('heading', { name: 'SSN review' })).toBeVisible();
  await page.getByRole('textbox', { name: 'What you found' }).fill('Matches the card on file');
  await press(page, 'Confirm and continue');
  await press(page, 'Confirm for good');
  await expect(page.getByText('The SSN is confirmed. The check continues.')).toBeVisible();
  await page.goto(listOf(applicant.emailaddress, 'open'));
  await expect(alert).toHaveCount(0);

  await outbox.wait(applicant.emailaddress, /is ready for your review/);
  await enterAs(page, operations, applicant.visitor);
  await page.goto('/user/scoreapproval');
  await agreeToScoreTerms(page);
  await page.getByLabel(/Yes, activate my ShieldScore/).check();
  await press(page, 'Activate My ShieldScore');
  await press(page, 'Save and finish');
  await page.goto('/user');
  await expect(page.getByRole('banner')).toContainText(/IC0\d|NA/);
  await expectAccessible(page);
});

test('an application whose SSN is not confirmed goes back to the person, who corrects it', {
  tag: '@keyboard',
}, async ({ page, operations }) => {
  const ssn = anySsn();
  await submit(await newApplicant(operations), ssn);
  const applicant = await newApplicant(operations);
  await submit(applicant, ssn);
  await enterAs(page, operations, applicant.visitor);
  await page.goto('/user');
  await expect(page.getByText('Checking your details')).toBeVisible();
  await page.goto(`/user/application/next?applicationid=${applicant.applicationId}`);
  await expect(page.getByText('We’re checking your details.')).toBeVisible();

  await enterAsStaff(page, operations);
  await page.goto(listOf(applicant.emailaddress));
  await page.getByRole('link', { name: new RegExp(applicant.emailaddress) }).click();
  await page.getByRole('textbox', { name: 'What to correct' }).fill(`Is it ${ssn}?`);
  await press(page, 'Send back to the person');
  await expect(page.getByText(/^Leave the Social Security number out/).first()).toBeVisible();
  await expectAccessible(page);
  const correction = 'Please look at the last four digits on your card';
  await page.getByRole('textbox', { name: 'What to correct' }).fill(correction);
  await press(page, 'Send back to the person');
  await expect(page.getByText(`“${correction}”`)).toBeVisible();
  await press(page, 'Send it back');
  await expect(page.getByText('The application is sent back.')).toBeVisible();

  await enterAs(page, operations, applicant.visitor);
  await page.goto('/user');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Correct application', exact: true }).click();
  await expect(page.getByText(correction)).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Social Security number (optional)', { exact: true }).fill('900-00-0002');
  await page.getByLabel(/^Confirm Social/).fill('900-00-0002');
  await page.getByRole('textbox', { name: 'Confirm date of birth' }).fill('04/12/1985');
  await press(page, 'Continue');
  await expect(page.getByRole('heading', { name: 'Review and submit' })).toBeVisible();
  await press(page, 'Submit my application');
  await expect(page.getByText(correction)).toHaveCount(0);
});

test('D10: the list is loaded again after its time, without extending the session', {
  tag: '@script',
}, async ({ page, operations }) => {
  await enterAsStaff(page, operations);
  await page.goto('/admin/pipeline?pause=YES');
  await untilScripted(page);
  let asked: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/admin/pipeline.data')) asked.push(request.headers()['x-polling']);
  });
  const clock = await stopPageClock(page);
  const watch = await Stopwatch.start(clock, async () => {
    await page.getByRole('link', { name: 'Resume' }).click();
    await expect(page.getByRole('link', { name: 'Pause' })).toBeVisible();
    asked = [];
  });
  const every = adminTimings['alert.refreshed'];
  const held = await watch.holdsAt(every - SECOND, async () => expect(asked).toEqual([]));
  // The poll, and the page's own data after the first answer.
  const ended = await watch.endsAt(every, () => expect.poll(() => asked).toEqual(['1', '1']));
  showsTime('alert.refreshed', { held, ended });
});
