import { PDFDocument } from '@cantoo/pdf-lib';
import { type Applicant, addressIn, answer, nameOf } from './applicants.ts';

/** A PDF with empty pages, as if scanned. */
export async function makePdf(pages = 2): Promise<Buffer> {
  const document = await PDFDocument.create();
  for (let page = 0; page < pages; page += 1) document.addPage();
  return Buffer.from(await document.save({ useObjectStreams: false }));
}

/** Chooses paper at the start and enters the details, so that the application waits for its package. */
export async function choosePaper(applicant: Applicant, ssn = '900-00-0001'): Promise<void> {
  await answer(applicant, { signature_choice: 'paper' });
  await answer(applicant, { selected_jurisdictions: [], none: 'YES' });
  await answer(applicant, nameOf(ssn));
  await answer(applicant, addressIn('TX'));
}
