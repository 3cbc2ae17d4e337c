import { PDFDocument } from '@cantoo/pdf-lib';
import { expect, test } from 'vitest';
import { reviewApplicationDetails } from '#modules/admin/index.ts';
import {
  getApplicationPdf,
  savePackage,
  showOwnPackage,
  showPackageToStaff,
} from '#modules/applications/index.ts';
import { sql } from '#modules/platform/index.ts';
import { type Applicant, newApplicant } from '#test/factories/applicants.ts';
import { fileOf } from '#test/factories/documents.ts';
import { choosePaper, makePdf } from '#test/factories/paper.ts';
import { newStaff } from '#test/factories/people.ts';
import { faultsForReaders } from '#test/pdf-tags.ts';
import { pdfPages } from '#test/pdf-text.ts';
import { testPortal } from '#test/portal.ts';
import { rowsOf } from '#test/sql.ts';

const portal = await testPortal();
const staff = (await newStaff(portal, {})).visitor;
const JPEG = 0xd8ff;

async function onPaper(): Promise<Applicant> {
  const applicant = await newApplicant(portal);
  await choosePaper(applicant);
  return applicant;
}

const upload = async ({ visitor, applicationId: applicationid }: Applicant, file: Uint8Array) =>
  visitor.perform(savePackage, { applicationid, package: [await fileOf(file)] });

async function detected({ applicationId: applicationid }: Applicant) {
  const { details } = await staff.perform(reviewApplicationDetails, { applicationid });
  return [details.metadata?.signatures_detected, details.signature_boxes.length];
}

/** Signs the last box on a printed form with a pen, at the place where the form has it. */
async function signLast(form: string): Promise<Uint8Array> {
  const document = await PDFDocument.load(Buffer.from(form, 'base64'));
  const page = document.getPages().at(-1);
  const [label] = (await places(form)).slice(-1);
  if (!page || !label) throw new Error('the form has no box');
  for (let stroke = 0; stroke < 6; stroke += 1)
    page.drawLine({
      start: { x: label.x + 30 + stroke * 30, y: label.y + 30 },
      end: { x: label.x + 50 + stroke * 30, y: label.y + 60 },
      thickness: 2,
    });
  return document.save();
}

/** The positions of the texts under the boxes of the last page. */
async function places(form: string): Promise<{ x: number; y: number }[]> {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const data = Uint8Array.from(Buffer.from(form, 'base64'));
  const document = await getDocument({ data, verbosity: 0 }).promise;
  const { items } = await (await document.getPage(document.numPages)).getTextContent();
  return items.flatMap((item) =>
    'str' in item && item.str.startsWith('Signature of')
      ? [{ x: Number(item.transform[4]), y: Number(item.transform[5]) }]
      : [],
  );
}

test('D49: a box with a pen signature is detected, and an empty one is not', async () => {
  const applicant = await onPaper();
  const { application_body: form } = await applicant.visitor.perform(getApplicationPdf, {});
  await upload(applicant, Buffer.from(form, 'base64'));
  expect(await detected(applicant)).toEqual([0, 2]);
  await upload(applicant, await signLast(form));
  expect(await detected(applicant)).toEqual([1, 2]);
});

test('the form has the documents of the applicant, and not the notices of other states', async () => {
  const applicant = await onPaper();
  const { application_body: form } = await applicant.visitor.perform(getApplicationPdf, {});
  expect(await faultsForReaders(form)).toEqual([]);
  const words = (await pdfPages(form)).join(' ');
  expect(words).toContain('Authorization for a consumer report');
  expect(words).not.toMatch(/California|New York/);
});

test('the pages are shown as pictures to the person and to staff, whose look is audited', async () => {
  const applicant = await onPaper();
  await upload(applicant, await makePdf(2));
  const { applicationId: applicationid, visitor } = applicant;
  const own = await visitor.perform(showOwnPackage, { applicationid, page: 2 });
  expect(Buffer.from(own.image).readUInt16LE(0)).toBe(JPEG);
  await expect(visitor.perform(showOwnPackage, { applicationid, page: 3 })).rejects.toMatchObject({
    code: 'not-found',
  });
  const box = await staff.perform(showPackageToStaff, { applicationid, box: 1 });
  expect(Buffer.from(box.image).readUInt16LE(0)).toBe(JPEG);
  await expect(staff.perform(showPackageToStaff, { applicationid, box: 9 })).rejects.toMatchObject({
    code: 'not-found',
  });
  const seen = await rowsOf(
    portal,
    sql`select id from audit_entry where action = 'applications.package-seen'
          and object_id = ${applicationid}`,
  );
  expect(seen).toHaveLength(1);
});

test('all pictures of a package can be asked for at once, by several people', async () => {
  const applicant = await onPaper();
  await upload(applicant, await makePdf(8));
  const { applicationId: applicationid, visitor } = applicant;
  const pages = Array.from({ length: 8 }, (_, at) => at + 1);
  const shown = await Promise.all([
    ...pages.map((page) => staff.perform(showPackageToStaff, { applicationid, page })),
    staff.perform(showPackageToStaff, { applicationid, box: 1 }),
    ...pages.map((page) => visitor.perform(showOwnPackage, { applicationid, page })),
  ]);
  for (const { image } of shown) expect(Buffer.from(image).readUInt16LE(0)).toBe(JPEG);
  expect(shown[9]?.image).toEqual(shown[0]?.image);
});

test('the pages of somebody else are not found, nor those of a package that did not come', async () => {
  const [applicant, other] = [await onPaper(), await onPaper()];
  await upload(applicant, await makePdf(1));
  const { applicationId: applicationid } = applicant;
  for (const [visitor, id] of [
    [other.visitor, applicationid],
    [other.visitor, other.applicationId],
  ] as const)
    await expect(visitor.perform(showOwnPackage, { applicationid: id, page: 1 })).rejects.toMatchObject({
      code: 'not-found',
    });
});
