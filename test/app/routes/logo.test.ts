import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { ReadActionArgs } from '#app/action.server.ts';
import { dropLogo, uploadLogo } from '#app/routes/admin/logo-actions.server.ts';
import { brandForHost } from '#modules/enterprise/index.ts';
import { logoBytes } from '#modules/enterprise/limits.ts';
import { newPersonWithoutTwoStep, newStaff } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';
import type { Visitor } from '#test/visitor.ts';
import { askPage, redirectOf } from '../page.ts';

const portal = await testPortal();
const { visitor: staff } = await newStaff(portal);
const back = '/admin/settings';

/** The answer of the page to a form with this file. */
function upload(visitor: Visitor, file: File | null) {
  const formData = new FormData();
  if (file) formData.set('logo', file);
  const handler = (args: Omit<ReadActionArgs, 'formData'>) => uploadLogo({ ...args, formData }, null, back);
  return askPage(portal, visitor, handler, { path: back });
}
const fileOf = (bytes: Uint8Array<ArrayBuffer>) => new File([bytes], 'logo.png', { type: 'image/png' });
const logo = async () => (await brandForHost(portal, null)).branding_logo_path;

test('a logo is saved and removed, and the next page says so', async () => {
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  expect(redirectOf(await upload(staff, fileOf(new Uint8Array(png))))).toBe(back);
  expect(decodeURIComponent([...staff.cookies.values()].join(' '))).toContain('Logo saved');
  await expect.poll(logo).toMatch(/^\/images\/logos\//);
  const dropped = await askPage(
    portal,
    staff,
    (args) => dropLogo({ ...args, formData: new FormData() }, null, back),
    { path: back },
  );
  expect(redirectOf(dropped)).toBe(back);
  expect(decodeURIComponent([...staff.cookies.values()].join(' '))).toContain('Logo removed');
  await expect.poll(logo).toBe('');
});

test.each([
  ['no file', null, 400],
  ['an empty file', fileOf(new Uint8Array(0)), 400],
  ['a text', fileOf(new TextEncoder().encode('not a picture')), 400],
  ['a file that is too large', fileOf(new Uint8Array(logoBytes + 1)), 413],
])('%s is refused beside the field', async (_what, file, status) => {
  const answer = await upload(staff, file);
  expect(answer).toMatchObject({ init: { status }, data: { error: { logo: [expect.any(String)] } } });
});

test('nobody but staff gets as far as the file', async () => {
  const { visitor } = await newPersonWithoutTwoStep(portal);
  expect(redirectOf(await upload(visitor, null))).toBe('/logout');
});
