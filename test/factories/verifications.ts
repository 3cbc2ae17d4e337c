import {
  checkMyVerification,
  completeMyVerification,
  getVerificationStatus,
  startVerification,
} from '#modules/applications/index.ts';
import { takeImages } from '#sandboxes/idv/index.ts';
import {
  type Applicant,
  addressIn,
  agree,
  answer,
  nameOf,
  payUnverified,
} from '#test/factories/applicants.ts';
import { newPerson } from '#test/factories/people.ts';
import type { VisitedPortal } from '#test/visitor.ts';

/** A person who has done every step before the ID verification. The last name determines its outcome. */
export async function atVerification(
  portal: VisitedPortal,
  lastname: string,
  ssn = '900-00-0002',
): Promise<Applicant> {
  const registered = await newPerson(portal, { lastname });
  const applicant = { ...registered, applicationId: await payUnverified(portal, registered.accountId) };
  for (let consent = 0; consent < 3; consent += 1) await agree(applicant);
  await answer(applicant, { selected_jurisdictions: [], none: 'YES' });
  await answer(applicant, nameOf(ssn, { lastname }));
  await answer(applicant, addressIn('TX'));
  return applicant;
}

const of = ({ applicationId: applicationid }: Applicant) => ({ applicationid });

export const startRun = (applicant: Applicant, override = false) =>
  applicant.visitor.perform(startVerification, { ...of(applicant), override });

export const checkRun = (applicant: Applicant) =>
  applicant.visitor.perform(checkMyVerification, of(applicant));

export const pollRun = (applicant: Applicant) =>
  applicant.visitor.perform(getVerificationStatus, of(applicant));

/** Reports that the images were taken, as the provider's page does when it redirects back. */
export const completeRun = (applicant: Applicant) =>
  applicant.visitor.perform(completeMyVerification, of(applicant));

/** Starts, takes the images and returns. The jobs then bring the result. */
export async function takeAll(portal: VisitedPortal, applicant: Applicant): Promise<string> {
  const { workflow_run_id: run } = await startRun(applicant);
  await takeImages(portal, run);
  await completeRun(applicant);
  return run;
}
