import { expect, it } from 'vitest';
import { correctIdentity, listUserAudit, openUserRecord } from '#modules/admin/index.ts';
import { newId } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { newPerson, newStaff } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';

const portal = await testPortal();
const staff = await newStaff(portal, { firstname: 'Ada', lastname: 'Minton' });

const right = {
  firstname: 'Mary',
  middlename: 'Ann',
  lastname: 'Quill',
  namesuffix: 'Jr',
  dateofbirth: '1985-04-12',
  reason: 'Passport seen on the phone',
};
const correct = (userid: string, values: object = {}) =>
  staff.visitor.perform(correctIdentity, { userid, ...right, ...values });

async function lockedPerson() {
  const person = await newPerson(portal, { firstname: 'Marie', lastname: 'Quill' });
  await portal.db
    .updateTable('account')
    .set({ locked_name_dob: true, dateofbirth: '1958-04-12' })
    .where('id', '=', person.accountId)
    .execute();
  return person;
}

it('corrects what is locked for the person, keeps the lock, and writes down who and why', async () => {
  const person = await lockedPerson();
  const userid = person.accountId;
  expect(await correct(userid)).toEqual({
    changed: ['firstname', 'middlename', 'namesuffix', 'dateofbirth'],
  });
  const { profile } = await staff.visitor.perform(openUserRecord, { userid });
  const { reason, ...names } = right;
  expect(profile).toMatchObject({ ...names, locked_name_dob: true });
  const { entries } = await staff.visitor.perform(listUserAudit, { userid });
  expect(entries.find(({ action }) => action === 'admin.identity-corrected')).toMatchObject({
    detail: { changed: ['firstname', 'middlename', 'namesuffix', 'dateofbirth'], reason },
  });
});

it('tells the person which details changed, and none of their values', async () => {
  const person = await lockedPerson();
  await correct(person.accountId);
  await portal.runJobs();
  const mails = await listOutbox(portal.db, { to: person.emailaddress });
  const mail = mails.find(({ subject }) => subject === 'Your account details were changed');
  expect(mail?.text).toContain('first name, middle name, suffix, date of birth');
  for (const value of ['Marie', 'Ann', '1985', '1958', right.reason]) expect(mail?.text).not.toContain(value);
});

it('tells nobody where nothing is different', async () => {
  const person = await lockedPerson();
  await correct(person.accountId);
  await portal.runJobs();
  const before = await listOutbox(portal.db, { to: person.emailaddress });
  expect(await correct(person.accountId)).toEqual({ changed: [] });
  await portal.runJobs();
  expect(await listOutbox(portal.db, { to: person.emailaddress })).toHaveLength(before.length);
});

it('needs a reason, a name and a person', async () => {
  const { accountId } = await lockedPerson();
  await expect(correct(accountId, { reason: 'typo' })).rejects.toMatchObject({ code: 'invalid-input' });
  await expect(correct(accountId, { lastname: '' })).rejects.toMatchObject({ code: 'invalid-input' });
  await expect(correct(newId())).rejects.toMatchObject({ code: 'not-found' });
});

it('is not for the person', async () => {
  const person = await lockedPerson();
  await expect(
    person.visitor.perform(correctIdentity, { userid: person.accountId, ...right }),
  ).rejects.toMatchObject({ code: 'not-found' });
});
