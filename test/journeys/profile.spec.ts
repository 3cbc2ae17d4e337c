import { randomUUID } from 'node:crypto';
import type { Page, Request } from '@playwright/test';
import sharp from 'sharp';
import { archiveShieldIds, switchLinking } from '#modules/applications/index.ts';
import { saveCompanyProfile, switchFeatures } from '#modules/enterprise/index.ts';
import { recordAccess, updateProfile } from '#modules/identity/index.ts';
import { identityTimings, photoBytes } from '#modules/identity/limits.ts';
import { identityTexts } from '#modules/identity/texts.ts';
import { SECOND } from '#modules/platform/browser.ts';
import { giveScore, newCompany, newTeamMember } from '#test/factories/network.ts';
import { newPersonWithoutTwoStep } from '#test/factories/people.ts';
import {
  enterCode,
  expect,
  expectAccessible,
  expectShown,
  fill,
  nextPost,
  press,
  test,
} from '../browser/fixtures.ts';
import { lengthOf } from '../browser/readings.ts';
import { Stopwatch, stopPageClock, untilScripted } from '../browser/stopwatch.ts';
import { showsSize, showsTime } from '../shown.ts';
import { makePerson } from './acts/person.ts';

/** Leaves a field after typing, as a person does. */
async function leave(page: Page, label: RegExp, value: string): Promise<void> {
  await page.getByLabel(label).fill(value);
  await page.getByLabel(label).press('Tab');
}

test('F13: each field is saved when it is left, with a toast, and a refusal stands beside it', {
  tag: '@browser',
}, async ({ page, script, join }) => {
  const { visitor } = await join(page, makePerson('900-00-0002'));
  await page.goto('/user/profile');
  await expectAccessible(page);
  if (!script) {
    await fill(page, { 'Business name (optional)': 'Jo and Daughters' });
    await press(page, /^Save$/);
    await expect(page.getByText('Profile saved')).toBeVisible();
    await page.reload();
    await expect(page.getByLabel(/^Business name/)).toHaveValue('Jo and Daughters');
    return;
  }
  await leave(page, /^Business phone/, '512-555');
  await expect(page.getByText('Enter all 10 digits')).toBeVisible();
  await expectAccessible(page);
  await leave(page, /^Business phone/, '512-555-0144');
  await expect(page.getByText('Enter all 10 digits')).toHaveCount(0);

  await visitor.perform(updateProfile, { profileobject: { address1: '1 Elsewhere Street' } });
  await leave(page, /^Home address \(optional/, '2 Here Street');
  await expectShown(page, 'profile.changed-elsewhere');

  const clock = await stopPageClock(page);
  const saving = page.getByText('Saving Profile');
  const shown = await Stopwatch.start(clock, async () => {
    await leave(page, /^Business name/, 'Jo and Daughters');
    await expectShown(page, 'profile.saving');
    await expect(page.locator('.toast .spin')).toHaveCount(0);
  });
  const stays = identityTimings['profile.toast-cleared'];
  const held = await shown.holdsAt(stays - SECOND, () => expect(saving).toBeVisible());
  const ended = await shown.endsAt(stays, () => expect(saving).toHaveCount(0));
  showsTime('profile.toast-cleared', { held, ended });
  await page.clock.resume();
  // A select is saved when a value is chosen, before it is left.
  const saved = nextPost(page);
  await page.getByLabel('State (optional)').selectOption('TX');
  await saved;
  await page.reload();
  await expect(page.getByLabel(/^Business name/)).toHaveValue('Jo and Daughters');
  await expect(page.getByLabel(/^Business phone/)).toHaveValue('512-555-0144');
  await expect(page.getByLabel('State (optional)')).toHaveValue('TX');
});

test('F13: a field that is changed again while it is being saved keeps what was chosen last', {
  tag: ['@script', '@browser'],
}, async ({ page, join }) => {
  await join(page, makePerson('900-00-0002'));
  await page.goto('/user/profile');
  const stored = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  const saves: Request[] = [];
  await page.route(/\/user\/profile/, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    saves.push(route.request());
    if (saves.length > 1) return route.continue();
    const answer = await route.fetch();
    stored.resolve();
    await answered.promise;
    await route.fulfill({ response: answer });
  });
  const state = page.getByLabel('State (optional)');
  await state.selectOption('TX');
  await stored.promise;
  await state.selectOption('OK');
  await state.selectOption('NM');
  answered.resolve();
  await expect.poll(() => saves.length).toBe(2);
  await saves[1]?.response();
  await expect(page.locator('.toast .spin')).toHaveCount(0);
  await expect(page.locator('p.error')).toHaveCount(0);
  await page.reload();
  await expect(state).toHaveValue('NM');
});

test('F13: the profile shows a valid ShieldID, marked as such, and the company’s ShieldLink ID', async ({
  page,
  enter,
  operations,
}) => {
  const { companyId, owner } = await newCompany(operations, { shieldlink_enabled: true });
  const shieldId = await giveScore(operations, owner.accountId);
  const { facts } = (await owner.visitor.caller()) ?? {};
  await enter(page, owner);
  await page.goto('/user/profile');
  const card = page.getByRole('region', { name: 'Personal Profile' });
  await expect(card.getByText(shieldId)).toBeVisible();
  await expect(card.getByText('Valid background check')).toBeVisible();
  await expect(card.getByText(/^Verified by ID, \d\d/).first()).toBeVisible();

  await expect(card.getByText(facts?.shieldlinkid ?? 'none')).toBeVisible();
  await expectAccessible(page);

  await operations.work('test.features', (work) =>
    switchFeatures(work, companyId, { shieldlink_enabled: false }),
  );
  await page.reload();
  await expect(card.getByText(shieldId)).toBeVisible();
  await expect(card.getByText('ShieldLink ID')).toHaveCount(0);
});

test('D99: the owner changes the company settings, which are shown to nobody else', async ({
  page,
  script,
  enter,
  operations,
}) => {
  const company = await newCompany(operations, { company_name: 'Harbor & Pine' });
  const { visitor } = company.owner;
  await enter(page, company.owner);
  await page.goto('/user/profile');
  await page.getByRole('link', { name: 'Company Settings' }).click();
  await expect(page).toHaveURL(/\/user\/profile\/company$/);
  await expect(page.getByRole('main').getByText('Harbor & Pine', { exact: true })).toBeVisible();
  await expectAccessible(page);

  if (script) {
    await leave(page, /^Tax ID/, '12-34');
    await expect(page.getByText('Enter all 9 digits')).toBeVisible();
    await expectAccessible(page);
    await leave(page, /^Tax ID/, '12-3456789');
    await expect(page.getByText('On file: *****6789')).toBeVisible();
    await visitor.perform(saveCompanyProfile, { company_city: 'Dallas' });
    await leave(page, /^City/, 'Waco');
    await expectShown(page, 'profile.changed-elsewhere');
    await page.reload();
    await leave(page, /^City/, 'Waco');
    // A select is saved when a value is chosen, before it is left.
    await page.getByLabel('Daily summary').selectOption('5:00 PM');
    await expect(page.getByText('Saving Profile')).toBeVisible();
    await expect(page.getByText('Saving Profile')).toHaveCount(0);
  } else {
    await fill(page, { 'Company phone (optional)': '512', 'Tax ID (optional)': '12-3456789' });
    await press(page, /^Save$/);
    await expect(page.getByText('Enter all 10 digits').first()).toBeVisible();
    await expect(page.getByLabel(/^Tax ID/)).toHaveValue('');
    await expectAccessible(page);
    await visitor.perform(saveCompanyProfile, { company_city: 'Dallas' });
    await fill(page, {
      'Company phone (optional)': '512-555-0100',
      'Tax ID (optional)': '12-3456789',
      'City (optional)': 'Reno',
    });
    await press(page, /^Save$/);
    // The refused form was shown before the other person saved.
    await expectShown(page, 'console.changed-meanwhile');
    await expectAccessible(page);
    await fill(page, {
      'Tax ID (optional)': '12-3456789',
      'City (optional)': 'Waco',
      'Daily summary sent at': '5:00 PM',
    });
    await press(page, /^Save$/);
    await expect(page.getByText('Company settings saved')).toBeVisible();
    await expect(page.getByText('On file: *****6789')).toBeVisible();
  }
  await page.reload();
  await expect(page.getByLabel(/^City/)).toHaveValue('Waco');
  await expect(page.getByLabel('Daily summary')).toHaveValue('17');
  await expect(page.getByLabel(/^Tax ID/)).toHaveValue('');

  await enter(page, await newTeamMember(operations, company, 'admin'));
  await page.goto('/user/profile');
  await expect(page.getByRole('link', { name: 'Accounting Details' })).toBeVisible();
  await page.getByRole('link', { name: 'Company Settings' }).click();
  // All members can see the team, but only the owner sees the settings.
  await expect(page.getByText('The people who act for Harbor & Pine.')).toBeVisible();
  await expect(page.getByLabel(/^Tax ID|^City/)).toHaveCount(0);
});

test('a photo over its limit is refused in its form before it is sent', {
  tag: ['@script', '@browser'],
}, async ({ page, join }) => {
  await join(page, makePerson('900-00-0002'));
  await page.goto('/user/profile');
  await untilScripted(page);
  const posts: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(request.url());
  });
  const file = page.locator('input[name="photo"]');
  const choose = (bytes: number) =>
    file.setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: Buffer.alloc(bytes) });
  await choose(photoBytes + 1);
  const error = page.getByRole('alert').filter({ hasText: identityTexts['profile.photo-too-large'] });
  await expect(error).toBeVisible();
  await press(page, 'Save photo');
  await expect(error).toBeVisible();
  expect(posts).toEqual([]);
  await choose(photoBytes);
  await expect(error).toHaveCount(0);
  await press(page, 'Save photo');
  await expectShown(page, 'profile.photo-not-an-image');
});

test('F15: a photo is taken, shown beside the name, and removed; another kind of file is refused', async ({
  page,
  join,
}) => {
  await join(page, makePerson('900-00-0002'));
  await page.goto('/user/profile');
  const file = page.locator('input[name="photo"]');
  await file.setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await press(page, 'Save photo');
  await expectShown(page, 'profile.photo-not-an-image');
  // A request far above the limit of the file comes back to its form as well.
  const huge = Buffer.alloc(3 * photoBytes);
  await file.setInputFiles({ name: 'huge.png', mimeType: 'image/png', buffer: huge });
  await press(page, 'Save photo');
  await expectShown(page, 'profile.photo-too-large');
  await expectAccessible(page);
  const buffer = await sharp({ create: { width: 500, height: 700, channels: 3, background: '#226688' } })
    .png()
    .toBuffer();
  await file.setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer });
  await press(page, 'Save photo');
  await expect(page.getByText('Photo saved')).toBeVisible();
  await expect(page.locator('img.avatar[src^="/images/photos/"]').first()).toBeAttached();
  await expect(page.getByLabel('Choose another photo')).toHaveValue('');
  await expectAccessible(page);
  await press(page, 'Remove photo');
  await expect(page.getByText('Photo removed')).toBeVisible();
  await expect(page.locator('img.avatar[src^="/images/photos/"]')).toHaveCount(0);
});

test('a person changes the email address by a code that went to the new one', async ({
  page,
  join,
  outbox,
}) => {
  const password = `velvet.otter-${randomUUID().slice(0, 8)}@example.com`;
  const person = { ...makePerson('900-00-0002'), password };
  await join(page, person);
  await page.goto('/user/profile');
  await page.getByRole('link', { name: 'Change your email address' }).click();
  await expectAccessible(page);
  await page.getByLabel('New email address').fill(person.emailaddress);
  await press(page, 'Send a code');
  await expectShown(page, 'email.unchanged');
  await page.getByLabel('New email address').fill(person.password);
  await press(page, 'Send a code');
  await expectShown(page, 'profile.address-is-password');
  const address = `new.${randomUUID()}@example.com`;
  await page.getByLabel('New email address').fill(address);
  await press(page, 'Send a code');
  await expect(page).toHaveURL(/\/user\/profile\/emailcode$/);
  await expectAccessible(page);
  const { code } = await outbox.wait(address, /Confirm your email address/);
  await enterCode(page, code ?? '');
  await press(page, 'Confirm');
  await expect(page.getByText('Email address changed')).toBeVisible();
  await expect(page.getByText(address)).toBeVisible();
  await outbox.wait(person.emailaddress, /Your email address was changed/);
});

test('F67: preferences by an address alone are saved once its owner confirms', async ({
  page,
  outbox,
  script,
}) => {
  const address = `reader.${randomUUID()}@example.com`;
  await page.goto('/emailpreferences');
  await expectAccessible(page);
  const save = page.getByRole('button', { name: 'Save Preferences' });
  const email = page.getByLabel('Email', { exact: true });
  const switches = ['Marketing emails', 'Network invites', 'ShieldID renewal reminders'];
  await expect(page.getByLabel('Marketing emails')).not.toBeChecked();
  await expect(page.getByLabel('Network invites')).toBeChecked();
  if (script) {
    await expect(save).toBeDisabled();
    await email.fill('reader@example.x');
    await expect(save).toBeDisabled();
    await email.fill(address);
    await expect(save).toBeEnabled();
    await page.getByLabel('Disable all emails').check();
    for (const name of switches) {
      await expect(page.getByLabel(name)).not.toBeChecked();
      await expect(page.getByLabel(name)).toBeDisabled();
    }
    await expectAccessible(page);
    await page.getByLabel('Enable minimal required emails').check();
    for (const name of switches) await expect(page.getByLabel(name)).toBeEnabled();
    await page.getByLabel('Network invites').check();
  } else {
    await expect(save).toBeEnabled();
    await email.fill(address);
  }
  await press(page, 'Save Preferences');
  await expectShown(page, 'mails.saved');
  await expectAccessible(page);
  const mail = await outbox.wait(address, /Confirm your email preferences/);
  await page.goto(mail.links.find((link) => link.includes('/confirm/')) ?? '');
  await expectAccessible(page);
  await press(page, 'Confirm');
  await expectShown(page, 'mails.saved');
});

test('F21: a ShieldID of a former account is linked, once staff have switched it on', async ({
  page,
  script,
  join,
  operations,
}) => {
  await operations.work('journeys.link', (work) => switchLinking(work, true));
  const ending = String(Math.floor(1000 + Math.random() * 9000));
  const former = { number: `TX90000${ending}`, ssn: `900-20-${ending}`, dateofbirth: '1980-02-01' };
  await operations.work('journeys.archive', (work) => archiveShieldIds(work, [former]));
  await join(page, makePerson('900-00-0002'));
  await page.goto('/user/profile');
  await page.getByRole('link', { name: 'Link a ShieldID from a former account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Link My Account' });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  const shieldId = dialog.getByLabel('ShieldID', { exact: true });
  const send = async (number: string, ssn: string) => {
    await shieldId.fill(number);
    await dialog.getByLabel('Social Security number').fill(ssn);
    await dialog.getByLabel('Date of birth').fill('02/01/1980');
    await press(page, 'Link my account');
  };
  if (script) {
    await shieldId.fill('tx9000');
    await expect(shieldId).toHaveValue('TX9000');
  }
  const refused: number[] = [];
  for (const wrong of ['TX90000123', 'TX9000012345']) {
    await send(wrong, former.ssn);
    await expect(page.getByText(/Enter two letters and nine digits|Use at most 11/).first()).toBeVisible();
    refused.push(await lengthOf(shieldId));
  }
  await expectAccessible(page);
  await send(former.number, '900-20-0001');
  await expectShown(page, 'link.no-match');
  await expect(shieldId).toHaveValue(former.number);
  await expectAccessible(page);
  showsSize('shieldid.length-characters', { taken: [await lengthOf(shieldId)], refused });
  await send(former.number, former.ssn);
  await expectShown(page, 'link.found');
  await expect(page.getByText(`Your ShieldID #${former.number}`)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Link a ShieldID from a former account' })).toHaveCount(0);
});

test('a person reads who saw their score, and why', async ({ page, join, operations }) => {
  const person = makePerson('900-00-0002');
  const { accountId } = await join(page, person);
  const viewer = await newPersonWithoutTwoStep(operations, { firstname: 'Victor', lastname: 'Viewer' });
  for (const viewerAccountId of [viewer.accountId, accountId]) {
    await operations.work('journeys.see', (work) =>
      recordAccess(work, { personId: accountId, viewerAccountId, viewerCompanyId: null, kind: 'report' }),
    );
  }
  await page.goto('/user');
  await page.getByRole('link', { name: /^See all/ }).click();
  await expect(page).toHaveURL(/\/user\/seen$/);
  await expect(page.getByText('Victor Viewer')).toHaveCount(1);
  await expect(page.getByRole('row').filter({ hasText: 'Opened your report' })).toHaveCount(1);
  await expect(page.getByText('You share your report with them.')).toBeVisible();
  await expectAccessible(page);
});
