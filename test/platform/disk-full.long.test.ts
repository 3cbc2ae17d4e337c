// Only root may mount the disk, on Linux. Elsewhere it is skipped.
import { readdirSync } from 'node:fs';
import sharp from 'sharp';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { findPhoto, savePhoto } from '#modules/identity/index.ts';
import { fileOf } from '#test/factories/documents.ts';
import { newPerson } from '#test/factories/people.ts';
import { servedPortal } from '#test/factories/served-portal.ts';
import { mountSmallDisk } from '#test/factories/small-disk.ts';
import { ask } from '../app/server/ask.ts';

/** A disk in memory for the stored files. */
const disk = process.getuid?.() === 0 ? mountSmallDisk(8) : null;
if (!disk)
  console.info('Disk full: skipped, because this user may not mount a tmpfs. Run it as root on Linux.');
afterAll(() => disk?.unmount());
const portal = disk && (await servedPortal({ environment: { STORAGE_FOLDER: disk.folder } }));

const PLAIN = /^Something went wrong on our side/;

/** A picture of 400 pixels that cannot be made small. */
const picture = async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  return sharp({ create: { width: 900, height: 900, channels: 3, background: '#336699', noise } })
    .jpeg()
    .toBuffer();
};

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'ballast')
    .map(({ parentPath, name }) => `${parentPath}/${name}`)
    .sort();

test.skipIf(!disk)(
  'the disk of the files full: a file is refused whole, and taken as soon as there is room',
  async () => {
    if (!disk || !portal) return;
    const { visitor } = await newPerson(portal);
    const send = async () => visitor.perform(savePhoto, { image: await fileOf(picture()) });
    const { profileimageurl } = await send();
    const upload = async () => {
      const image = await picture();
      const { body } = await visitor.call('GET', '/profile/uploadimage', {
        bytes: String(image.length),
        contenttype: 'image/jpeg',
      });
      const { port, pathname, search } = new URL(body.uploadurl);
      return ask(Number(port), pathname + search, {
        method: 'PUT',
        headers: {
          host: new URL(portal.origin).host,
          'content-type': 'image/jpeg',
          'content-length': image.length,
        },
        body: image,
      });
    };
    expect((await upload()).status).toBeLessThan(300);
    const before = filesIn(disk.folder);
    disk.fill();
    onTestFinished(() => disk.free());

    const refused = await send().catch((error: unknown) => portal.asRefusal(error, visitor.visit(), 'photo'));
    expect(refused).toMatchObject({ status: 500, text: expect.stringMatching(PLAIN) });
    expect((await upload()).status).toBe(500);
    expect(filesIn(disk.folder), 'no half of a file is left').toEqual(before);
    expect((await visitor.caller())?.profileimageurl).toBe(profileimageurl);
    const name = profileimageurl.split('/').at(-1) ?? '';
    expect((await (await findPhoto(portal, name))?.body.toArray())?.length).toBeGreaterThan(0);

    disk.free();
    expect((await send()).profileimageurl).not.toBe(profileimageurl);
    expect((await upload()).status).toBeLessThan(300);
    portal.takeErrors();
  },
);
