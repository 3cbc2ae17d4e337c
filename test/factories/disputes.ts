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
  const { visitor, applicationId: applicationid } = applicant;
  await visitor.perform(saveAccept, { applicationid, acceptterms: 'YES' });
  await visitor.perform(saveAccept, {
    applicationid,
    details: { cra_error_request: { errortext, items: ['County criminal'] } },
  });
  await portal.runJobs();
  const { disputes } = await visitor.perform(listMyDisputes, {});
  return { ...applicant, disputeid: disputes[0]?.disputeid ?? '' };
}
