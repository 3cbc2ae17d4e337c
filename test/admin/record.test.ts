import { expect, it } from 'vitest';
import { getUser, listUserAudit, openUserRecord, saveAdminNote } from '#modules/admin/index.ts';
import { MINUTE } from '#modules/platform/index.ts';
import { newApplication } from '#test/factories/network.ts';
import { newPersonWithoutTwoStep, newStaff } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';

const portal = await testPortal();
const staff = await newStaff(portal, { firstname: 'Ada', lastname: 'Minton' });

async function timesOpened(userid: string): Promise<number> {
  const { entries } = await staff.visitor.perform(listUserAudit, { userid });
  return entries.filter(({ action }) => action === 'admin.user-opened').length;
}

it('holds the sections of this person alone', async () => {
  const [person, other] = [
    await newPersonWithoutTwoStep(portal, { firstname: 'Ruth' }),
    await newPersonWithoutTwoStep(portal),
  ];
  const userid = person.accountId;
  const applicationid = await newApplication(portal, userid, 'inprogress');
  await newApplication(portal, other.accountId, 'inprogress');
  await staff.visitor.perform(saveAdminNote, { userid, note: 'Called back' });
  await staff.visitor.perform(saveAdminNote, { userid: other.accountId, note: 'Somebody else' });

  const record = await staff.visitor.perform(openUserRecord, { userid });
  expect(record.profile).toMatchObject({ userid, firstname: 'Ruth', active: true });
  expect(Object.keys(record.profile).sort()).toEqual(Object.keys(getUser.output.shape.profile.shape).sort());
  expect(record.applications.map(({ id, dts }) => [id, dts instanceof Date])).toEqual([
    [applicationid, true],
  ]);
  expect(record.notes.map(({ note, dts }) => [note, dts instanceof Date])).toEqual([['Called back', true]]);
  expect(record.audit.entries[0]).toMatchObject({
    action: 'admin.note-written',
    actor: 'Ada Minton',
    detail: { note_type: 'note' },
  });
});

it('is audited when it is opened, once while the same admin keeps it open', async () => {
  portal.clock.stop();
  const { accountId: userid } = await newPersonWithoutTwoStep(portal);
  // The same admin has just opened another record, which must not count for this one.
  const { accountId: other } = await newPersonWithoutTwoStep(portal);
  await staff.visitor.perform(openUserRecord, { userid: other });
  await staff.visitor.perform(openUserRecord, { userid });
  portal.clock.advance(14 * MINUTE);
  await staff.visitor.perform(openUserRecord, { userid });
  expect(await timesOpened(userid)).toBe(1);
  const colleague = await newStaff(portal);
  await colleague.visitor.perform(openUserRecord, { userid });
  expect(await timesOpened(userid)).toBe(2);
  portal.clock.advance(MINUTE);
  await colleague.visitor.perform(openUserRecord, { userid });
  expect(await timesOpened(userid)).toBe(2);
  await staff.visitor.perform(openUserRecord, { userid });
  expect(await timesOpened(userid)).toBe(3);
  portal.clock.run();
});
