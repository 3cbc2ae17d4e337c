import { z } from 'zod';
import { applicationDetail, packageReview, reviewPackage } from '#modules/applications/index.ts';
import { openForPeople, operation, staff } from '#modules/platform/index.ts';
import { notesAbout, sealedNotes, withTexts } from '../user/notes.ts';

/** A note of staff about one application (doc3 §3, Application detail). */
const applicationNote = z.object({
  dts: z.date(),
  admin_name: z.string(),
  admin_emailaddress: z.string(),
  /** Null once the person has been erased. */
  note: z.string().nullable(),
});

/**
 * @throws Refusal not-found, applications.moved-on, applications.package-changed, invalid-input if there is no reason
 */
export const reviewApplicationDetails = operation({
  name: 'admin.review-application-details',
  summary: 'A paper application with its details and notes; with `approve`, the decision about it.',
  access: staff,
  kind: 'write',
  input: packageReview,
  output: z.object({ details: applicationDetail, notes: z.array(applicationNote) }),
  async run(work, input) {
    const details = await reviewPackage(work, input);
    const { userid, applicationid } = details;
    const rows = (await work.rows(notesAbout(userid))).filter((note) => note.applicationid === applicationid);
    const texts = await openForPeople(work.db, work.portal.keys, sealedNotes(userid, rows));
    const notes = withTexts(rows, texts).map(({ dts, authorname, authoremailaddress, note }) => ({
      dts,
      admin_name: authorname,
      admin_emailaddress: authoremailaddress,
      note,
    }));
    return { details, notes };
  },
});
