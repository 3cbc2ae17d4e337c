import { agreeToMonitoring, saveAccept } from '#modules/applications/index.ts';
import { runSweep, setSetting } from '#modules/platform/index.ts';
import { monitoringUpdates, sandboxMonitoringDelay } from '#sandboxes/cra/index.ts';
import { postCallback } from '#test/factories/agency-callbacks.ts';
import { payFor, submit } from '#test/factories/applicants.ts';
import { newStaff } from '#test/factories/people.ts';
import { expect, expectAccessible, expectShown, press, test } from '../browser/fixtures.ts';
import { makePerson } from './acts/person.ts';

test('F105: 900-00-0013 agrees to monitoring, is told of the lower score, and nobody sees it before it is accepted', async ({
  page,
  join,
  outbox,
  operations,
  otherBrowser,
  enter,
}) => {
  await setSetting(operations.db, sandboxMonitoringDelay, 0, operations.clock.now());
  const person = makePerson('900-00-0013');
  const joined = await join(page, person);
  const applicant = { ...joined, applicationId: await payFor(operations, joined.accountId) };
  await submit(applicant, person.ssn);
  await outbox.wait(person.emailaddress, /is ready for your review/);
  const decide = async () => {
    await page.getByLabel('I agree to these terms').check();
    await press(page, 'Next');
    await page.getByLabel(/Yes, activate my ShieldScore/).check();
    await press(page, 'Activate My ShieldScore');
  };
  await page.goto('/user/scoreapproval');
  await page.getByRole('link', { name: 'Continue' }).click();
  await decide();
  await expectShown(page, 'monitoring.consent');
  const monitoring = page.getByLabel(/^Turn on monitoring/);
  await expect(monitoring).not.toBeChecked();
  await press(page, 'Save and finish');
  await outbox.wait(person.emailaddress, /Your ShieldScore is active/);

  await page.goto('/user/profile/privacy');
  await expectAccessible(page);
  await press(page, 'Turn on monitoring');
  await expectShown(page, 'monitoring.agreement-needed');
  await page.getByLabel('I agree', { exact: true }).check();
  await press(page, 'Turn on monitoring');
  await expect(page.getByText('Monitoring is on')).toBeVisible();
  await expect(page.getByText(/^On\. You agreed on/)).toBeVisible();
  await expectAccessible(page);

  const isOn = () =>
    operations.db
      .selectFrom('monitored_profile')
      .select('state')
      .where('account_id', '=', joined.accountId)
      .executeTakeFirst();
  await expect.poll(async () => (await isOn())?.state).toBe('on');
  await runSweep(operations, monitoringUpdates);
  const mail = await outbox.wait(person.emailaddress, /has changed: please review it/);
  expect(mail.text).not.toContain('IC03');

  await page.goto('/user');
  await expect(page.getByText('Your ShieldScore is under review.')).toBeVisible();
  await expect(page.getByText(/^Since \d\d/)).toBeVisible();
  await expectAccessible(page);
  await page.goto('/user/share');
  await expectShown(page, 'share.under-review');
  await expect(page.getByText('No one sees your score until you review it.')).toBeVisible();
  await expectAccessible(page);
  await page.goto('/user/purchase/purchasealerts');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your ShieldScore is under review');
  await page.goto('/user');
  await page.getByRole('link', { name: 'Review the change' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your ShieldScore has changed');
  await expect(page.getByText(/If you accept it, the expiration date stays/)).toBeVisible();
  await page.getByRole('link', { name: 'Continue' }).click();
  await decide();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your ShieldScore is active');
  await expectAccessible(page);

  await page.goto('/user/profile/privacy');
  await press(page, 'Turn off monitoring');
  await expect(page.getByText('Monitoring is off')).toBeVisible();

  const staff = await newStaff(operations);
  const console_ = await otherBrowser();
  await enter(console_, staff);
  await console_.goto(`/admin/user/${joined.accountId}#monitoring`);
  const section = console_.locator('#monitoring');
  await expect(section.getByText('Monitoring update to IC03')).toBeVisible();
  await expect(section.getByText('Monitoring turned off')).toBeVisible();
  await expectAccessible(console_);
});

test('D146, D147: staff activate an update and turn monitoring off, each after they read what it does; one press turns it on again', {
  tag: '@keyboard',
}, async ({ page, join, outbox, operations, otherBrowser, enter }) => {
  const person = makePerson('900-00-0002');
  const joined = await join(page, person);
  const applicationid = await payFor(operations, joined.accountId);
  await submit({ ...joined, applicationId: applicationid }, person.ssn);
  await outbox.wait(person.emailaddress, /is ready for your review/);
  await joined.visitor.perform(saveAccept, { applicationid, acceptterms: 'YES' });
  await joined.visitor.perform(saveAccept, { applicationid, reviewaction: 'accept' });
  await joined.visitor.perform(agreeToMonitoring, {});
  const profile = () =>
    operations.db
      .selectFrom('monitored_profile')
      .select(['state', 'monitoring_id'])
      .where('account_id', '=', joined.accountId)
      .executeTakeFirst();
  await expect.poll(async () => (await profile())?.state).toBe('on');
  // The same score as before, about which the person is not asked.
  const event = { type: 'monitorupdate', score: 'IC01', findings: [] };
  await postCallback({ ...operations, origin: operations.config.publicUrl }, applicationid, event);

  const staff = await otherBrowser();
  await enter(staff, await newStaff(operations));
  const section = staff.locator('#monitoring');
  const openSection = () => staff.goto(`/admin/user/${joined.accountId}#monitoring`);
  await expect(async () => {
    // From one place of a page to another, nothing is loaded.
    await staff.goto('/admin');
    await openSection();
    await expect(section.getByText('Same score')).toBeVisible({ timeout: 1_000 });
  }).toPass();
  const activate = { name: /^Activate the update of profile/ };
  const stale = await staff.context().newPage();
  await stale.goto(`/admin/user/${joined.accountId}`);
  await section.getByRole('button', activate).click();
  await expect(section.getByText('Sharing stops immediately.', { exact: false })).toBeVisible();
  await expectAccessible(staff);
  await section.getByRole('button', { name: 'Activate the update' }).click();
  await expect(staff.getByText('Monitoring update activated. The person has been notified.')).toBeVisible();
  await stale.getByRole('button', activate).click();
  await expectShown(stale, 'monitoring.nothing-waits');
  await outbox.wait(person.emailaddress, /has changed: please review it/);
  await page.goto('/user');
  await expect(page.getByText('Your ShieldScore is under review.')).toBeVisible();

  await openSection();
  await section.getByRole('button', { name: 'Turn off selected' }).click();
  await expect(section.getByText('Please confirm')).toHaveCount(0);
  await section.getByRole('checkbox').check();
  await section.getByRole('button', { name: 'Turn off selected' }).click();
  await expect(section.getByText('Please confirm')).toBeVisible();
  await expect(section.getByText((await profile())?.monitoring_id ?? 'no id')).toBeVisible();
  await expect(section.getByText(/Staff can’t turn monitoring on again/)).toBeVisible();
  await expectAccessible(staff);
  await section.getByRole('button', { name: 'Turn monitoring off' }).click();
  await expect(staff.getByText('Monitoring turned off', { exact: true }).first()).toBeVisible();
  await outbox.wait(person.emailaddress, /Monitoring of your background check is off/);

  await page.goto('/user/profile/privacy');
  await expect(page.getByText(/^Off\. Our team turned it off on/)).toBeVisible();
  await press(page, 'I agree, turn monitoring on again');
  await expect(page.getByText(/^On\. You agreed on/)).toBeVisible();
});
