import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { leaveToday, upload } from '#test/factories/bulk.ts';
import { newCouponCompany } from '#test/factories/coupons.ts';
import { newCompany, newTeamMember } from '#test/factories/network.ts';
import { newStaff } from '#test/factories/people.ts';
import { expect, expectShown, press, test } from '../browser/fixtures.ts';
import { untilScripted } from '../browser/stopwatch.ts';

const csv = (domain: string) =>
  `Email,Name,Trade\nana@${domain},Ana Ruiz,Doors\nbo@${domain},Bo Lind,Paint\nbroken,Cy Orr,Glass\n`;

const fileNamed = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

/** The page looks again by itself; without script over HTTP it is loaded again here. */
async function untilDone(page: Page): Promise<void> {
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole('heading', { name: '2 invitations sent' })).toBeVisible({ timeout: 500 });
  }).toPass();
}

test('F151, F159: a company invites the people of a file and gets the bad rows back with their reasons', async ({
  page,
  enter,
  operations,
  outbox,
}) => {
  const company = await newCompany(operations, { company_name: 'Harbor Works' });
  const { emailaddress } = company.owner;
  const domain = `bulk.${emailaddress.split('@')[1] ?? 'example.com'}`;
  await enter(page, company.owner);
  await page.goto('/user/network/bulk');
  await press(page, 'Upload');
  await expectShown(page, 'bulk.no-file');
  const choose = page.getByLabel('Drag a file here, or choose one');
  await choose.setInputFiles(fileNamed('nobody.csv', 'Email,Name\n'));
  await press(page, 'Upload');
  await expectShown(page, 'bulk.no-records');
  await choose.setInputFiles(fileNamed('crew.csv', csv(domain)));
  await press(page, 'Upload');

  await expect(page.getByRole('heading', { name: 'Which column is which?' })).toBeVisible();
  await page.getByLabel('Email is').selectOption('ignored');
  await press(page, 'Check the rows');
  await expectShown(page, 'bulk.unmapped');
  await page.getByLabel('Email is').selectOption('emailaddress');
  await press(page, 'Check the rows');

  await expect(page.getByRole('heading', { name: '2 invitations would be sent' })).toBeVisible();
  await expect(page.getByText('Row 4 can’t be invited. The email address isn’t valid.')).toBeVisible();
  await page.getByRole('link', { name: 'The email address isn’t valid' }).click();
  await expect(page.getByRole('row', { name: /Cy Orr/ })).toBeVisible();
  await page.getByRole('link', { name: 'Back to the counts' }).click();
  await press(page, 'Send 2 invitations');
  await untilDone(page);

  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('crew-errors.csv');
  expect(await readFile(await file.path(), 'utf8')).toBe(
    '\uFEFFEmail,Name,Trade,Reason,Row\r\nbroken,Cy Orr,Glass,The email address isn’t valid,4\r\n',
  );

  const { links } = await outbox.wait(emailaddress, /^2 invitations sent/);
  const result = links.find((link) => link.includes('/user/network/bulk/')) ?? '';
  await page.goto(new URL(result).pathname);
  await expect(page.getByRole('heading', { name: '2 invitations sent' })).toBeVisible();
  await page.goto('/user/network/bulk');
  await expect(page.getByRole('listitem').filter({ hasText: 'crew.csv' })).toContainText('2 sent');
});

test('staff send a file in the record of a company, and raise its daily limit', { tag: '@keyboard' }, async ({
  page,
  enter,
  operations,
  outbox,
}) => {
  const company = await newCompany(operations, { company_name: 'Cedar Works' });
  const staff = await newStaff(operations);
  const domain = `staff.${staff.emailaddress.split('@')[1] ?? 'example.com'}`;
  const record = `/admin/user/${company.owner.accountId}/enterprise`;
  await enter(page, staff);
  await page.goto(record);
  await page.getByRole('link', { name: 'Bulk invitation' }).click();
  await page.getByRole('link', { name: 'Change limit' }).click();
  await page.getByLabel('5,000', { exact: true }).check();
  await press(page, 'Save');
  await expect(page.getByText('Cedar Works can send 5,000 invitations from files a day.')).toBeVisible();
  await page.getByLabel('Drag a file here, or choose one').setInputFiles(fileNamed('staff.csv', csv(domain)));
  await press(page, 'Upload');
  await page.getByLabel('Name is').selectOption('ignored');
  await press(page, 'Check the rows');
  await expect(page.getByRole('heading', { name: '2 invitations would be sent' })).toBeVisible();
  await press(page, 'Send 2 invitations');
  await untilDone(page);
  const { links } = await outbox.wait(staff.emailaddress, /^2 invitations sent/);
  expect(links.some((link) => new URL(link).pathname.startsWith(`${record}/bulk/`))).toBe(true);
});

test('what coupons can cost is confirmed, and the sending is paused, continued and stopped', async ({
  page,
  enter,
  operations,
}) => {
  const { owner, companyId, typeId } = await newCouponCompany(
    { portal: operations },
    { type: 'flat', amount: 25 },
  );
  const domain = `coupon.${owner.emailaddress.split('@')[1] ?? 'example.com'}`;
  await enter(page, owner);
  const byRow = await upload(owner.visitor, `Email,Coupon\na@${domain},$25 OFF\nb@${domain},half\n`);
  await page.goto(`/user/network/bulk/${byRow}`);
  await press(page, 'Check the rows');
  await expect(page.getByText('The coupons can cost', { exact: false })).toContainText('up to $25');
  await expect(page.getByText('Row 3 can’t be invited. There is no such coupon.')).toBeVisible();
  await expect(page.getByText('A row whose coupon column says “$25 off”', { exact: false })).toBeVisible();
  const bulkid = await upload(owner.visitor, csv(domain));
  await page.goto(`/user/network/bulk/${bulkid}`);
  await press(page, 'Check the rows');
  await page.getByText('With a coupon').click();
  await page.getByLabel('Coupon for everyone').selectOption(typeId);
  await press(page, 'Check with this coupon');
  await expect(page.getByText('up to $50', { exact: false })).toBeVisible();
  await press(page, 'Send 2 invitations');
  await expectShown(page, 'bulk.confirm');
  await page.getByLabel(/^The coupons can cost/).check();
  await leaveToday(operations, companyId, 1);
  await press(page, 'Send 2 invitations');
  await expect(async () => {
    await page.reload();
    await expect(page.getByText('Paused at 1 of 2.')).toBeVisible({ timeout: 500 });
  }).toPass();
  // Nothing sends it, as between two batches.
  await operations.pool.query(
    `update bulk_invitation set state = 'sending', pause_reason = null, resume_at = null where id = $1`,
    [bulkid],
  );
  await page.reload();
  await expectShown(page, 'bulk.queued');
  await press(page, 'Pause');
  await expect(page.getByText('It waits until you continue.')).toBeVisible();
  await page.getByRole('link', { name: 'Stop the rest' }).click();
  await press(page, 'Stop');
  await expect(page.getByRole('heading', { name: 'Stopped at 1 of 2' })).toBeVisible();
});

test('a dropped file is uploaded, one that is too large is refused before it is sent, and progress is followed', {
  tag: ['@script', '@browser'],
}, async ({ page, enter, operations }) => {
  const company = await newCompany(operations);
  const domain = `drop.${company.owner.emailaddress.split('@')[1] ?? 'example.com'}`;
  await enter(page, company.owner);
  await page.goto('/user/network/bulk');
  await untilScripted(page);
  const posts: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/bulk')) posts.push(request.url());
  });
  const drop = async (text: string, repeats = 1) => {
    const data = await page.evaluateHandle(
      ([content, times]) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([content.repeat(times)], 'dropped.csv', { type: 'text/csv' }));
        return transfer;
      },
      [text, repeats] as const,
    );
    await page.locator('.drop').dispatchEvent('drop', { dataTransfer: data });
  };
  await drop('a@b.example\n', 1_000_000);
  await expectShown(page, 'bulk.too-large');
  expect(posts).toEqual([]);
  await drop(csv(domain));
  await expect(page.getByRole('heading', { name: 'Which column is which?' })).toBeVisible();
  await press(page, 'Check the rows');
  await press(page, 'Send 2 invitations');
  await expect(page.getByRole('heading', { name: '2 invitations sent' })).toBeVisible();
});

test('a viewer of the team reads who may send a file, and its owner deletes one that was never sent', async ({
  page,
  enter,
  operations,
}) => {
  const company = await newCompany(operations, { company_name: 'Viewer Works' });
  const viewer = await newTeamMember(operations, company, 'viewer');
  await enter(page, viewer);
  await page.goto('/user/network/bulk');
  await expectShown(page, 'bulk.not-for-viewers');

  await enter(page, company.owner);
  const domain = company.owner.emailaddress.split('@')[1] ?? 'example.com';
  const bulkid = await upload(company.owner.visitor, csv(`delete.${domain}`), 'left.csv');
  await page.goto(`/user/network/bulk/${bulkid}`);
  await page.getByRole('link', { name: 'Delete' }).click();
  await press(page, 'Delete');
  await expect(page.getByRole('heading', { name: 'No files yet' })).toBeVisible();
});
