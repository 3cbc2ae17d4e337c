import { expect, it } from 'vitest';
import { getAdminNotes, listUserAudit, saveAdminNote } from '#modules/admin/index.ts';
import { erasePersonKey, MINUTE } from '#modules/platform/index.ts';
import { newApplication } from '#test/factories/network.ts';
import { newPersonWithoutTwoStep, newStaff } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';

const portal = await testPortal();
const staff = await newStaff(portal, { firstname: 'Ada', lastname: 'Minton' });

async function notesOf(userid: string) {
  return (await staff.visitor.perform(getAdminNotes, { userid })).notes;
}

it('keeps each note with its author, time and type, newest first, apart from those about others', async () => {
  const [person, other] = [await newPersonWithoutTwoStep(portal), await newPersonWithoutTwoStep(portal)];
  const userid = person.accountId;
  const first = portal.clock.now();
  await staff.visitor.perform(saveAdminNote, { userid, note: 'Asked about the renewal' });
  portal.clock.advance(MINUTE);
  await staff.visitor.perform(saveAdminNote, { userid, note: 'Called back,\nall clear', note_type: 'call' });
  await staff.visitor.perform(saveAdminNote, { userid: other.accountId, note: 'Somebody else' });

  const notes = await notesOf(userid);
  expect(notes.map(({ note, note_type }) => [note_type, note])).toEqual([
    ['call', 'Called back,\nall clear'],
    ['note', 'Asked about the renewal'],
  ]);
  expect(notes[1]).toMatchObject({
    authorname: 'Ada Minton',
    authoremailaddress: staff.emailaddress,
    applicationid: null,
  });
  expect(notes[1]?.dts.getTime()).toBeGreaterThanOrEqual(first.getTime());
  expect(notes[1]?.dts.getTime()).toBeLessThan(first.getTime() + MINUTE);
});

it('of two at the same moment the later one comes first', async () => {
  const { accountId: userid } = await newPersonWithoutTwoStep(portal);
  portal.clock.stop();
  for (const note of ['The first', 'The second', 'The third'])
    await staff.visitor.perform(saveAdminNote, { userid, note });
  portal.clock.run();
  expect((await notesOf(userid)).map(({ note }) => note)).toEqual(['The third', 'The second', 'The first']);
});

it('is of any of the types that staff choose from', async () => {
  const { accountId: userid } = await newPersonWithoutTwoStep(portal);
  const types = ['note', 'refund', 'expiration', 'dispute', 'call'] as const;
  for (const note_type of types) {
    await staff.visitor.perform(saveAdminNote, { userid, note: `It is a ${note_type}`, note_type });
    portal.clock.advance(MINUTE);
  }
  expect((await notesOf(userid)).map(({ note_type }) => note_type)).toEqual([...types].reverse());
});

it('takes an application of the person, and no other', async () => {
  const [person, other] = [await newPersonWithoutTwoStep(portal), await newPersonWithoutTwoStep(portal)];
  const userid = person.accountId;
  const own = await newApplication(portal, userid, 'inprogress');
  const foreign = await newApplication(portal, other.accountId, 'inprogress');
  await staff.visitor.perform(saveAdminNote, { userid, applicationid: own, note: 'The court is slow' });
  await expect(
    staff.visitor.perform(saveAdminNote, { userid, applicationid: foreign, note: 'The court is slow' }),
  ).rejects.toMatchObject({ code: 'not-found' });
  expect((await notesOf(userid)).map(({ applicationid }) => applicationid)).toEqual([own]);
});

it('refuses five characters, an unknown type and an unknown person', async () => {
  const { accountId: userid } = await newPersonWithoutTwoStep(portal);
  const save = (input: object) =>
    staff.visitor.call('POST', '/admin/saveadminnote', { userid, note: 'Six ch', ...input });
  expect((await save({ note: 'Five!' })).status).toBe(400);
  expect((await save({ note_type: 'rumor' })).status).toBe(400);
  expect((await save({ userid: '01900000-0000-7000-8000-000000000000' })).status).toBe(404);
  expect(await notesOf(userid)).toEqual([]);
  expect((await save({})).status).toBe(200);
  expect(await notesOf(userid)).toHaveLength(1);
});

it('is audited without its text, and encrypted in the table', async () => {
  const { accountId: userid } = await newPersonWithoutTwoStep(portal);
  await staff.visitor.perform(saveAdminNote, { userid, note: 'Prefers the phone', note_type: 'call' });
  const { entries } = await staff.visitor.perform(listUserAudit, { userid });
  expect(entries[0]).toMatchObject({ action: 'admin.note-written', detail: { note_type: 'call' } });
  expect(JSON.stringify(entries)).not.toContain('Prefers');
  const rows = await portal.db
    .selectFrom('admin_note')
    .selectAll()
    .where('account_id', '=', userid)
    .execute();
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain('Prefers');
});

it('is unreadable once the person has been erased', async () => {
  const { accountId: userid } = await newPersonWithoutTwoStep(portal);
  await staff.visitor.perform(saveAdminNote, { userid, note: 'Prefers the phone' });
  await erasePersonKey(portal.db, userid, portal.clock.now());
  expect((await notesOf(userid)).map(({ note }) => note)).toEqual([null]);
});
