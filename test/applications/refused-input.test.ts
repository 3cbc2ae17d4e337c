import { request } from 'node:http';
import { PDFDocument } from '@cantoo/pdf-lib';
import { describe, expect, test } from 'vitest';
import { reviewApplicationDetails } from '#modules/admin/index.ts';
import { takeInPackage } from '#modules/applications/index.ts';
import { packageBytes } from '#modules/applications/limits.ts';
import { ssnInText } from '#modules/platform/fields/ssn.ts';
import { sql } from '#modules/platform/index.ts';
import { platformTexts } from '#modules/platform/texts.ts';
import type { TextKey } from '#modules/words.ts';
import { expectUnchanged } from '#test/checks/unchanged.ts';
import {
  addressIn,
  agree,
  answer,
  nameOf,
  newApplicant,
  removeSandboxDelays,
  steps,
  withResult,
} from '#test/factories/applicants.ts';
import { askForBlock } from '#test/factories/blocks.ts';
import { fileOf, makePdf, upload } from '#test/factories/documents.ts';
import { choosePaper } from '#test/factories/paper.ts';
import { newPerson, newStaff, type Registered } from '#test/factories/people.ts';
import { servedPortal } from '#test/factories/served-portal.ts';
import { refusalOf } from '#test/factories/two-step-methods.ts';
import { shows } from '#test/shown.ts';
import { rowOf, rowsOf } from '#test/sql.ts';

/** Input that an application refuses. Each has its message, and nothing of it is stored. */
const portal = await servedPortal();
await removeSandboxDelays(portal);
const { visitor: staff } = await newStaff(portal);

const day = (years: number) => {
  const now = portal.clock.now();
  return `${now.getUTCFullYear() + years}-${now.toISOString().slice(5, 10)}`;
};
const number = { ssn: '428-61-7738', confirmssn: '428-61-7738' };
const born = (date: string) => ({ dateofbirth: date, confirmdateofbirth: date });

describe('number and date of birth', async () => {
  const applicant = await newApplicant(portal);
  for (let consent = 0; consent < 3; consent += 1) await agree(applicant);
  await answer(applicant, { selected_jurisdictions: [], none: 'YES' });
  const unchanged = expectUnchanged(portal);

  test.each([
    [
      'unequal numbers',
      { ...number, confirmssn: '428-61-7739' },
      'confirmssn',
      'The two numbers are not the same',
    ],
    ['eight digits', { ssn: '428-61-773', confirmssn: '428-61-773' }, 'ssn', 'Enter all 9 digits'],
    ['ten digits', { ssn: '428-61-77380', confirmssn: '428-61-77380' }, 'ssn', 'Enter all 9 digits'],
    ['letters', { ssn: 'ABC-61-7738', confirmssn: 'ABC-61-7738' }, 'ssn', 'Enter all 9 digits'],
    [
      'unequal dates',
      { confirmdateofbirth: '1985-04-13' },
      'confirmdateofbirth',
      'The two dates are not the same',
    ],
    ['1900-01-01', born('1900-01-01'), 'dateofbirth', 'Enter a date after 01/01/1900'],
    ['before 1900', born('1899-12-31'), 'dateofbirth', 'Enter a date after 01/01/1900'],
    ['no such day', born('1985-02-30'), 'dateofbirth', 'There is no such date. Check the month and the day'],
    ['no date', born('soon'), 'dateofbirth', 'Enter the date as MM/DD/YYYY'],
    ['today', born(day(0)), 'dateofbirth', 'Enter a date before today'],
    ['the future', born(day(1)), 'dateofbirth', 'Enter a date before today'],
  ])('%s', async (what, changes, field, message) => {
    await unchanged(what, async () => {
      const details = nameOf('900-00-0001', changes).profiledetails;
      const refusal = await refusalOf(answer(applicant, { profiledetails: details }));
      expect(refusal.code).toBe('invalid-input');
      const issues = Object.entries(refusal.options?.issues ?? {}).map(([path, words]) => [
        path.split('.').at(-1),
        ...words,
      ]);
      expect(issues).toContainEqual([field, message]);
      expect(JSON.stringify(refusal)).not.toContain('428-61');
    });
  });
});

describe('what is somebody else’s, or was replaced', async () => {
  const older = await rowOf(
    portal,
    sql<{
      id: string;
    }>`select id from consent_document where kind = 'disclosure' and craid = '2' and version = 1`,
  );
  await sql`insert into consent_document (id, kind, craid, version, title, body, acknowledgement_text,
      requires_signature, content_hash, in_force_from)
    select gen_random_uuid(), kind, craid, 2, title, body, acknowledgement_text, requires_signature, content_hash,
      ${portal.clock.now()}
    from consent_document where id = ${older?.id}`.execute(portal.db);
  const applicant = await newApplicant(portal);
  const other = await newApplicant(portal);
  await agree(applicant);
  const foreign = await rowOf(
    portal,
    sql<{ id: string }>`select id from consent_document where craid <> '2' limit 1`,
  );
  const unchanged = expectUnchanged(portal);
  const accept = (step_consent_id: string) =>
    refusalOf(answer(applicant, { step_consent_id, consent_acknowledged: 'YES' }));

  test('an application of another person', async () => {
    await unchanged('application', async () => {
      const { consent } = await steps(other);
      const details = { step_consent_id: consent?.consent_form_id, consent_acknowledged: 'YES' };
      const asStranger = { ...applicant, applicationId: other.applicationId };
      expect((await refusalOf(answer(asStranger, details))).code).toBe('not-found');
    });
  });

  test('a consent document of another agency', async () => {
    await unchanged('consent document', async () => {
      expect((await accept(foreign?.id ?? '')).code).toBe('not-found');
    });
  });

  test('an older version of the consent document', async () => {
    await unchanged('older version', async () => {
      const refusal = await accept(older?.id ?? '');
      expect(refusal.code).toBe('applications.consent-version');
      shows('application.consent-version', refusal.text);
    });
  });
});

/** A PDF that is protected by a password. */
async function lockedPdf(): Promise<Buffer> {
  const document = await PDFDocument.create();
  document.addPage();
  const plain = Buffer.from(await document.save({ useObjectStreams: false })).toString('latin1');
  return Buffer.from(plain.replace('trailer\n<<', 'trailer\n<< /Encrypt 1 0 R'), 'latin1');
}

const html = Buffer.from('<!doctype html><html><body>signed</body></html>');
const locked = await lockedPdf();
const large = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(packageBytes)]).subarray(
  0,
  packageBytes + 1,
);

describe('a file', async () => {
  const paper = await newApplicant(portal);
  await choosePaper(paper);
  const person = await withResult(portal, '900-00-0004');
  const sender = await newPerson(portal);
  const unchanged = expectUnchanged(portal);

  const takeIn = async (file: Buffer) =>
    staff.perform(takeInPackage, {
      applicationid: paper.applicationId,
      received: portal.clock.now().toISOString().slice(0, 10),
      way: 'post',
      package: [await fileOf(file)],
    });

  test.each<[string, Buffer, TextKey]>([
    ['HTML', html, 'application.package-unreadable'],
    ['encrypted', locked, 'application.package-encrypted'],
    ['too large', large, 'application.package-too-large'],
  ])('that staff take in: %s', async (what, file, text) => {
    await unchanged(what, async () => {
      const refusal = await refusalOf(takeIn(file));
      expect(refusal.code).toBe(`applications.${text.split('.')[1]}`);
      shows(text, refusal.text);
    });
  });

  test('an SSN in the reason that the person gets by mail', async () => {
    await unchanged('reason with an SSN', async () => {
      const refusal = await refusalOf(
        staff.perform(reviewApplicationDetails, {
          applicationid: paper.applicationId,
          approve: 'NO',
          resolvenote: 'Your card says 428-61-7738',
        }),
      );
      expect(refusal.options?.issues).toEqual({
        resolvenote: [ssnInText],
      });
    });
  });

  test.each<[string, Buffer, TextKey]>([
    ['HTML', html, 'document.type'],
    ['encrypted', locked, 'document.encrypted'],
  ])('as a proof for a block: %s', async (what, file, text) => {
    await unchanged(what, async () => {
      const proof = {
        identity: await upload('license.pdf', file),
        theftreport: await upload('ftc.pdf', await makePdf()),
      };
      const refusal = await refusalOf(askForBlock(person, proof));
      expect(refusal.code).toBe(`applications.${text.replace('.', '-')}`);
      shows(text, refusal.text);
    });
  });

  test('as a proof for a block: none, and an empty one', async () => {
    const theftreport = await upload('ftc.pdf', await makePdf());
    const ask = async (identity: Awaited<ReturnType<typeof upload>> | null) =>
      refusalOf(askForBlock(person, { identity, theftreport }));
    const missing = await ask(null);
    expect(missing).toMatchObject({ code: 'applications.document-needed', options: { field: 'identity' } });
    shows('document.needed', missing.text);
    const empty = await ask(await upload('license.pdf', Buffer.alloc(0)));
    expect(empty).toMatchObject({ code: 'file-empty', options: { field: 'identity' } });
  });

  test('of 200 MB at the form without script: refused by its announced length', async () => {
    await unchanged('200 MB', async () => {
      const { status, text } = await announce(sender, '/user/application/1', 200 * 1_048_576);
      expect(status).toBe(413);
      expect(text).toContain(platformTexts['edge.too-large']);
    });
  });
});

/** Posts a form of which only the length is announced. */
async function announce(
  { visitor }: Registered,
  path: string,
  length: number,
): Promise<{ status: number; text: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>();
  const asking = request(`${portal.origin}${path}`, {
    method: 'POST',
    headers: {
      origin: portal.origin,
      'sec-fetch-site': 'same-origin',
      'content-type': 'multipart/form-data; boundary=part',
      'content-length': length,
      cookie: [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    },
  });
  asking.once('response', (response) => {
    let text = '';
    response.setEncoding('utf8');
    response.on('data', (part: string) => {
      text += part;
    });
    response.once('end', () => {
      resolve({ status: response.statusCode ?? 0, text });
      asking.destroy();
    });
  });
  asking.once('error', reject);
  asking.write('--part\r\n');
  return promise;
}

test('an address: its state, ZIP code and history', async () => {
  const applicant = await newApplicant(portal);
  for (let consent = 0; consent < 3; consent += 1) await agree(applicant);
  await answer(applicant, { selected_jurisdictions: [], none: 'YES' });
  await answer(applicant, nameOf('900-00-0001'));
  const refusal = await refusalOf(answer(applicant, addressIn('TX', { postalcode: '7870' })));
  expect(JSON.stringify(refusal.options?.issues)).toContain('5 digits');
  expect(
    await rowsOf(
      portal,
      sql`select 1 from application_step where application_id = ${applicant.applicationId} and step_key = 'address'`,
    ),
  ).toEqual([]);
});
