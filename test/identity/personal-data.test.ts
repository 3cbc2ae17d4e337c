import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createUserCompany, saveAdminNote } from '#modules/admin/index.ts';
import { saveAccept } from '#modules/applications/index.ts';
import {
  askDeletion,
  askExport,
  deliverPrivacyNotice,
  downloadExport,
  findPhoto,
  getMyRequests,
  makeExport,
  recallDeletion,
  savePhoto,
  updatePreferences,
  updateProfile,
} from '#modules/identity/index.ts';
import { newInvite } from '#modules/network/index.ts';
import { DAY, HOUR, listAudit } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { contentOf } from '#test/content-of.ts';
import { type Applicant, newApplicant, removeSandboxDelays, submit } from '#test/factories/applicants.ts';
import { fileOf } from '#test/factories/documents.ts';
import { newCompany } from '#test/factories/network.ts';
import { newPerson, newStaff, PASSWORD, signIn } from '#test/factories/people.ts';
import { servedPortal } from '#test/factories/served-portal.ts';
import { refusalOf } from '#test/factories/two-step-methods.ts';
import { shows } from '#test/shown.ts';

const portal = await servedPortal();
await removeSandboxDelays(portal);

/** A person with data in every module: a check with its report, a network, a note of staff. */
async function fullPerson(lastname: string): Promise<Applicant> {
  const applicant = await newApplicant(portal, { firstname: 'Quillon', lastname, mobile: '5125550987' });
  await submit(applicant, '900-00-0001');
  await portal.runJobs();
  const applicationid = applicant.applicationId;
  await applicant.visitor.perform(saveAccept, { applicationid, acceptterms: 'YES' });
  await applicant.visitor.perform(saveAccept, { applicationid, reviewaction: 'accept' });
  await applicant.visitor.perform(updateProfile, {
    profileobject: { address1: `77 ${lastname} Court`, city: 'Marfa', state: 'TX', postalcode: '79843' },
  });
  const company = await newCompany(portal);
  await company.owner.visitor.perform(newInvite, { touser: applicant.emailaddress });
  const staff = await newStaff(portal);
  await staff.visitor.perform(saveAdminNote, {
    userid: applicant.accountId,
    note: 'Called about the porcupine question',
  });
  await portal.runJobs();
  return applicant;
}

async function unzip(bytes: Uint8Array): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const entry of await new ZipReader(new Uint8ArrayReader(bytes)).getEntries()) {
    if (entry.directory) continue;
    const data = await entry.getData(new Uint8ArrayWriter());
    files.set(entry.filename, Buffer.from(data).toString('latin1'));
  }
  return files;
}

const myRequest = async ({ visitor }: Applicant, kind: string) =>
  (await visitor.perform(getMyRequests, {})).requests.find((request) => request.kind === kind);

const mailsTo = async (to: string, subject: RegExp) =>
  (await listOutbox(portal.db, { to })).filter((message) => subject.test(message.subject ?? ''));

test('a copy of the data holds the tables of every module and the documents, for the person alone and for 72 hours', async () => {
  const person = await fullPerson('Exporter');
  const photo = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#336699' } })
    .png()
    .toBuffer();
  const { profileimageurl } = await person.visitor.perform(savePhoto, { image: await fileOf(photo) });
  await person.visitor.perform(askExport, {});
  expect((await refusalOf(person.visitor.perform(askExport, {}))).code).toBe('identity.request-open');
  await portal.runJobs();
  const request = await myRequest(person, 'export');
  expect(request).toMatchObject({ state: 'closed', outcome: 'built' });
  const id = request?.id ?? '';
  const [mail] = await mailsTo(person.emailaddress, /copy of your data is ready/);
  expect(mail?.links.some((link) => link.endsWith(`/user/profile/privacy/export/${id}`))).toBe(true);

  const { zip, filename } = await person.visitor.perform(downloadExport, { id });
  expect(filename).toMatch(/^my-data-\d{4}-\d\d-\d\d\.zip$/);
  const files = await unzip(await contentOf(zip));
  const names = [...files.keys()];
  expect(names).toEqual(
    expect.arrayContaining([
      'README.txt',
      'data/identity/account.json',
      'data/identity/terms_acceptance.json',
      'data/applications/application.json',
      'data/applications/score_change.json',
      'data/purchasing/purchase.json',
      'data/network/connection.json',
      'data/admin/admin_note.json',
      'data/platform/audit_entry.json',
    ]),
  );
  expect(names.filter((name) => /^documents\/(report|application|receipt)-.*\.pdf$/.test(name))).toHaveLength(
    3,
  );
  for (const name of names.filter((each) => each.endsWith('.pdf'))) expect(files.get(name)).toMatch(/^%PDF-/);
  const shown = await findPhoto(portal, profileimageurl.split('/').at(-1) ?? '');
  const stored = Buffer.concat((await shown?.body.toArray()) ?? []);
  expect(stored.length).toBeGreaterThan(100);
  expect(files.get('documents/photo.jpg')).toBe(stored.toString('latin1'));
  expect(files.get('data/identity/account.json')).toContain('77 Exporter Court');
  expect(files.get('data/applications/application.json')).toContain('1985-04-12');
  expect(files.get('data/admin/admin_note.json')).toContain('porcupine');
  const readme = files.get('README.txt');
  for (const part of [
    `It was made on ${portal.clock.now().toISOString().split('T')[0]}.`,
    'data/identity/account.json: Your profile and settings (1)',
    'Not included: Sessions being moved to another host.',
    'documents/photo.jpg',
  ])
    expect(readme).toContain(part);
  expect(readme).not.toContain('(0)');
  const all = [...files.values()].join('\n');
  expect(all).not.toContain('900-00-0001');
  expect(all).not.toContain('900000001');

  const other = await newPerson(portal);
  expect((await refusalOf(other.visitor.perform(downloadExport, { id }))).code).toBe('not-found');
  portal.clock.advance(72 * HOUR);
  const later = await signIn(portal, person);
  expect((await refusalOf(later.perform(downloadExport, { id }))).code).toBe('not-found');
  await portal.runSchedule('identity.sweep');
  await portal.runJobs();
  const row = await portal.db
    .selectFrom('privacy_request')
    .select('file_key')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(row.file_key).toBeNull();
  await expect(portal.storage.get(`exports/${id}.sealed`)).rejects.toThrow();
});

test('a copy and a deletion ask for the password when the second step is long ago', async () => {
  const person = await newPerson(portal);
  portal.clock.advance(11 * 60_000);
  for (const operation of [askExport, askDeletion]) {
    expect((await refusalOf(person.visitor.perform(operation, {}))).code).toBe(
      'identity.password-confirmation-needed',
    );
  }
  await person.visitor.perform(askExport, { currentpassword: PASSWORD });
});

test('a deletion can be taken back for 30 days, and is told each time', async () => {
  const person = await newPerson(portal);
  const before = portal.clock.now();
  const { erase_at } = await person.visitor.perform(askDeletion, {});
  expect(erase_at.getTime() - before.getTime()).toBeGreaterThanOrEqual(30 * DAY);
  expect((await person.visitor.caller())?.eraseAt).toEqual(erase_at);
  await portal.runJobs();
  expect(await mailsTo(person.emailaddress, /will be deleted/)).toHaveLength(1);
  portal.clock.advance(29 * DAY);
  await portal.runSchedule('identity.sweep');
  const visitor = await signIn(portal, person);
  await visitor.perform(recallDeletion, {});
  expect((await visitor.caller())?.eraseAt).toBeNull();
  await portal.runJobs();
  expect(await mailsTo(person.emailaddress, /account won’t be deleted/)).toHaveLength(1);
  portal.clock.advance(2 * DAY);
  await portal.runSchedule('identity.sweep');
  await expect(signIn(portal, person)).resolves.toBeDefined();
});

test('an owner of a company and staff cannot delete their account before they hand it on', async () => {
  const { owner } = await newCompany(portal);
  const staff = await newStaff(portal);
  const byOwner = await refusalOf(owner.visitor.perform(askDeletion, { currentpassword: PASSWORD }));
  shows('privacy.deletion-owner', byOwner.text);
  const byStaff = await refusalOf(staff.visitor.perform(askDeletion, {}));
  shows('privacy.deletion-staff', byStaff.text);
});

/** The tables of the portal in which a row contains a text. */
async function findRows(text: string): Promise<string[]> {
  const { rows: tables } = await portal.pool.query<{ name: string }>(`
    select format('%I', table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema = 'public' and table_name <> 'outbox_message'`);
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await portal.pool.query(`select 1 from ${name} t where t::text ilike $1 limit 1`, [
      `%${text}%`,
    ]);
    if (rows.length > 0) found.push(name);
  }
  return found;
}

test('an erased person is in no table any more but where the law keeps records, and nobody can read what was sealed', async () => {
  const person = await fullPerson('Vanishing');
  await person.visitor.perform(updatePreferences, { email_preference_renewal: 'NO' });
  const image = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#336699' } })
    .png()
    .toBuffer();
  const { profileimageurl } = await person.visitor.perform(savePhoto, { image: await fileOf(image) });
  const files = [profileimageurl.replace('/images/', ''), `uploads/photos/${person.accountId}`];
  await portal.storage.put(files[1] ?? '', image, { contentType: 'image/png' });
  const flags = ['has_current_verification', 'pending_score_change', 'open_score_dispute'] as const;
  await portal.db
    .updateTable('session_facts')
    .set({ pending_score_change: true, open_score_dispute: true })
    .where('account_id', '=', person.accountId)
    .execute();
  // An earlier request does not keep the address either.
  await person.visitor.perform(askDeletion, { currentpassword: PASSWORD });
  await person.visitor.perform(recallDeletion, {});
  await person.visitor.perform(askDeletion, { currentpassword: PASSWORD });
  portal.clock.advance(29 * DAY);
  const visitor = await signIn(portal, person);
  await visitor.perform(askExport, { currentpassword: PASSWORD });
  await portal.runJobs();
  const copy = `exports/${(await myRequest({ ...person, visitor }, 'export'))?.id}.sealed`;
  await portal.storage.get(copy);
  portal.clock.advance(1 * DAY);
  await portal.runSchedule('identity.sweep');

  expect(await findRows('Vanishing')).toEqual([]);
  // The opt-out from reminders survives the account. The request keeps the address until the last mail is sent.
  expect((await findRows(person.emailaddress)).sort()).toEqual(['mail_preference', 'privacy_request']);
  await portal.runJobs();
  expect(await findRows(person.emailaddress)).toEqual(['mail_preference']);
  for (const key of [...files, copy]) await expect(portal.storage.get(key)).rejects.toThrow();
  const [mail] = await mailsTo(person.emailaddress, /was deleted/);
  expect(mail?.text).toContain('Fair Credit Reporting Act');
  expect(mail?.text).toContain('Payments and receipts');

  const facts = await portal.db
    .selectFrom('session_facts')
    .select(flags)
    .where('account_id', '=', person.accountId)
    .executeTakeFirstOrThrow();
  expect(Object.values(facts)).toEqual([false, false, false]);
  const { entries } = await listAudit(portal.db, portal.keys, { about: person.accountId, limit: 500 });
  expect(entries.length).toBeGreaterThan(5);
  expect(entries.every(({ detail }) => detail === null)).toBe(true);
  const kept = await portal.db
    .selectFrom('application')
    .select('submitted_details')
    .where('account_id', '=', person.accountId)
    .executeTakeFirstOrThrow();
  expect(kept.submitted_details).not.toBeNull();
  await expect(signIn(portal, person)).rejects.toThrow();
});

test('an account is not erased while its person owns a company', async () => {
  const person = await newPerson(portal);
  await person.visitor.perform(askDeletion, {});
  // One kind of request does not stand in the way of another.
  await person.visitor.perform(askExport, {});
  const staff = await newStaff(portal);
  await staff.visitor.perform(createUserCompany, { userid: person.accountId, company_name: 'Late & Sons' });
  portal.clock.advance(31 * DAY);
  await portal.runSchedule('identity.sweep');
  expect((await signIn(portal, person)).cookies.has('session')).toBe(true);
});

test.each([
  ['email_preference_invites', false, true],
  ['email_preference_renewal', false, true],
  ['criticalemails', false, true],
  ['email_preference_marketing', true, false],
] as const)('an erased person who had chosen %s = %s leaves that refusal: %s', async (name, value, left) => {
  const person = await newPerson(portal);
  const { accountId, emailaddress } = person;
  await portal.db
    .updateTable('account')
    .set({ [name]: value })
    .where('id', '=', accountId)
    .execute();
  await person.visitor.perform(askDeletion, {});
  portal.clock.advance(30 * DAY);
  await portal.runSchedule('identity.sweep');
  const rows = await portal.db
    .selectFrom('mail_preference')
    .select([name, 'email_preference_marketing'])
    .where('emailaddress', '=', emailaddress)
    .execute();
  expect(rows).toEqual(left ? [{ [name]: value, email_preference_marketing: false }] : []);
  await portal.runJobs();
  const [mail] = await mailsTo(emailaddress, /was deleted/);
  const kept = 'Which emails you opted out of';
  expect(mail?.text.includes(kept)).toBe(left);
  expect(mail?.text).not.toContain('Payments and receipts');
});

test('a copy whose file is gone is not found, and none is mailed about once it is over', async () => {
  const person = await newPerson(portal);
  await person.visitor.perform(askExport, {});
  await portal.runJobs();
  const requestId = (await person.visitor.perform(getMyRequests, {})).requests[0]?.id ?? '';
  const built = async () => (await mailsTo(person.emailaddress, /copy of your data is ready/)).length;
  await deliverPrivacyNotice(portal, { requestId, occasion: 'built' }, 'again');
  expect(await built()).toBe(2);
  await deliverPrivacyNotice(portal, { requestId, occasion: 'answered' }, 'again');
  await portal.storage.delete(`exports/${requestId}.sealed`);
  expect((await refusalOf(person.visitor.perform(downloadExport, { id: requestId }))).code).toBe('not-found');
  portal.clock.advance(72 * HOUR);
  await portal.runSchedule('identity.sweep');
  await deliverPrivacyNotice(portal, { requestId, occasion: 'built' }, 'late');
  expect(await built()).toBe(2);
});

test('a copy that two workers make at the same time is ready once, and another run makes none', async () => {
  const person = await newPerson(portal);
  await person.visitor.perform(askExport, {});
  const requestId = (await person.visitor.perform(getMyRequests, {})).requests[0]?.id ?? '';
  await Promise.all([makeExport(portal, requestId), makeExport(portal, requestId)]);
  const expiry = async () =>
    (await portal.pool.query('select file_expires_at from privacy_request where id = $1', [requestId])).rows;
  const made = await expiry();
  portal.clock.advance(HOUR);
  await portal.runJobs();
  expect(await expiry()).toEqual(made);
  expect(await mailsTo(person.emailaddress, /copy of your data is ready/)).toHaveLength(1);
  const { entries } = await listAudit(portal.db, portal.keys, { about: person.accountId, limit: 20 });
  expect(entries.filter(({ action }) => action === 'identity.export-built')).toHaveLength(1);
});

test('an account is not erased while its background check is under way', async () => {
  const person = await newApplicant(portal);
  await person.visitor.perform(askDeletion, {});
  portal.clock.advance(31 * DAY);
  await portal.runSchedule('identity.sweep');
  const request = await portal.db
    .selectFrom('privacy_request')
    .select(['state', 'closed_at'])
    .where('account_id', '=', person.accountId)
    .executeTakeFirstOrThrow();
  expect(request).toEqual({ state: 'open', closed_at: null });
});
