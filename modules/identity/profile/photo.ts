import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import {
  type Caller,
  type DataSubject,
  HOUR,
  MINUTE,
  operation,
  type PersonalFile,
  type Portal,
  person,
  plainFiles,
  readFile,
  StoredFileMissing,
  storeReferred,
  type TemporaryFile,
  takeUpload,
  temporaryFile,
  UPLOADS,
  unopened,
  type Work,
} from '#modules/platform/index.ts';
import { identityAudit } from '../audit.ts';
import { personChanged } from '../events.ts';
import { deleteFiles } from '../jobs.ts';
import { photoBytes } from '../limits.ts';
import { Refusal } from '../refusals.ts';
import { lockAccount } from '../sign-in/account-lock.ts';

/**
 * A person's photo (doc2 §7): its content is checked, it is encoded again without its metadata, and it can be removed.
 */

/** Pixels of both sides. */
const SIDE = 400;

/** How long an upload address works. */
const UPLOAD_OPEN = 10 * MINUTE;

const fileName = /^[0-9a-f]{40}\.jpg$/;
const prefix = 'photos/';

/** Where a browser puts a new photo before it is checked. */
export const incomingPhoto = (accountId: string) => `${UPLOADS}photos/${accountId}`;

/**
 * The address of a stored photo; null if there is none.
 * @param key of the file in storage, empty for none
 */
export function photoAddress(key: string): string | null {
  return key ? `/images/${key}` : null;
}

const throttle = { by: 'account', limit: 60, per: HOUR } as const;

/** The address to which a photo is uploaded with PUT. */
export const getPhotoUpload = operation({
  name: 'identity.get-photo-upload',
  summary: "The address to upload the caller's photo to, with PUT.",
  access: person,
  kind: 'read',
  input: z.object({
    bytes: z.coerce.number().int().min(1).max(photoBytes).optional(),
    contenttype: z.enum(['image/png', 'image/jpeg', 'image/webp']).optional(),
  }),
  output: z.object({ uploadurl: z.string() }),
  throttle,
  async run({ portal, caller }, { bytes, contenttype }) {
    const uploadurl = await portal.storage.signedPut(incomingPhoto(caller.accountId), {
      expiresIn: UPLOAD_OPEN,
      most: photoBytes,
      bytes,
      contentType: contenttype,
    });
    return { uploadurl };
  },
});

/**
 * Makes the uploaded file the caller's photo.
 * @throws Refusal as `savePhoto`; not-found if nothing was uploaded
 */
export const finishPhotoUpload = operation({
  name: 'identity.finish-photo-upload',
  summary: "Sets the uploaded file as the caller's photo.",
  access: person,
  kind: 'staged',
  input: z.object({ uploadstatus: z.coerce.number().int().min(100).max(599) }),
  output: z.object({ profileimageurl: z.string() }),
  throttle,
  async run(work, { uploadstatus }) {
    await using image = await takeUpload(work.portal, {
      key: incomingPhoto(work.caller.accountId),
      uploadstatus,
      most: photoBytes,
      tooLarge: () => new Refusal('identity.photo-too-large'),
    });
    return { profileimageurl: await changePhoto(work, work.caller.accountId, image) };
  },
});

/** Makes a picture the caller's photo. @throws Refusal identity.photo-too-large, identity.photo-not-an-image */
export const savePhoto = operation({
  name: 'identity.save-photo',
  summary: "Sets an image as the caller's photo.",
  access: person,
  kind: 'staged',
  input: z.object({ image: temporaryFile }),
  output: z.object({ profileimageurl: z.string() }),
  throttle,
  async run(work, { image }) {
    return { profileimageurl: await changePhoto(work, work.caller.accountId, image) };
  },
});

export const removePhoto = operation({
  name: 'identity.remove-photo',
  summary: "Removes the caller's photo.",
  access: person,
  kind: 'write',
  input: z.object({}),
  output: z.object({}),
  async run(work) {
    await keepPhoto(work, work.caller.accountId, '');
    return {};
  },
});

const unaccepted = {
  ...unopened,
  unreadable: 'identity.photo-not-an-image',
  encrypted: 'identity.photo-not-an-image',
} as const;

plainFiles({ table: 'account', column: 'profile_image_key' });

/**
 * Makes a picture the photo of a person, who may be another than the caller.
 * @param also runs in the transaction that changes it
 * @returns its address
 * @throws Refusal identity.photo-too-large, identity.photo-not-an-image
 */
export async function changePhoto(
  work: Work<Caller>,
  accountId: string,
  image: TemporaryFile,
  also?: (inside: Work<Caller>) => Promise<unknown>,
): Promise<string> {
  if (image.bytes > photoBytes) throw new Refusal('identity.photo-too-large', { field: 'photo' });
  const read = await readFile(work.caller.accountId, { name: 'photo', side: SIDE }, image);
  if (read.outcome !== 'read') throw new Refusal(unaccepted[read.outcome], { field: 'photo' });
  if (!read.made) throw new Error('A photo is always encoded again');
  await using jpeg = read.made;
  const key = `${prefix}${randomBytes(20).toString('hex')}.jpg`;
  await storeReferred(work, { key, body: jpeg, contentType: 'image/jpeg' }, async (inside) => {
    await keepPhoto(inside, accountId, key);
    await also?.(inside);
  });
  return photoAddress(key) ?? '';
}

/**
 * Shows another photo of a person from now on, or none; the previous file is deleted.
 * @param key of the file in storage, empty for none
 * @returns false if it is shown already
 */
export async function keepPhoto(work: Work<Caller>, accountId: string, key: string): Promise<boolean> {
  await lockAccount(work, accountId);
  const { profile_image_key: former } = await work.db
    .selectFrom('account')
    .select('profile_image_key')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  if (former === key) return false;
  await work.db.updateTable('account').set({ profile_image_key: key }).where('id', '=', accountId).execute();
  await work.audit({
    action: identityAudit.profileChanged,
    about: accountId,
    detail: { changed: [key ? 'photo' : 'photo removed'] },
  });
  if (former) await work.enqueue(deleteFiles, { keys: [former] });
  await work.publish(personChanged, { accountId });
  work.afterCommit(() => work.visit.forgetCaller());
  return true;
}

/**
 * A stored photo. Its name is random: people who may see the person were given it.
 * @param name the part of the address after /images/photos/
 * @returns null for a name that no photo has
 */
export async function findPhoto({ storage }: Pick<Portal, 'storage'>, name: string) {
  if (!fileName.test(name)) return null;
  try {
    return await storage.get(`${prefix}${name}`);
  } catch (error) {
    if (error instanceof StoredFileMissing) return null;
    throw error;
  }
}

/** The person's photo, for the copy of their data (D23). Empty if there is none. */
export async function listPhotoFiles(
  { db, portal }: Pick<Work, 'db' | 'portal'>,
  { accountId }: DataSubject,
): Promise<PersonalFile[]> {
  const { profile_image_key: key } = await db
    .selectFrom('account')
    .select('profile_image_key')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  if (!key) return [];
  const read = async () => Buffer.concat(await (await portal.storage.get(key)).body.toArray());
  return [{ name: 'photo.jpg', read }];
}
