import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import { expect, test } from 'vitest';
import { reviewApplicationDetails } from '#modules/admin/index.ts';
import { getApplicationPdf, Sheet, savePackage } from '#modules/applications/index.ts';
import { certificateOf, writeCertificate } from '#modules/applications/pdf/certificate.ts';
import { readRecord } from '#modules/applications/pdf/record.ts';
import { signatureAt } from '#modules/applications/steps/consents.ts';
import { keepSealed, sql } from '#modules/platform/index.ts';
import {
  type Applicant,
  addressIn,
  agree,
  answer,
  nameOf,
  newApplicant,
  payFor,
  signaturePng,
  submit,
} from '#test/factories/applicants.ts';
import { fileOf as received } from '#test/factories/documents.ts';
import { choosePaper, makePdf } from '#test/factories/paper.ts';
import { newPerson, newStaff } from '#test/factories/people.ts';
import { servedPortal } from '#test/factories/served-portal.ts';
import { faultsForReaders } from '#test/pdf-tags.ts';
import { pdfPages } from '#test/pdf-text.ts';
import { testSecrets } from '#test/secrets.ts';
import { rowOf, runAsOwner } from '#test/sql.ts';
import { shield } from './terminal.ts';

const portal = await servedPortal();
// The command reads values that the portal of the test encrypted.
writeFileSync(join(portal.config.dataFolder, 'secrets.json'), JSON.stringify(testSecrets), { mode: 0o600 });

const verify = (id: string) =>
  shield(['application', 'verify', id], {
    DATABASE_URL: portal.databaseUrl,
    DATA_FOLDER: portal.config.dataFolder,
  });

const drawn = signaturePng(300);

/** A person who submitted with a drawn signature and saved it. */
async function submitted(): Promise<Applicant> {
  const applicant = await newApplicant(portal);
  await signAndSubmit(applicant, { signature_encoded: drawn, save_signature: 'YES' });
  return applicant;
}

async function signAndSubmit(
  applicant: Applicant,
  signature: object,
  { name = {}, address = {} } = {},
): Promise<void> {
  for (let consent = 0; consent < 3; consent += 1) await agree(applicant, signature);
  await answer(applicant, { selected_jurisdictions: [], none: 'YES' });
  await answer(applicant, nameOf('900-00-0001', name));
  await answer(applicant, addressIn('TX', address));
  await answer(applicant, { submit_application: 'YES' });
  await portal.runJobs();
}

async function fileOf({ applicationId }: Applicant): Promise<{ file_key: string; file_hash: string }> {
  const row = await rowOf<{ file_key: string; file_hash: string }>(
    portal,
    sql`select file_key, file_hash from application where id = ${applicationId}`,
  );
  if (!row) throw new Error('no file');
  return row;
}

async function read({ visitor, applicationId: applicationid }: Applicant): Promise<string> {
  return (await visitor.perform(getApplicationPdf, { applicationid })).application_body;
}

test('D42: the last page of the file is a certificate of each document and signature', async () => {
  const applicant = await submitted();
  const file = await read(applicant);
  expect(await faultsForReaders(file)).toEqual([]);
  const pages = await pdfPages(file);
  const certificate = pages.at(-1) ?? '';
  expect(certificate).toMatch(/^Signing certificate /);
  const words = certificate.replace(/\s+/g, ' ');
  const { rows } = await sql<{ document_hash: string; signature_hash: string | null; title: string }>`
    select record.document_hash, record.signature_hash, document.title from signing_record record
    join consent_document document on document.id = record.consent_document_id
    where application_id = ${applicant.applicationId}`.execute(portal.db);
  expect(rows).toHaveLength(3);
  for (const row of rows) for (const said of Object.values(row)) if (said) expect(words).toContain(said);
  expect(words).toContain(`Application number ${applicant.applicationId}`);
  expect(words).toMatch(/Submitted \d\d\/\d\d\/\d{4} \d\d:\d\d [AP]M UTC/);
  expect(words).toMatch(/Acknowledged \d\d\/\d\d\/\d{4} \d\d:\d\d [AP]M UTC/);
  expect(words).toMatch(/Signed \d\d\/\d\d\/\d{4} \d\d:\d\d [AP]M UTC Kind of signature Drawn/);
  expect(words).toContain('Browser Visitor/1.0');
  expect(words).toMatch(/Content SHA-256 [0-9a-f]{64}/);

  const again = { ...applicant, applicationId: await payFor(portal, applicant.accountId) };
  await signAndSubmit(again, { use_saved_signature: 'YES' });
  const next = (await pdfPages(await read(again))).at(-1)?.replace(/\s+/g, ' ');
  expect(next).toContain('Kind of signature Saved, placed by the signer');
});

test('D42: shield application verify finds a signed application as it was', async () => {
  const applicant = await submitted();
  const { code, out, err } = await verify(applicant.applicationId);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const { file_hash } = await fileOf(applicant);
  expect(out).toMatch(new RegExp(`^File +as recorded +${file_hash}$`, 'm'));
  expect(out).toMatch(/^Signature: .*, version 1 +as recorded +[0-9a-f]{64}$/m);
  expect(out).toMatch(/^Certificate: Application +as recorded +[0-9a-f]{64}$/m);
  expect(out).not.toContain('differs');
  expect(out).toContain('The application is as it was signed.');
  expect(out).not.toContain('Person');
});

test('a typed signature and a paper application are checked as well', async () => {
  // The name of a real browser takes more than one line of the certificate.
  const agent =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0';
  const person = await newPerson(portal, {}, { agent });
  const typed = { ...person, applicationId: await payFor(portal, person.accountId) };
  await submit(typed, '900-00-0001');
  await portal.runJobs();
  expect(await verify(typed.applicationId)).toMatchObject({ code: 0, err: '' });

  const paper = await newApplicant(portal);
  await choosePaper(paper);
  const signed = await makePdf();
  const { applicationId: applicationid } = paper;
  await paper.visitor.perform(savePackage, { applicationid, package: [await received(signed)] });
  const staff = (await newStaff(portal, {})).visitor;
  await staff.perform(reviewApplicationDetails, {
    applicationid,
    approve: 'YES',
    resolvenote: 'All boxes are signed.',
  });
  await portal.runJobs();
  const good = await verify(applicationid);
  expect(good).toMatchObject({ code: 0, err: '' });
  expect(good.out).toMatch(/^Paper application +as recorded/m);

  const row = await rowOf<{ file_key: string }>(
    portal,
    sql`select file_key from manual_package where application_id = ${applicationid}`,
  );
  await keepSealed(portal, row?.file_key ?? '', await makePdf(3));
  const tampered = await verify(applicationid);
  expect(tampered.code).toBe(1);
  expect(tampered.err).toMatch(/^Paper application differs: [0-9a-f]{64}$/);
});

test('a name with letters beyond those of the standard fonts is in the file, and is checked', async () => {
  const applicant = await newApplicant(portal);
  const { applicationId } = applicant;
  await signAndSubmit(
    applicant,
    { signature_encoded: drawn },
    { name: { firstname: 'Łukasz', lastname: 'Nguyễn Đặng' }, address: { city: 'Kraków' } },
  );
  const [first = '', ...others] = (await pdfPages(await read(applicant))).map((page) =>
    page.replace(/\s+/g, ' '),
  );
  expect(first).toContain('Name Łukasz Nguyễn Đặng');
  expect(first).toContain('12 Oak Street, Kraków, TX 78701');
  expect(others.at(-1)).toContain('Applicant Łukasz Nguyễn Đặng');
  expect(await verify(applicationId)).toMatchObject({ code: 0, err: '' });

  // A file of the time when such letters lost their accents or became question marks, and times were written otherwise.
  const record = await portal.work('test.read-record', (work) => readRecord(work, applicationId));
  if (!record) throw new Error('no record');
  const former = (value: string | Date) =>
    value instanceof Date ? `${value.toISOString().slice(0, 19).replace('T', ' ')} UTC` : value;
  const fileWith = async (name: string) => {
    const sheet = await Sheet.begin({
      title: 'Background Check Application',
      author: 'ShieldHub',
      made: record.submittedAt,
    });
    const parts = certificateOf(record).map((part) => ({
      ...part,
      facts: part.facts.map(([fact, value]) => [fact, fact === 'Applicant' ? name : former(value)] as const),
    }));
    await writeCertificate(sheet, parts);
    const pdf = await sheet.finish('');
    await keepSealed(portal, (await fileOf(applicant)).file_key, pdf);
    const hash = createHash('sha256').update(pdf).digest('hex');
    await runAsOwner(portal, `update application set file_hash = '${hash}' where id = '${applicationId}'`);
  };
  await fileWith('?ukasz Nguyen ?ang');
  expect(await verify(applicationId)).toMatchObject({ code: 0, err: '' });
  await fileWith('Łukasz Nguyên Đặng');
  expect(await verify(applicationId)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^Certificate: Application differs: says something else: Applicant$/),
  });
});

test('a file that was changed is found by its hash', async () => {
  const applicant = await submitted();
  const { file_key } = await fileOf(applicant);
  const document = await PDFDocument.load(Buffer.from(await read(applicant), 'base64'));
  document.addPage();
  await keepSealed(portal, file_key, await document.save());
  const { code, out, err } = await verify(applicant.applicationId);
  expect(code).toBe(1);
  expect(out).toMatch(/^File +differs/m);
  expect(err).toMatch(/^File differs: [0-9a-f]{64}$/);
});

test('a file whose hash was changed with it is found by its certificate', async () => {
  const [applicant, other] = [await submitted(), await submitted()];
  const [mine, theirs] = [await fileOf(applicant), await fileOf(other)];
  await keepSealed(portal, mine.file_key, Buffer.from(await read(other), 'base64'));
  await runAsOwner(
    portal,
    `update application set file_hash = '${theirs.file_hash}' where id = '${applicant.applicationId}'`,
  );
  const { code, out, err } = await verify(applicant.applicationId);
  expect(code).toBe(1);
  expect(out).toMatch(/^File +as recorded/m);
  expect(err).toMatch(
    /^Certificate: Application differs: says something else: Application number, .*Content SHA-256$/m,
  );
});

test('a file that is gone, cannot be decrypted, or has no certificate is said so', async () => {
  const applicant = await submitted();
  const { file_key } = await fileOf(applicant);
  const plain = await PDFDocument.create();
  plain.addPage();
  await keepSealed(portal, file_key, await plain.save());
  const bare = await verify(applicant.applicationId);
  expect(bare.err).toContain('Certificate differs: the file has no signing certificate');
  await portal.storage.put(file_key, Buffer.from('nonsense'), { contentType: 'application/octet-stream' });
  expect(await verify(applicant.applicationId)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^File differs: (?![0-9a-f]{64})/),
  });
  await portal.storage.delete(file_key);
  expect(await verify(applicant.applicationId)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^File differs: /),
  });
});

test('a consent text that was changed is found', async () => {
  const applicant = await submitted();
  const kept = 'alter table consent_document enable trigger consent_document_keeps';
  const open = 'alter table consent_document disable trigger consent_document_keeps';
  const words = `set body = replace(body, 'consumer report', 'any report') where kind = 'disclosure'`;
  const back = `set body = replace(body, 'any report', 'consumer report') where kind = 'disclosure'`;
  await runAsOwner(portal, `${open}; update consent_document ${words}; ${kept}`);
  const { code, out, err } = await verify(applicant.applicationId);
  await runAsOwner(portal, `${open}; update consent_document ${back}; ${kept}`);
  expect(code).toBe(1);
  expect(out).toMatch(/^File +as recorded/m);
  expect(err).toMatch(/^Text: .*, version 1 differs: [0-9a-f]{64}$/);
  expect(await verify(applicant.applicationId)).toMatchObject({ code: 0 });
});

test('a signature that was exchanged is found', async () => {
  const applicant = await submitted();
  const record = await rowOf<{ id: string }>(
    portal,
    sql`select id from signing_record where application_id = ${applicant.applicationId}
      and signature_kind = 'drawn' limit 1`,
  );
  const id = record?.id ?? '';
  const other = Buffer.from(signaturePng(200).split(',')[1] ?? '', 'base64');
  const sealed = portal.keys.encryptBytes(other, signatureAt.image(id));
  await sql`update signing_record set signature_image = ${sealed} where id = ${id}`.execute(portal.db);
  const { code, err } = await verify(applicant.applicationId);
  expect(code).toBe(1);
  expect(err).toMatch(/^Signature: .*, version 1 differs: [0-9a-f]{64}$/);
});

test('an application that is not there, or has no file yet, is said so', async () => {
  const nobody = '00000000-0000-4000-8000-000000000000';
  expect(await verify(nobody)).toEqual({ code: 66, out: '', err: `There is no application ${nobody}.` });
  expect(await verify('12')).toMatchObject({ code: 64, out: '' });
  const open = await newApplicant(portal);
  expect(await verify(open.applicationId)).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringContaining('has no file yet'),
  });
});
