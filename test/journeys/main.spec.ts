import { randomUUID } from 'node:crypto';
import { newCompany, newTeamMember } from '#test/factories/network.ts';
import { newStaff } from '#test/factories/people.ts';
import { expect, expectAccessible, expectShown, press, test } from '../browser/fixtures.ts';
import { applyForCheck } from './acts/application.ts';
import {
  acceptAsMyself,
  downloadCsv,
  inviteFound,
  letSearchesFind,
  rowOf,
  searchFor,
} from './acts/network.ts';
import { makePerson } from './acts/person.ts';
import { buyCheck } from './acts/purchase.ts';
import { registerPerson, signIn } from './acts/registration.ts';
import { acceptScore } from './acts/score.ts';
import { findPerson, unfold, writeNote } from './acts/staff.ts';

/** What the audit log contains about the whole journey, in the words of the console. */
const auditOfAll = [
  'Registered',
  'Accepted the terms',
  'Email address verified',
  'Purchase started',
  'Paid',
  'Details saved',
  'Application status changed',
  'SSN read for screening',
  'Preferences saved',
  'Invitation sent',
  'Invitation accepted',
  'Staff opened this record',
  'Staff wrote a note',
];

test('F83, F100, F103: from joining to being seen by a company and by staff', { tag: '@browser' }, async ({
  page,
  outbox,
  script,
  otherBrowser,
  operations,
  baseURL,
}) => {
  const label = `acme-${randomUUID()}`;
  const acme = await newCompany(operations, { company_name: 'Acme Builders', branding_hostname: label });
  const manager = await newTeamMember(operations, acme, 'admin');
  const person = makePerson('900-00-0002');
  const name = `${person.firstname} ${person.lastname}`;

  await registerPerson(page, outbox, person);
  await expectAccessible(page);

  await buyCheck(page, script);
  await page.getByRole('link', { name: 'Continue' }).click();

  const profile = await page.context().newPage();
  await profile.goto('/user/profile');
  await page.bringToFront();
  await applyForCheck(page, person, script);
  const shieldId = await acceptScore(page, outbox, person);
  expect(shieldId).toMatch(/^TX\d{9}$/);
  // Opened before the ID verification, when the name could still be changed.
  await profile.getByLabel('First name').fill('Somebody');
  if (script) {
    // The page shows the current values, and why the name cannot be changed.
    await profile.getByLabel('First name').press('Tab');
    await expect(profile.getByText('Your name and date of birth have been verified')).toBeVisible();
  } else {
    await press(profile, /^Save$/);
    await expectShown(profile, 'profile.locked');
  }
  await profile.goto('/user/profile');
  await expect(profile.getByLabel('First name')).toHaveCount(0);
  await expect(profile.getByRole('main')).toContainText(new RegExp(`${name} (Verified by ID|Locked)`));
  await expectAccessible(profile);
  await profile.close();
  await page.goto('/user');
  await expect(page.getByRole('banner')).toContainText(/TX[\s\d]+/);
  await expect(page.getByRole('banner')).toContainText('IC01');
  await expectAccessible(page);

  // On the company's own host, because a sign-in on another host is handed over to it.
  const company = await otherBrowser(baseURL?.replace('localhost', `${label}.localhost`));
  await signIn(company, outbox, manager);
  await searchFor(company, shieldId);
  await expectShown(company, 'search.private');
  await expect(company.getByRole('main')).not.toContainText('IC01');
  await press(company, /^Request access/);
  await expectShown(company, 'search.access-requested');
  await expect(company.getByText('Access requested', { exact: true })).toBeVisible();
  await expectAccessible(company);
  const request = await outbox.wait(person.emailaddress, /your ShieldScore$/);
  expect(request.subject).toBe('Acme Builders wants to see your ShieldScore');

  // Searches do not show the score before the person allows it (D20).
  await letSearchesFind(page, script);
  await searchFor(company, shieldId);
  await expect(company.getByRole('main')).toContainText(name);
  await expect(company.getByRole('main')).toContainText('IC01');
  await inviteFound(company);

  await acceptAsMyself(page, 'Acme Builders');

  const row = await rowOf(company, person.lastname);
  expect(row).toMatch(/ACTIVE/i);
  expect(row).toContain('IC01');
  const csv = await downloadCsv(company);
  expect(csv).toContain(person.lastname);
  expect(csv).toContain(shieldId);
  expect(csv).toContain('IC01');

  const console_ = await otherBrowser();
  await signIn(console_, outbox, await newStaff(operations));
  await findPerson(console_, person, script);
  await writeNote(console_, 'Called back about the renewal');
  const record = (await console_.getByRole('main').textContent()) ?? '';
  await unfold(console_, 'Personal & Business Profile');
  await expect(console_.getByRole('textbox', { name: 'Email' })).toHaveValue(person.emailaddress);
  expect(record).toContain('***-**-0002');
  expect(await console_.content()).not.toContain(person.ssn);
  for (const entry of auditOfAll) expect(record, 'the audit log').toContain(entry);
});
