import { createHash } from 'node:crypto';
import { z } from 'zod';
import { brandForHost, letterheadOf } from '#modules/enterprise/index.ts';
import { deleteFiles, getPerson } from '#modules/identity/index.ts';
import { formatMoment } from '#modules/platform/browser.ts';
import {
  keepSealed,
  newId,
  operation,
  type Portal,
  person,
  readSealed,
  sealedFiles,
  textBlocks,
} from '#modules/platform/index.ts';
import { makePaperForm, noteDownload } from '../paper/form.ts';
import { writeApplicant } from '../pdf/applicant.ts';
import { certificateOf, writeCertificate } from '../pdf/certificate.ts';
import { type ApplicationRecord, readRecord } from '../pdf/record.ts';
import { Sheet } from '../pdf/sheet.ts';
import { Refusal } from '../refusals.ts';
import { legalNamesFor, type ProvenNames } from '../score/legal-names.ts';
import { lockApplication } from '../status-changes.ts';
import { type SigningRecordRow, signatureAt } from '../steps/consents.ts';
import { readProgress } from '../steps/progress.ts';

/** The application as a PDF file: details, agreed documents, signatures, and their certificate (D42). */

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
    const progress = await readProgress(work, work.caller.accountId, applicationid);
    const { application: row } = progress;
    if (row.status === 'waitmanual') {
      const { pdf: form } = await makePaperForm(work.portal, work, progress);
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
    if (!file?.file_key) throw new Refusal('applications.file-not-ready');
    const pdf = await readSealed(work.portal, file.file_key);
    return {
      filename: `application-${row.id.slice(-12)}.pdf`,
      application_body: pdf.toString('base64'),
      file_hash: file.file_hash ?? '',
    };
  },
});

/**
 * Makes the file of the newest submission and stores it in place of the one for an earlier submission. A second run
 * changes nothing.
 */
export async function makeApplicationFile(portal: Portal, applicationId: string): Promise<void> {
  const parts = await portal.work('applications.read-for-file', async (work) => {
    const record = await readRecord(work, applicationId);
    if (!record || isMade(record.fileKey, record)) return null;
    const { registered_host: host } = await getPerson(work, record.row.account_id);
    const legal = await legalNamesFor(work, record.row.account_id, record.details);
    return { record, legal, host };
  });
  if (!parts) return;
  const { record } = parts;
  const pdf = await render(portal, parts);
  const hash = createHash('sha256').update(pdf).digest('hex');
  const key = `${filesOf(record)}${newId()}.sealed`;
  await keepSealed(portal, key, pdf);
  await portal.work('applications.keep-file', async (work) => {
    const application = await lockApplication(work, applicationId);
    const isOutdated = application.submittedAt?.getTime() !== record.submittedAt.getTime();
    const superfluous = isOutdated || isMade(application.fileKey, record) ? key : application.fileKey;
    if (superfluous) await work.enqueue(deleteFiles, { keys: [superfluous] });
    if (superfluous === key) return;
    application.fileKey = key;
    application.fileHash = hash;
  });
}

/** Where the files of a submission are stored. */
function filesOf({ row, submittedAt }: ApplicationRecord): string {
  return `applications/${row.id}/${submittedAt.getTime()}-`;
}

function isMade(key: string | null | undefined, record: ApplicationRecord): boolean {
  return key?.startsWith(filesOf(record)) ?? false;
}

interface FileParts {
  record: ApplicationRecord;
  legal: ProvenNames;
  /** The host where the applicant registered; the file has its brand. */
  host: string | null;
}

async function render(portal: Portal, { record, legal, host }: FileParts): Promise<Buffer> {
  const { row, submittedAt, details, records } = record;
  const letterhead = await letterheadOf(portal, await brandForHost(portal, host));
  const about = { title: 'Background Check Application', author: letterhead.name, made: submittedAt };
  const sheet = await Sheet.begin(about, letterhead);
  sheet.faint(`${row.package_descrip} by ${row.provider}, submitted ${formatMoment(submittedAt)}`);
  writeApplicant(sheet, details, legal);
  for (const signed of records) await writeAgreement(portal, sheet, signed);
  await writeCertificate(sheet, certificateOf(record));
  return sheet.finish(`Application ${row.id}`);
}

async function writeAgreement(portal: Portal, sheet: Sheet, record: SigningRecordRow): Promise<void> {
  sheet.rule();
  sheet.section(record.title);
  for (const { kind, text } of textBlocks(record.body)) sheet[kind](text);
  const typed = record.typed_name
    ? portal.keys.decrypt(record.typed_name, signatureAt.typedName(record.id))
    : null;
  const writeSignature = async () => {
    if (record.acknowledgement_text) sheet.paragraph(`[x] ${record.acknowledgement_text}`);
    if (record.signature_image) {
      const image = portal.keys.decryptBytes(record.signature_image, signatureAt.image(record.id));
      await sheet.picture(image, { width: 250, alt: `Signature under ${record.title}` });
    }
    sheet.facts([
      ['Agreed', formatMoment(record.signed_at)],
      [
        'Signature',
        typed ? `${typed} (typed)` : record.signature_kind === 'drawn' ? 'Drawn, above' : 'Not required',
      ],
      ['Document', `Version ${record.version}`],
    ]);
    sheet.hashes([['SHA-256', record.document_hash]]);
  };
  await sheet.together(writeSignature, { attached: true });
}
