import { listMyDisputes, saveAccept } from '#modules/applications/index.ts';
import { type Applicant, withResult } from './applicants.ts';
import type { ServedPortal } from './served-portal.ts';

/** A person who reported an error in a result that waited for them. */
export async function disputeResult(
  portal: ServedPortal,
  errortext: string,
  ssn = '900-00-0004',
): Promise<Applicant & { disputeid: string }> {
  const applicant = await withResult(portal, ssn);
  const disputeid = await reportError(applicant, errortext);
  await portal.runJobs();
  return { ...applicant, disputeid };
}

/**
 * Reports an error in the result that waits for the person.
 * @returns the id of the dispute
 */
export async function reportError(
  { visitor, applicationId: applicationid }: Applicant,
  errortext: string,
): Promise<string> {
  await visitor.perform(saveAccept, { applicationid, acceptterms: 'YES' });
  await visitor.perform(saveAccept, {
    applicationid,
    details: { cra_error_request: { errortext, items: ['County criminal'] } },
  });
  const { disputes } = await visitor.perform(listMyDisputes, {});
  return disputes[0]?.disputeid ?? '';
}
