import { z } from 'zod';
import { changePhoto, keepPhoto, sendAccountChanged } from '#modules/identity/index.ts';
import { operation, staff, temporaryFile, type Work } from '#modules/platform/index.ts';
import { getLivingSubject, userId } from './subject.ts';

/** A person's photo, as staff set and remove it (doc3 §3). The person is told. */

/** @throws Refusal not-found, person-erased, identity.photo-too-large, identity.photo-not-an-image */
export const saveUserPhoto = operation({
  name: 'admin.save-user-photo',
  summary: 'Sets an image as the photo of a person.',
  access: staff,
  kind: 'staged',
  input: userId.extend({ image: temporaryFile }),
  output: z.object({ profileimageurl: z.string() }),
  async run(work, { userid, image }) {
    await getLivingSubject(work, userid);
    return { profileimageurl: await changePhoto(work, userid, image, (inside) => tell(inside, userid)) };
  },
});

/** @throws Refusal not-found, person-erased */
export const removeUserPhoto = operation({
  name: 'admin.remove-user-photo',
  summary: 'Removes the photo of a person.',
  access: staff,
  kind: 'write',
  input: userId,
  output: z.object({}),
  async run(work, { userid }) {
    await getLivingSubject(work, userid);
    if (await keepPhoto(work, userid, '')) await tell(work, userid);
    return {};
  },
});

const tell = (work: Pick<Work, 'enqueue'>, accountId: string) =>
  work.enqueue(sendAccountChanged, { accountId, changed: ['photo'] });
