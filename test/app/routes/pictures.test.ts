import type { ActionFunctionArgs } from '@remix-run/node';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { ReadActionArgs } from '#app/action.server.ts';
import { type FileForm, withFiles } from '#app/file-form.server.ts';
import { takeFlash } from '#app/flash.server.ts';
import { ReceivedFiles } from '#app/form.server.ts';
import { dropLogo, logoFiles, uploadLogo } from '#app/routes/admin/logo-actions.server.ts';
import { dropPhoto, photoFiles, uploadPhoto } from '#app/routes/user/photo-actions.server.ts';
import { brandForHost } from '#modules/enterprise/index.ts';
import { logoBytes } from '#modules/enterprise/limits.ts';
import { enterpriseTexts } from '#modules/enterprise/texts.ts';
import { photoBytes } from '#modules/identity/limits.ts';
import { identityTexts } from '#modules/identity/texts.ts';
import type { Caller } from '#modules/platform/index.ts';
import { platformTexts } from '#modules/platform/texts.ts';
import { fileOf } from '#test/factories/documents.ts';
import { newPersonWithoutTwoStep, newStaff } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';
import type { Visitor } from '#test/visitor.ts';
import { askPage, redirectOf } from '../page.ts';

/** The portal's logo and a person's photo: the forms without script that upload and remove them. */

const portal = await testPortal();
const { visitor: staff } = await newStaff(portal);
const { visitor: person } = await newPersonWithoutTwoStep(portal);

interface Picture {
  field: string;
  owner: Visitor;
  back: string;
  entrance(args: ActionFunctionArgs): FileForm<Caller, unknown>;
  upload(args: ReadActionArgs): unknown;
  drop(args: ReadActionArgs): unknown;
  /** The address that is shown now. */
  current(): Promise<unknown>;
  none: unknown;
  limit: number;
  notAnImage: string;
  tooLarge: string;
  empty: string;
}

const ofPortal = async () => null;

const pictures: Record<string, Picture> = {
  Logo: {
    field: 'logo',
    owner: staff,
    back: '/admin/settings',
    entrance: (args) => logoFiles(args, ofPortal),
    upload: (args) => uploadLogo(args, ofPortal, '/admin/settings'),
    drop: (args) => dropLogo(args, ofPortal, '/admin/settings'),
    current: async () => (await brandForHost(portal, null)).branding_logo_path,
    none: '',
    limit: logoBytes,
    notAnImage: enterpriseTexts['console.logo-not-an-image'],
    tooLarge: enterpriseTexts['console.logo-too-large'],
    empty: platformTexts['edge.file-empty'],
  },
  Photo: {
    field: 'photo',
    owner: person,
    back: '/user/profile',
    entrance: photoFiles,
    upload: uploadPhoto,
    drop: dropPhoto,
    current: async () => (await person.caller())?.profileimageurl,
    none: null,
    limit: photoBytes,
    notAnImage: identityTexts['profile.photo-not-an-image'],
    tooLarge: identityTexts['profile.photo-too-large'],
    empty: platformTexts['edge.file-empty'],
  },
};

/** The answer of the page to a form with this value of the field. */
async function upload({ field, upload, back }: Picture, visitor: Visitor, value: Uint8Array | null) {
  const files = new ReceivedFiles();
  if (value !== null) files.add(field, { name: 'picture.png', file: await fileOf(value) });
  const formData = new FormData();
  return askPage(portal, visitor, (args) => upload({ ...args, formData, files }), { path: back });
}

/** The answer before the form is read. */
const enter = ({ entrance, back }: Picture, visitor: Visitor) => {
  const read = () => Promise.reject(new Error('the form was read'));
  return askPage(portal, visitor, (args) => withFiles(args, entrance(args), read), { path: back });
};

describe.each(Object.entries(pictures))('%s', (name, picture) => {
  const { field, owner, back, drop, current, none, limit } = picture;

  test('is saved and removed, and the next page says so', async () => {
    const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    expect(redirectOf(await upload(picture, owner, png))).toBe(back);
    expect(takeFlash(owner.visit())).toMatchObject([{ tone: 'ok', text: `${name} saved` }]);
    await expect.poll(current).toMatch(/^\/images\/(logos|photos)\//);
    const dropped = await askPage(
      portal,
      owner,
      (args) => drop({ ...args, formData: new FormData(), files: new ReceivedFiles() }),
      {
        path: back,
      },
    );
    expect(redirectOf(dropped)).toBe(back);
    expect(takeFlash(owner.visit())).toMatchObject([{ tone: 'ok', text: `${name} removed` }]);
    await expect.poll(current).toBe(none);
  });

  test.each([
    ['no file', null, 'notAnImage', 400],
    ['an empty file', new Uint8Array(0), 'empty', 400],
    ['a file that is no picture', new TextEncoder().encode('x'), 'notAnImage', 400],
    ['the largest file, which is no picture', new Uint8Array(limit), 'notAnImage', 400],
    ['a file that is a byte too large', new Uint8Array(limit + 1), 'tooLarge', 413],
    ['a file that is far too large', new Uint8Array(limit + 1000), 'tooLarge', 413],
  ] as const)('refuses %s beside the field', async (_what, value, reason, status) => {
    expect(await upload(picture, owner, value)).toMatchObject({
      init: { status },
      data: { error: { [field]: [picture[reason]] } },
    });
  });

  test('reads no form of somebody who may not change it', async () => {
    expect(redirectOf(await enter(picture, portal.visitor()))).toMatch(/^\/login/);
  });
});

test('a form with a logo is read for staff alone', async () => {
  expect(redirectOf(await enter(pictures.Logo as Picture, person))).toBe('/logout');
});
