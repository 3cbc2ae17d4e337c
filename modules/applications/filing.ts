import { createHash } from 'node:crypto';
import { LockMode } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { brandForHost, letterheadOf } from '#modules/enterprise/index.ts';
import { getPerson } from '#modules/identity/index.ts';
import { formatDateTime } from '#modules/platform/browser.ts';
import {
  keepSealed,
  operation,
  type Portal,
  person,
  readSealed,
  sealedFiles,
  textBlocks,
} from '#modules/platform/index.ts';
import { type ApplicationRow, getApplication } from './applications.ts';
import { listSigningRecords, type SigningRecordRow, signatureAt } from './consents.ts';
import { Application } from './entities/application.ts';
import { makePaperForm, noteDownload } from './paper/form.ts';
import { writeApplicant } from './pdf/applicant.ts';
import { Sheet } from './pdf/sheet.ts';
import { readProgress } from './progress.ts';
import { Refusal } from './refusals.ts';
import { readSubmittedDetails, type SubmittedDetails } from './submitting.ts';

/** The application as a PDF file: details, agreed documents, and signatures (D42). */

sealedFiles({ table: 'application', column: 'file_key' });

export const getApplicationPdf = operation({
  name: 'applications.get-application-pdf',
  summary:
    'The application as a PDF: submitted, with its documents and the signing record; to sign, for who chose paper.',
  access: person,
  kind: 'staged',
  input: z.object({ applicationid: z.uuid().optional() }),
  output: z.object({
    filename: z.string(),
    /** Base64. */
    application_body: z.string(),
    /** SHA-256 in hex. */
    file_hash: z.string(),
  }),
  async run(work, { applicationid }) {
    const { application: row, consents } = await readProgress(work, work.caller.accountId, applicationid);
    if (row.status === 'waitmanual') {
      const form = await makePaperForm(
        work.portal,
        work,
        row,
        consents.filter(({ kind }) => kind !== 'esign'),
      );
      await work.apart((inside) => noteDownload(inside, row.id));
      return {
        filename: `application-to-sign-${row.id.slice(-12)}.pdf`,
        application_body: form.toString('base64'),
        file_hash: createHash('sha256').update(form).digest('hex'),
      };
    }
    const file = await work.db
      .selectFrom('application')
      .select(['file_key', 'file_hash'])
      .where('id', '=', row.id)
      .executeTakeFirst();
    if (!file?.file_key || !file.file_hash) throw new Refusal('applications.file-not-ready');
    const pdf = await readSealed(work.portal, file.file_key);
    return {
      filename: `application-${row.id.slice(-12)}.pdf`,
      application_body: pdf.toString('base64'),
      file_hash: file.file_hash,
    };
  },
});

/** Makes the file and stores it. A second run changes nothing unless the application was submitted again since. */
export async function makeApplicationFile(portal: Portal, applicationId: string): Promise<void> {
  const parts = await portal.work('applications.read-for-file', async (work) => {
    const row = await getApplication(work, applicationId);
    const details = await readSubmittedDetails(work, applicationId);
    const { registered_host: host } = await getPerson(work, row.account_id);
    return details && { row, details, host, records: await listSigningRecords(work, applicationId) };
  });
  if (!parts) return;
  const pdf = await render(portal, parts);
  const hash = createHash('sha256').update(pdf).digest('hex');
  const key = `applications/${applicationId}/${hash.slice(0, 16)}.sealed`;
  await keepSealed(portal, key, pdf);
  await portal.work('applications.keep-file', async (work) => {
    const application = await work.em.findOneOrFail(
      Application,
      { id: applicationId },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    if (application.fileKey && application.submittedAt?.getTime() === parts.row.submitted_at?.getTime())
      return;
    application.fileKey = key;
    application.fileHash = hash;
  });
}

interface FileParts {
  row: ApplicationRow;
  details: SubmittedDetails;
  records: readonly SigningRecordRow[];
  /** Where the applicant registered, whose brand the file has. */
  host: string | null;
}

async function render(portal: Portal, { row, details, records, host }: FileParts): Promise<Buffer> {
  const submitted = row.submitted_at ?? portal.clock.now();
  const letterhead = await letterheadOf(portal, await brandForHost(portal, host));
  const sheet = await Sheet.begin('Background Check Application', letterhead.name, submitted, letterhead);
  sheet.faint(`${row.package_descrip} by ${row.provider}, submitted ${formatDateTime(submitted)} UTC`);
  writeApplicant(sheet, details);
  for (const record of records) await writeRecord(portal, sheet, record);
  return sheet.finish(`Application ${row.id}`);
}

async function writeRecord(portal: Portal, sheet: Sheet, record: SigningRecordRow): Promise<void> {
  sheet.rule();
  sheet.heading(record.title);
  for (const { kind, text } of textBlocks(record.body)) sheet[kind](text);
  sheet.keep(record.signature_image ? 230 : 150);
  if (record.acknowledgement_text) sheet.paragraph(`[x] ${record.acknowledgement_text}`);
  if (record.signature_image) {
    const image = portal.keys.decryptBytes(record.signature_image, signatureAt.image(record.id));
    await sheet.picture(image, 250);
  }
  const typed = record.typed_name
    ? portal.keys.decrypt(record.typed_name, signatureAt.typedName(record.id))
    : null;
  sheet.facts([
    ['Agreed', `${formatDateTime(record.signed_at)} UTC`],
    [
      'Signature',
      typed ? `${typed} (typed)` : record.signature_kind === 'drawn' ? 'Drawn, above' : 'Not required',
    ],
    ['Internet address', record.address],
    ['Browser', record.agent],
    ['Document', `Version ${record.version}`],
  ]);
  sheet.mono(`SHA-256 ${record.document_hash}`);
}
