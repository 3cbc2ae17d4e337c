import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { savePackage } from '#modules/applications/index.ts';
import { packageBytes } from '#modules/applications/limits.ts';
import { formatDate } from '#modules/platform/browser.ts';
import { payFor, payUnverified } from '#test/factories/applicants.ts';
import { fileOf } from '#test/factories/documents.ts';
import { choosePaper, makePdf } from '#test/factories/paper.ts';
import { newPersonWithoutTwoStep, newStaff } from '#test/factories/people.ts';
import { expect, expectAccessible, expectShown, press, test } from '../browser/fixtures.ts';
import { untilScripted } from '../browser/stopwatch.ts';
import {
  agreeToFirstDocuments,
  chooseJurisdictions,
  enterNames,
  fillAddresses,
  title,
} from './acts/application.ts';
import { makePerson } from './acts/person.ts';

const reason = 'The signature on the second page is missing.';

const withPassword = (pdf: Buffer) =>
  Buffer.from(pdf.toString('latin1').replace('trailer\n<<', 'trailer\n<< /Encrypt 1 0 R'), 'latin1');

const scan = (buffer: Buffer) => ({ name: 'signed.pdf', mimeType: 'application/pdf', buffer });

async function upload(page: Page, buffer: Buffer): Promise<void> {
  await page.getByLabel('Signed application').setInputFiles(scan(buffer));
  await press(page, 'Upload');
}

/** Expects that there is a picture of a page at its address. */
async function expectDrawn(page: Page, name: string | RegExp): Promise<void> {
  const address = await page.getByRole('img', { name }).getAttribute('src');
  const answer = await page.request.get(address ?? '');
  const { width = 0 } = await sharp(await answer.body()).metadata();
  expect(width).toBeGreaterThan(300);
}

/**
 * Downloads the file of a link.
 * @returns its first bytes
 */
async function download(page: Page, name: string): Promise<string> {
  const started = page.waitForEvent('download');
  await page.getByRole('link', { name }).click();
  const parts: Buffer[] = [];
  for await (const part of await (await started).createReadStream()) parts.push(part as Buffer);
  return Buffer.concat(parts).subarray(0, 5).toString('latin1');
}

test('F92, F93: an application is signed on paper, rejected with a reason, and signed electronically instead', {
  tag: '@keyboard',
}, async ({ page, otherBrowser, operations, outbox, join, enter }) => {
  const person = makePerson('900-00-0002');
  const { accountId } = await join(page, person);
  const applicationId = await payFor(operations, accountId);

  await page.goto('/user/application/next');
  await press(page, 'Sign on paper instead');
  await expect(title(page)).toHaveText('Where have you lived?');
  await page.goto('/user/application/1');
  await expect(page.getByText('You chose to sign on paper.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Continue' }).click();
  await chooseJurisdictions(page);
  await enterNames(page, person);
  await fillAddresses(page);

  await expect(title(page)).toHaveText('Background Check Application');
  await expect(page.getByText('Digital Signature Declined')).toBeVisible();
  await expectAccessible(page);
  expect(await download(page, 'Download Application')).toBe('%PDF-');

  const signed = await makePdf(2);
  const file = page.getByLabel('Signed application');
  await file.evaluate((field) => field.removeAttribute('required'));
  await press(page, 'Upload');
  await expectShown(page, 'application.package-missing');
  await expect(file).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  await upload(page, Buffer.from('<html>not a PDF</html>'));
  await expectShown(page, 'application.package-unreadable');
  await upload(page, Buffer.alloc(0));
  await expectShown(page, 'edge.file-empty');
  await upload(page, withPassword(signed));
  await expectShown(page, 'application.package-encrypted');
  await upload(page, Buffer.alloc(packageBytes * 1.2, signed));
  await expectShown(page, 'application.package-too-large');
  await expect(file).toHaveAccessibleDescription(/too large/);
  await expect(page.getByText('Digital Signature Declined')).toBeVisible();
  await upload(page, signed);
  await expect(page.getByText('Application Package Uploaded')).toBeVisible();
  await expect(page.getByText('2 pages')).toBeVisible();
  await expect(file).not.toHaveAttribute('aria-invalid');
  await expectAccessible(page);
  await expectDrawn(page, 'Page 1');
  expect(await download(page, 'Download what we received')).toBe('%PDF-');

  const console_ = await otherBrowser();
  await enter(console_, await newStaff(operations, {}));
  await console_.goto(`/admin/application/${applicationId}`);
  await expect(console_.getByText('Signature detected in 0 of 3 boxes.')).toBeVisible();
  await expectDrawn(console_, 'Page 1');
  await expectDrawn(console_, /^Signature box of Authorization/);
  await expect(console_.getByText('***-**-0002')).toBeVisible();
  await expectAccessible(console_);
  expect(await download(console_, 'Download PDF')).toBe('%PDF-');
  await console_.getByRole('textbox', { name: 'Note' }).fill('Called, and will sign page 2 tonight.');
  await press(console_, 'Save note');
  await expect(console_.getByText('Called, and will sign page 2 tonight.')).toBeVisible();
  await console_.getByText('Reveal the whole number').click();
  await console_.getByLabel('Reason').first().fill('Compare with the package');
  await press(console_, 'Reveal');
  await expect(console_.getByText('900-00-0002')).toBeVisible();
  await console_.goto(`/admin/application/${applicationId}`);
  await expect(console_.getByText('900-00-0002')).toHaveCount(0);

  await upload(page, await makePdf(3));
  await expect(page.getByText('3 pages')).toBeVisible();
  const decision = console_.locator('form#decision');
  const reject = async () => {
    await console_.getByLabel('Reject').check();
    await decision.getByLabel('Reason').fill(reason);
    await press(console_, 'Save decision');
  };
  await reject();
  await expectShown(console_, 'application.package-changed');
  await expectAccessible(console_);
  await console_.goto(`/admin/application/${applicationId}`);
  await reject();
  await expect(console_.getByText('This package can’t be approved anymore.')).toBeVisible();
  await press(console_, 'Reject for good');
  await expect(console_.getByText('This package was rejected.')).toBeVisible();
  await expect(console_.getByText(/^Package rejected by Ada /)).toBeVisible();
  await console_.getByRole('link', { name: '150%' }).click();
  await expectDrawn(console_, 'Page 1');
  await expectAccessible(console_);

  const told = await outbox.wait(person.emailaddress, /sign your application again/);
  expect(told.text).toContain(reason);
  await page.goto('/user');
  await expect(page.getByText('We couldn’t accept your signed application.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Sign again', exact: true }).click();
  await expect(page.getByText('We couldn’t accept your signed application.')).toBeVisible();
  await expect(page.getByText(reason)).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByRole('button', { name: 'Sign on paper instead' })).toBeVisible();
  await press(page, 'Sign on paper instead');
  await expect(page.getByText('Digital Signature Declined')).toBeVisible();
  await press(page, 'Switch to E-Signature');
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Sign on paper instead' })).toBeVisible();
});

test('F92: who changed to paper while signing encloses photos and a copy of the ID, which staff compare', async ({
  page,
  otherBrowser,
  operations,
  join,
  enter,
}) => {
  const { accountId } = await join(page, makePerson('900-00-0002'));
  const applicationId = await payUnverified(operations, accountId);
  await page.goto('/user/application/next');
  await agreeToFirstDocuments(page);
  await expect(title(page)).toHaveText('Authorize your background check');
  await expectAccessible(page);
  await press(page, 'Sign on paper instead');
  await chooseJurisdictions(page);
  await enterNames(page, makePerson('900-00-0002'));
  await fillAddresses(page);
  await expect(page.getByRole('button', { name: 'Enclose a copy of my ID instead' })).toBeVisible();
  await expectAccessible(page);
  await press(page, 'Enclose a copy of my ID instead');
  await expect(page.getByText('Enclose a copy of your ID')).toBeVisible();
  await expectAccessible(page);
  const photo = await sharp({ create: { width: 60, height: 80, channels: 3, background: '#ffffff' } })
    .jpeg()
    .toBuffer();
  const photos = ['page-1.jpg', 'page-2.jpg'];
  await page
    .getByLabel('Signed application')
    .setInputFiles(photos.map((name) => ({ name, mimeType: 'image/jpeg', buffer: photo })));
  await press(page, 'Upload');
  await expect(page.getByText('2 pages')).toBeVisible();

  const console_ = await otherBrowser();
  await enter(console_, await newStaff(operations, {}));
  await console_.goto(`/admin/application/${applicationId}`);
  await expect(console_.getByText('Not verified online: compare the copy in the package')).toBeVisible();
  await expectAccessible(console_);
  await console_.getByRole('radio', { name: /^Approve/ }).check();
  await console_.locator('form#decision').getByLabel('Reason').fill('The license matches.');
  await press(console_, 'Save decision');
  await expectShown(console_, 'application.id-not-compared');
  await console_.getByLabel(/^I compared the enclosed copy/).check();
  await press(console_, 'Save decision');
  await press(console_, 'Approve and send it');
  await expect(console_.getByText('Copy compared by staff')).toBeVisible();
});

// Over HTTP, the journey before approves a package.
test('F92: staff approve a paper package from the pipeline, whose alert is then gone', {
  tag: ['@script', '@keyboard'],
}, async ({ page, operations, enter }) => {
  const registered = await newPersonWithoutTwoStep(operations, { lastname: 'Paperwork' });
  const { accountId, emailaddress, visitor } = registered;
  const applicationid = await payFor(operations, accountId);
  await choosePaper({ ...registered, applicationId: applicationid }, '900-00-0002');
  await visitor.perform(savePackage, { applicationid, package: [await fileOf(await makePdf(2))] });
  await enter(page, await newStaff(operations, {}));
  const alerts = `/admin/pipeline?search=${encodeURIComponent(emailaddress)}`;
  const alert = page.getByRole('link', { name: new RegExp(emailaddress) });
  await page.goto(alerts);
  await alert.click();
  await page.getByRole('radio', { name: /^Approve/ }).check();
  const decision = page.locator('form#decision');
  await decision.getByLabel('Reason').fill('Short');
  await press(page, 'Save decision');
  await expect(page.getByText('Use at least 6 characters').first()).toBeVisible();
  await decision.getByLabel('Reason').fill('Everything is signed.');
  await press(page, 'Save decision');
  await press(page, 'Approve and send it');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Alert Pipeline');
  await page.goto(alerts);
  await expectShown(page, 'alert.none');
  await page.goto(`/admin/application/${applicationid}`);
  await expect(page.getByText(/^Package approved by Ada /)).toBeVisible();
});

// Without script the form sends the file to a route of the portal.
test('F93: with script a package is put to the signed address, and an interrupted upload is tried again', {
  tag: ['@script', '@browser'],
}, async ({ page, operations, join, expectedFaults }) => {
  const registered = await join(page, makePerson('900-00-0002'));
  const applicationId = await payFor(operations, registered.accountId);
  await choosePaper({ ...registered, applicationId }, '900-00-0002');
  await page.goto('/user/application/next');
  await untilScripted(page);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  const put = expect.stringMatching(/^PUT \/files\//);
  const handIn = 'POST /hub/api/application/uploadmanualpackage';

  await upload(page, Buffer.from('<html>not a PDF</html>'));
  await expectShown(page, 'application.package-unreadable');
  expect(sent.splice(0)).toEqual([put, handIn]);
  await upload(page, await makePdf(2));
  await expect(page.getByText('Application Package Uploaded')).toBeVisible();
  await expect(page.getByText('Your signed application is uploaded.')).toBeVisible();
  await expect(page.getByText('2 pages')).toBeVisible();
  expect(sent.splice(0)).toEqual([put, handIn]);
  await expectAccessible(page);

  expectedFaults.push(/\/files\/uploads\//, /Failed to load resource/);
  await page.route(/\/files\//, (route) => route.abort());
  await upload(page, await makePdf(3));
  await expectShown(page, 'application.package-interrupted');
  await expectAccessible(page);
  await expect(page.getByText('2 pages')).toBeVisible();
  sent.splice(0);
  await press(page, 'Upload');
  await expect(page.getByText('3 pages')).toBeVisible();
  expect(sent).toEqual(['POST /user/application/package/upload.data']);
});

test('D94: a package that came by mail is taken in by staff', async ({
  page,
  otherBrowser,
  operations,
  outbox,
  join,
  enter,
}) => {
  const person = makePerson('900-00-0002');
  const registered = await join(page, person);
  const applicationId = await payFor(operations, registered.accountId);
  await choosePaper({ ...registered, applicationId }, '900-00-0002');
  await page.goto('/user/application/next');
  await expect(page.getByText('410 Cannery Row')).toBeVisible();
  await expectAccessible(page);

  const console_ = await otherBrowser();
  await enter(console_, await newStaff(operations, {}));
  await console_.goto(`/admin/application/${applicationId}`);
  await expect(console_.getByRole('button', { name: 'Stop waiting' })).toBeVisible();
  await expectAccessible(console_);
  const today = formatDate(operations.clock.now());
  const takeIn = async (file: Buffer, received: string) => {
    await console_.getByLabel('Scan').setInputFiles(scan(file));
    await console_.getByLabel('Received on').fill(received);
    await console_.getByLabel('By courier').check();
    await press(console_, 'Take in');
  };
  await console_.getByRole('link', { name: 'Record a paper package' }).click();
  await expectAccessible(console_);
  await takeIn(await makePdf(4), '01/02/2020');
  await expectShown(console_, 'application.package-date');
  await takeIn(Buffer.from('<html>not a PDF</html>'), today);
  await expectShown(console_, 'application.package-unreadable');
  await takeIn(await makePdf(4), today);
  await expect(console_.getByText('By courier', { exact: true })).toBeVisible();
  await expect(console_.getByText('Package taken in')).toBeVisible();
  await expectAccessible(console_);

  await outbox.wait(person.emailaddress, /We received your signed application/);
  await page.goto('/user/application/next');
  await expect(page.getByText('Application Package Uploaded')).toBeVisible();
  await expect(page.getByText('4 pages')).toBeVisible();
});

test('staff stop waiting for a package that never came, and the person chooses again how to sign', async ({
  page,
  otherBrowser,
  operations,
  outbox,
  join,
  enter,
}) => {
  const person = makePerson('900-00-0002');
  const registered = await join(page, person);
  const applicationId = await payFor(operations, registered.accountId);
  await choosePaper({ ...registered, applicationId }, '900-00-0002');
  const why = 'Nothing came within two months.';

  const console_ = await otherBrowser();
  await enter(console_, await newStaff(operations, {}));
  await console_.goto(`/admin/application/${applicationId}`);
  await console_.locator('form#decision').getByLabel('Reason').fill(why);
  await press(console_, 'Stop waiting');
  await expect(console_.getByText('An email that asks them to sign again, with your words:')).toBeVisible();
  await expectAccessible(console_);
  await press(console_, 'Go back and change it');
  await expect(console_.locator('form#decision').getByLabel('Reason')).toHaveValue(why);
  await press(console_, 'Stop waiting');
  await press(console_, 'Stop waiting for good');
  await expect(console_.getByRole('button', { name: 'Stop waiting' })).toHaveCount(0);
  await expectAccessible(console_);

  const told = await outbox.wait(person.emailaddress, /sign your application again/);
  expect(told.text).toContain(why);
  await page.goto('/user');
  await page.getByRole('link', { name: 'Sign again', exact: true }).click();
  await expectAccessible(page);
});
