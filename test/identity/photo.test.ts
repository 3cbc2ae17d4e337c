import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { findPhoto, removePhoto, savePhoto } from '#modules/identity/index.ts';
import { photoBytes } from '#modules/identity/limits.ts';
import { listAudit, MINUTE } from '#modules/platform/index.ts';
import { fileOf } from '#test/factories/documents.ts';
import { newPerson } from '#test/factories/people.ts';
import { refusalOf } from '#test/factories/two-step-methods.ts';
import { testPortal } from '#test/portal.ts';
import { shows } from '#test/shown.ts';
import { runAsOwner } from '#test/sql.ts';

const portal = await testPortal();
portal.clock.stop();

const picture = () =>
  sharp({ create: { width: 900, height: 600, channels: 3, background: '#336699' } })
    .withExif({ IFD0: { Copyright: 'Secret place' } })
    .jpeg()
    .toBuffer();

const nameOf = (address: string | null) => address?.split('/').at(-1) ?? '';

test('F15: a photo is made a square without its metadata, shown at once, replaced and removed', async () => {
  const { visitor, accountId } = await newPerson(portal);
  const { profileimageurl } = await visitor.perform(savePhoto, {
    image: await fileOf(picture()),
  });
  expect(profileimageurl).toMatch(/^\/images\/photos\/[0-9a-f]{40}\.jpg$/);
  expect((await visitor.caller())?.profileimageurl).toBe(profileimageurl);
  const stored = await findPhoto(portal, nameOf(profileimageurl));
  const bytes = Buffer.concat((await stored?.body.toArray()) ?? []);
  const { width, height, format, exif } = await sharp(bytes).metadata();
  expect({ width, height, format, exif }).toEqual({
    width: 400,
    height: 400,
    format: 'jpeg',
    exif: undefined,
  });
  expect(bytes.includes('Secret place')).toBe(false);

  const next = await visitor.perform(savePhoto, { image: await fileOf(picture()) });
  await portal.runJobs();
  expect(next.profileimageurl).not.toBe(profileimageurl);
  expect(await findPhoto(portal, nameOf(profileimageurl))).toBeNull();
  await visitor.perform(removePhoto, {});
  await portal.runJobs();
  expect((await visitor.caller())?.profileimageurl).toBeNull();
  expect(await findPhoto(portal, nameOf(next.profileimageurl))).toBeNull();
  const { entries } = await listAudit(portal.db, portal.keys, { about: accountId, limit: 3 });
  expect(entries.map(({ detail }) => detail)).toEqual([
    { changed: ['photo removed'] },
    { changed: ['photo'] },
    { changed: ['photo'] },
  ]);
});

test('F15: a photo is uploaded to a signed address and taken from there', async () => {
  const { visitor } = await newPerson(portal);
  const image = await picture();
  const answer = await visitor.call('GET', '/profile/uploadimage', {
    bytes: String(image.length),
    contenttype: 'image/jpeg',
  });
  expect(answer.body).toMatchObject({
    success: true,
    uploadurl: expect.stringContaining('/files/uploads/photos/'),
  });
  const ends = Number(new URL(answer.body.uploadurl).searchParams.get('expires'));
  expect(ends - portal.clock.now().getTime()).toBe(10 * MINUTE);
  const nothing = await visitor.call('POST', '/profile/uploadimage', { uploadstatus: 200 });
  expect(nothing.status).toBe(404);
  const key = new URL(answer.body.uploadurl).pathname.replace('/files/', '');
  await portal.storage.put(key, image, { contentType: 'image/jpeg' });
  const taken = await visitor.call('POST', '/profile/uploadimage', { uploadstatus: 200 });
  expect(taken.body.profileimageurl).toMatch(/^\/images\/photos\//);
  await expect(portal.storage.get(key)).rejects.toThrow();
  // A refused file is not kept, because it still contains the place where it was taken.
  await portal.storage.put(key, Buffer.from('no picture'), { contentType: 'image/jpeg' });
  const refused = await visitor.call('POST', '/profile/uploadimage', { uploadstatus: 200 });
  expect(refused.body.error_code).toBe('identity.photo-not-an-image');
  await expect(portal.storage.get(key)).rejects.toThrow();
  await portal.storage.put(key, image, { contentType: 'image/jpeg' });
  const failed = await visitor.call('POST', '/profile/uploadimage', { uploadstatus: 403 });
  expect(failed.status).toBe(400);
  await expect(portal.storage.get(key)).rejects.toThrow();
});

test('a photo is not kept when the profile could not be changed', async () => {
  const { visitor } = await newPerson(portal);
  const image = await fileOf(picture());
  const { profileimageurl } = await visitor.perform(savePhoto, { image });
  const folder = join(portal.config.dataFolder, 'storage', 'files', 'photos');
  const before = await readdir(folder);
  const planted = 'account_planted_check';
  await runAsOwner(
    portal,
    `alter table account add constraint ${planted} check (profile_image_key = '') not valid`,
  );
  await expect(visitor.perform(savePhoto, { image })).rejects.toThrow(planted);
  await runAsOwner(portal, `alter table account drop constraint ${planted}`);
  expect(await readdir(folder)).toEqual(before);
  expect((await visitor.caller())?.profileimageurl).toBe(profileimageurl);
});

test('what is no photo is refused by its content, and a large one by its size', async () => {
  const { visitor } = await newPerson(portal);
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
  const broken = (await picture()).subarray(0, 200);
  for (const bytes of [svg, broken, Buffer.from('hello')]) {
    const refused = await refusalOf(visitor.perform(savePhoto, { image: await fileOf(bytes) }));
    shows('profile.photo-not-an-image', refused.text);
  }
  const sized = async (bytes: number) =>
    refusalOf(visitor.perform(savePhoto, { image: await fileOf(Buffer.alloc(bytes)) }));
  shows('profile.photo-too-large', (await sized(photoBytes + 1)).text);
  shows('profile.photo-not-an-image', (await sized(photoBytes)).text);
});
