import { brandForHost, letterheadOf } from '#modules/enterprise/index.ts';
import { getPerson } from '#modules/identity/index.ts';
import { type Portal, textBlocks, type Work } from '#modules/platform/index.ts';
import { getApplication } from '../applications.ts';
import { applicationsAudit } from '../audit.ts';
import { writeApplicant } from '../pdf/applicant.ts';
import { type Box, Sheet } from '../pdf/sheet.ts';
import { Refusal } from '../refusals.ts';
import { lockApplication } from '../status-changes.ts';
import { fullName } from '../steps/details.ts';
import { type Progress, readProgress } from '../steps/progress.ts';
import { readSubmittedDetails } from '../submission/submitting.ts';
import { findOpenPackage } from './packages.ts';

interface PaperForm {
  pdf: Buffer;
  boxes: readonly Box[];
}

/**
 * The application as a PDF to print, sign and send back. The SSN is masked, because the agency gets it from the portal
 * (D44).
 */
export async function makePaperForm(
  portal: Portal,
  work: Work<unknown>,
  { application: row, documents: applicantDocuments, identity }: Progress,
): Promise<PaperForm> {
  const details = await readSubmittedDetails(work, row.id);
  if (!details) throw new Refusal('applications.moved-on', { detail: 'no frozen details' });
  const { registered_host: host } = await getPerson(work, row.account_id);
  const letterhead = await letterheadOf(portal, await brandForHost(portal, host));
  const about = { title: 'Background Check Application', author: letterhead.name, made: work.now };
  const sheet = await Sheet.begin(about, letterhead);
  sheet.faint(`Sign each box with a pen and date it. ${row.package_descrip} by ${row.provider}`);
  writeApplicant(sheet, details);
  // A person who signs on paper does not agree to sign electronically.
  const documents = applicantDocuments.filter(({ kind }) => kind !== 'esign');
  for (const document of documents) {
    sheet.rule();
    sheet.section(document.title);
    for (const { kind, text } of textBlocks(document.body)) sheet[kind](text);
    const writeBox = () => {
      if (document.acknowledgement_text) sheet.paragraph(`[  ] ${document.acknowledgement_text}`);
      sheet.signatureBox(document.title, `Signature of ${fullName(details)}`);
      sheet.faint(`Version ${document.version}, SHA-256 ${document.content_hash}`);
    };
    await sheet.together(writeBox, { attached: true });
  }
  // Last, so that the boxes have the same place with and without it.
  if (identity !== null && identity !== 'verified') {
    sheet.rule();
    sheet.section('Copy of your ID');
    sheet.paragraph(
      'Enclose a copy of the front and the back of your driver’s license or state ID, or of the page of your passport with your photo. It must not be expired. You don’t need to if you verify your ID online.',
    );
  }
  return { pdf: await sheet.finish(`Application ${row.id}`), boxes: sheet.boxes };
}

/** Records that the applicant downloaded the form. */
export async function noteDownload(work: Work<unknown>, applicationId: string): Promise<void> {
  const application = await lockApplication(work, applicationId);
  const found = await findOpenPackage(work, application);
  if (!found) throw new Refusal('applications.moved-on', { detail: 'no open package' });
  found.downloadedAt = work.now;
  await work.audit({
    action: applicationsAudit.packageDownloaded,
    about: application.accountId,
    object: { type: 'application', id: applicationId },
  });
}

/** Where on the form of an application the boxes to sign in are. */
export async function boxesOf(work: Work<unknown>, applicationId: string): Promise<readonly Box[]> {
  const { account_id: accountId } = await getApplication(work, applicationId);
  const progress = await readProgress(work, accountId, applicationId);
  return (await makePaperForm(work.portal, work, progress)).boxes;
}
