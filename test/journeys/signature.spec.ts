import type { Page } from '@playwright/test';
import { agree, payFor, signaturePng } from '#test/factories/applicants.ts';
import {
  expect,
  expectAccessible,
  type JourneyFixtures,
  press,
  test,
  type WorkerFixtures,
} from '../browser/fixtures.ts';
import { drawSignature, title } from './acts/application.ts';
import { makePerson } from './acts/person.ts';

/** A person whose next step is the authorization, which is signed. */
async function signer({
  page,
  operations,
  join,
}: Pick<JourneyFixtures, 'join'> & WorkerFixtures & { page: Page }) {
  const registered = await join(page, makePerson('900-00-0002'));
  const next = async () => {
    const applicant = { ...registered, applicationId: await payFor(operations, registered.accountId) };
    await agree(applicant);
    await agree(applicant);
    return applicant;
  };
  return { applicant: await next(), next };
}

/** The drawn part of a canvas or a picture, in its own pixels, and how light its ink is. */
function inkOf(page: Page, selector: string) {
  return page.locator(selector).evaluate((shown: HTMLCanvasElement | HTMLImageElement) => {
    const [width, height] =
      shown instanceof HTMLCanvasElement
        ? [shown.width, shown.height]
        : [shown.naturalWidth, shown.naturalHeight];
    const copy = document.createElement('canvas');
    Object.assign(copy, { width, height });
    const context = copy.getContext('2d');
    context?.drawImage(shown, 0, 0);
    const pixels = context?.getImageData(0, 0, width, height).data ?? [];
    const ink = { left: width, right: 0, top: height, bottom: 0, light: 0 };
    for (let at = 3; at < pixels.length; at += 4) {
      if ((pixels[at] ?? 0) < 128) continue;
      const [x, y] = [((at - 3) / 4) % width, Math.floor((at - 3) / 4 / width)];
      ink.left = Math.min(ink.left, x);
      ink.right = Math.max(ink.right, x);
      ink.top = Math.min(ink.top, y);
      ink.bottom = Math.max(ink.bottom, y);
      ink.light = Math.max(ink.light, pixels[at - 1] ?? 0);
    }
    return { ...ink, ratio: (ink.right - ink.left) / (ink.bottom - ink.top), width, height };
  });
}

const pad = '.pad canvas';
const result = 'img[alt^="Your signature as it will be"]';

test('F86: a drawn signature stays when the screen changes, and its picture is what was seen', {
  tag: ['@script', '@browser'],
}, async ({ page, operations, join }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signer({ page, operations, join });
  await page.goto('/user/application/next');
  await expect(title(page)).toHaveText('Authorize your background check');
  await page.getByLabel(/^I have read/).check();
  await drawSignature(page);
  const { ratio } = await inkOf(page, pad);
  const signed = await inkOf(page, result);
  expect(signed).toMatchObject({ width: 762, height: 200, light: 0 });
  expect(signed.ratio).toBeCloseTo(ratio, 0);
  expect(signed.right).toBeLessThan(signed.width - 1);

  for (const viewport of [
    { width: 844, height: 390 },
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(viewport);
    await expect.poll(async () => (await inkOf(page, pad)).ratio).toBeCloseTo(ratio, 0);
    const { right, bottom, width, height } = await inkOf(page, pad);
    expect(right).toBeLessThan(width - 1);
    expect(bottom).toBeLessThan(height - 1);
  }
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(async () => (await inkOf(page, pad)).light).toBeGreaterThan(128);
  expect((await inkOf(page, result)).light).toBe(0);
  await expectAccessible(page);

  // The screen turns while the pen is down.
  await page.locator(pad).scrollIntoViewIfNeeded();
  const box = await page.locator(pad).boundingBox();
  if (!box) throw new Error('no pad');
  await page.mouse.move(box.x + 40, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - 20, box.y + box.height - 10, { steps: 5 });
  const before = await page.locator(result).getAttribute('src');
  await page.setViewportSize({ width: 844, height: 390 });
  await expect(page.locator(result)).not.toHaveAttribute('src', before ?? '');
  await page.mouse.up();
  await drawSignature(page);
  const both = await inkOf(page, pad);
  expect((await inkOf(page, result)).ratio).toBeCloseTo(both.ratio, 0);
  await press(page, 'Sign and continue');
  await expect(title(page)).toHaveText('Where have you lived?');
});

test('F87: a saved signature without strokes is shown as its picture before it is placed', {
  tag: '@browser',
}, async ({ page, script, operations, join }) => {
  const { applicant, next } = await signer({ page, operations, join });
  await agree(applicant, { signature_encoded: signaturePng(300), save_signature: 'YES' });
  const { applicationId } = await next();
  await page.goto(`/user/application/3?applicationid=${applicationId}`);
  await page.getByLabel(/^I have read/).check();
  if (script) {
    await press(page, 'Use saved signature');
    await expect(page.getByRole('img', { name: 'Your saved signature' })).toBeVisible();
    await press(page, 'Clear');
    await expect(page.locator('.pad img')).toHaveCount(0);
    await press(page, 'Use saved signature');
    await expect(page.locator(result)).toBeVisible();
  } else {
    await page.getByLabel('Place my saved signature on this document').check();
    const address = (await page.getByAltText('Your saved signature').getAttribute('src')) ?? '';
    const picture = await page.request.get(address);
    expect(picture.headers()['content-type']).toBe('image/png');
  }
  await press(page, 'Sign and continue');
  await expect(title(page)).toHaveText('Where have you lived?');
});
