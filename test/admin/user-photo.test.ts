import sharp from 'sharp';
import { expect, test } from 'vitest';
import { openUserRecord, removeUserPhoto, saveUserPhoto } from '#modules/admin/index.ts';
import { findPhoto } from '#modules/identity/index.ts';
import { listAudit } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { fileOf } from '#test/factories/documents.ts';
import { newPersonWithoutTwoStep, newStaff } from '#test/factories/people.ts';
import { refusalOf } from '#test/factories/two-step-methods.ts';
import { testPortal } from '#test/portal.ts';

const portal = await testPortal();
const { visitor, accountId: staffId } = await newStaff(portal);
const picture = () =>
  sharp({ create: { width: 60, height: 60, channels: 3, background: '#336699' } })
    .jpeg()
    .toBuffer();
const nameOf = (address: string) => address.split('/').at(-1) ?? '';

test('F125: staff set and remove a person’s photo; the person is told, and the log names who did it', async () => {
  const person = await newPersonWithoutTwoStep(portal);
  const userid = person.accountId;
  const { profileimageurl } = await visitor.perform(saveUserPhoto, {
    userid,
    image: await fileOf(picture()),
  });
  expect((await visitor.perform(openUserRecord, { userid })).profile.profileimageurl).toBe(profileimageurl);
  expect(await findPhoto(portal, nameOf(profileimageurl))).not.toBeNull();
  await visitor.perform(removeUserPhoto, { userid });
  await visitor.perform(removeUserPhoto, { userid });
  await portal.runJobs();
  expect(await findPhoto(portal, nameOf(profileimageurl))).toBeNull();
  const record = await visitor.perform(openUserRecord, { userid });
  expect(record.profile.profileimageurl).toBeNull();
  const mails = await listOutbox(portal.db, { to: person.emailaddress });
  expect(mails.filter(({ text }) => text?.includes('Our team changed these details: photo.'))).toHaveLength(
    2,
  );
  const { entries } = await listAudit(portal.db, portal.keys, { about: userid, limit: 10 });
  const changes = entries.filter(({ action }) => action === 'identity.profile-changed');
  expect(changes.map(({ detail }) => detail)).toEqual([
    { changed: ['photo removed'] },
    { changed: ['photo'] },
  ]);
  expect(record.last_changes.profile).toMatchObject({ entry: changes[0]?.id });
  expect(changes[0]).toMatchObject({ actorId: staffId });
});

test('F125: what is no picture is refused, and the photo stays', async () => {
  const { accountId: userid } = await newPersonWithoutTwoStep(portal);
  const image = await fileOf(Buffer.from('not a picture'));
  const refusal = await refusalOf(visitor.perform(saveUserPhoto, { userid, image }));
  expect(refusal.code).toBe('identity.photo-not-an-image');
  expect((await visitor.perform(openUserRecord, { userid })).profile.profileimageurl).toBeNull();
});
