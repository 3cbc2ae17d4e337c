import type { Page } from '@playwright/test';
import { payFor } from '#test/factories/applicants.ts';
import type { VisitedPortal } from '#test/visitor.ts';
import { expect, expectAccessible, expectShown, fill, press, test } from '../../browser/fixtures.ts';
import { lengthOf } from '../../browser/readings.ts';
import { showsSize } from '../../shown.ts';
import {
  agreeToFirstDocuments,
  chooseJurisdictions,
  drawSignature,
  enterAddresses,
  title,
} from '../acts/application.ts';
import { makePerson } from '../acts/person.ts';

/** Sends a picture of another size instead of the one from the pad. */
async function signWith(page: Page, width: number, height: number): Promise<void> {
  // If the pad were not ready yet, the page would replace this picture by its own empty one.
  await expect(page.getByRole('button', { name: 'Clear' })).toBeEnabled();
  await page.evaluate(
    ([wide, high]) => {
      const sheet = document.createElement('canvas');
      sheet.width = wide;
      sheet.height = high;
      const pen = sheet.getContext('2d');
      const field = document.querySelector<HTMLInputElement>('input[name=signature_encoded]');
      if (!pen || !field) throw new Error('nothing to sign with');
      pen.lineTo(wide, high);
      pen.lineTo(0, 0);
      pen.stroke();
      field.value = sheet.toDataURL('image/png');
    },
    [width, height] as const,
  );
  await press(page, 'Sign and continue');
}

/** Width and height of the pad's picture, read from the header of the PNG. */
async function sizeOfDrawing(page: Page): Promise<[number, number]> {
  const encoded = await page.locator('input[name=signature_encoded]').inputValue();
  const picture = Buffer.from(encoded.replace('data:image/png;base64,', ''), 'base64');
  return [picture.readUInt32BE(16), picture.readUInt32BE(20)];
}

/** Agrees to a newer version of the first document than the one in the application's order. */
async function agreeToNewer(page: Page, { pool }: VisitedPortal): Promise<void> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into consent_document (id, kind, craid, version, title, body, acknowledgement_text, requires_signature,
       content_hash, in_force_from)
     select gen_random_uuid(), kind, craid, version + 1, title, body, acknowledgement_text, requires_signature,
       content_hash, now()
     from consent_document where kind = 'esign' and craid = '2' order by version desc limit 1
     returning id`,
  );
  await page.getByRole('checkbox').check();
  // Sent in the same moment, because the page writes its own value again whenever it renders, for example after a draft
  // is saved.
  await page.locator('input[name=step_consent_id]').evaluate((field, id) => {
    const { form } = field as HTMLInputElement;
    (field as HTMLInputElement).value = id ?? '';
    form?.requestSubmit(
      [...form.querySelectorAll('button')].find((each) => /continue$/i.test(each.innerText)),
    );
  }, rows[0]?.id);
  await expectShown(page, 'application.consent-version');
  await expectAccessible(page);
  await page.reload();
}

async function signBySizes(page: Page): Promise<void> {
  await page.getByLabel(/^I have read/).check();
  await drawSignature(page);
  const [width, height] = await sizeOfDrawing(page);
  for (const [wide, high] of [
    [width - 1, height],
    [width + 1, height],
    [width, height - 1],
    [width, height + 1],
  ] as const) {
    await page.reload();
    await page.getByLabel(/^I have read/).check();
    await signWith(page, wide, high);
    await expectShown(page, 'application.signature-unreadable');
  }
  await expectAccessible(page);
  await page.reload();
  await page.getByLabel(/^I have read/).check();
  await drawSignature(page);
  await press(page, 'Sign and continue');
  await expect(title(page)).toHaveText('Where have you lived?');
  showsSize('signature.width-pixels', { taken: [width], refused: [width - 1, width + 1] });
  showsSize('signature.height-pixels', { taken: [height], refused: [height - 1, height + 1] });
}

const typedTwice = {
  ssn: ['Social Security number', 'Confirm Social Security number'],
  birth: ['Date of birth', 'Confirm date of birth'],
} as const;

/**
 * Types digits key by key in a field and its confirmation.
 * @returns how many characters the field contains then
 */
async function typeTwice(page: Page, what: keyof typeof typedTwice, digits: string): Promise<number> {
  for (const label of typedTwice[what]) {
    const field = page.getByLabel(label, { exact: true });
    await field.fill('');
    await field.pressSequentially(digits);
  }
  return lengthOf(page.getByLabel(typedTwice[what][0], { exact: true }));
}

async function nameBySizes(page: Page, firstname: string, lastname: string): Promise<void> {
  const refused = { ssn: [] as number[], birth: [] as number[] };
  for (const [ssn, birth] of [
    ['90000001', '0412198'],
    ['9000000121', '041219851'],
  ] as const) {
    await page.reload();
    await fill(page, { 'First name': firstname, 'Last name': lastname });
    refused.ssn.push(await typeTwice(page, 'ssn', ssn));
    refused.birth.push(await typeTwice(page, 'birth', birth));
    await press(page, 'Continue');
    const summary = page.getByRole('alert');
    await expect(summary).toContainText('Enter all 9 digits');
    await expect(summary).toContainText('Enter the date as MM/DD/YYYY');
  }
  const ssn = await typeTwice(page, 'ssn', '900000012');
  const birth = await typeTwice(page, 'birth', '04121985');
  await press(page, 'Continue');
  await expect(title(page)).toHaveText('Your addresses');
  showsSize('ssn.length-characters', { taken: [ssn], refused: refused.ssn });
  showsSize('dateofbirth.length-characters', { taken: [birth], refused: refused.birth });
}

test('F88, F89, F90, F95: an application takes what fits, and is handed over once', {
  tag: '@script',
}, async ({ page, context, join, operations }) => {
  // A number whose check stays in progress.
  const person = makePerson('900-00-0012');
  await payFor(operations, (await join(page, person)).accountId);
  await page.goto('/user/application/next');
  await expect(page).toHaveURL(/\/user\/application\/1/);
  await agreeToNewer(page, operations);
  await agreeToFirstDocuments(page);
  await signBySizes(page);
  await chooseJurisdictions(page);
  await nameBySizes(page, person.firstname, person.lastname);
  await enterAddresses(page);

  const list = await page.request.get('/hub/api/application/listapplications');
  const { applications } = (await list.json()) as { applications: { applicationid: string }[] };
  const applicationId = applications[0]?.applicationid;
  const other = await context.newPage();
  await other.goto(`/application/file/${applicationId}`);
  await expectShown(other, 'application.file-not-ready');

  await other.goto('/user/application/9');
  await press(other, 'Submit my application');
  await expect(title(other)).toHaveText(/^(Thank you\.|Please Wait)$/);
  await press(page, 'Submit my application');
  await expectShown(page, 'application.moved-on');
  await expect(title(page)).toHaveText(/^(Thank you\.|Please Wait)$/);
  await expectAccessible(page);

  await expect(title(other)).toHaveText('Thank you.');
  await expect(other.getByText(/expects to finish by \d{2}\/\d{2}\/\d{4}/)).toBeVisible();
  await expect(other.getByRole('listitem').filter({ hasText: 'Federal criminal' })).toContainText(
    'In progress',
  );
  await operations.pool.query(
    `update check_progress set estimated_on = date '2020-01-02' from cra_order
     where cra_order.id = cra_order_id and application_id = $1`,
    [applicationId],
  );
  await other.reload();
  await expect(other.getByText('This is taking longer than expected.')).toBeVisible();
  await expectAccessible(other);
  await expect(async () => {
    const copy = await page.request.get(`/application/file/${applicationId}`);
    expect(copy.headers()['content-type']).toBe('application/pdf');
  }).toPass();
  await other.getByRole('link', { name: 'Set Your Preferences' }).click();
  await expect(title(other)).toHaveText('Set Your Preferences');
  await expectAccessible(other);
});
