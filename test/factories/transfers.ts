import { linkProfiles } from '#modules/admin/index.ts';
import { sql } from '#modules/platform/index.ts';
import {
  type Applicant,
  acceptResult,
  addressIn,
  agree,
  answer,
  nameOf,
  newApplicant,
  payFor,
} from '#test/factories/applicants.ts';
import {
  newPersonWithoutTwoStep,
  newStaff,
  type PersonWanted,
  type Registered,
  signIn,
} from '#test/factories/people.ts';
import type { VisitedPortal } from '#test/visitor.ts';

/** People with two accounts, and checks that staff move from one account to the other. */

export interface CheckedPerson extends Applicant {
  /** The check's number at the agency. */
  profile: string;
}

/** A person whose accepted check was made with one of two accounts. */
export async function newCheckedPerson(
  portal: VisitedPortal,
  ssn: string,
  wanted: PersonWanted = {},
): Promise<CheckedPerson> {
  const name = { firstname: 'Pat', lastname: 'Person', ...wanted };
  return finish(portal, await newApplicant(portal, name), ssn, name);
}

/** Another accepted check of the same account; its score is the active one. */
export async function addAcceptedCheck(
  portal: VisitedPortal,
  person: CheckedPerson,
  ssn: string,
): Promise<CheckedPerson> {
  const visitor = await signIn(portal, person);
  const applicationId = await payFor(portal, person.accountId);
  return finish(portal, { ...person, visitor, applicationId }, ssn, { firstname: 'Pat', lastname: 'Person' });
}

async function finish(
  portal: VisitedPortal,
  applicant: Applicant,
  ssn: string,
  name: PersonWanted,
): Promise<CheckedPerson> {
  for (let consent = 0; consent < 3; consent += 1) await agree(applicant);
  await answer(applicant, { selected_jurisdictions: [], none: 'YES' });
  await answer(applicant, nameOf(ssn, name));
  await answer(applicant, addressIn('TX'));
  await answer(applicant, { submit_application: 'YES' });
  await portal.runJobs();
  await acceptResult(applicant);
  await portal.runJobs();
  return { ...applicant, profile: await profileOf(portal, applicant.applicationId) };
}

/** The person's other account, which has no check yet. */
export const newOtherAccount = (portal: VisitedPortal, wanted: PersonWanted = {}): Promise<Registered> =>
  newPersonWithoutTwoStep(portal, { firstname: 'Pat', lastname: 'Person', ...wanted });

export async function profileOf(portal: VisitedPortal, applicationId: string): Promise<string> {
  const { rows } = await sql<{ number: string }>`
    select profile_number as number from cra_order where application_id = ${applicationId}
    order by attempt desc limit 1`.execute(portal.db);
  return rows[0]?.number ?? '';
}

export const moveReason = 'Registered twice: the old address is gone';

type Wanted = Partial<Parameters<typeof linkProfiles.run>[1]>;

/** As a member of staff who has just signed in, because tests move the clock. */
export async function link(
  portal: VisitedPortal,
  { accountId }: { accountId: string },
  checks: readonly { profile: string }[],
  more: Omit<Wanted, 'confirm_name'> & { confirm_name?: 'YES' | 'NO' } = {},
) {
  const { visitor } = await newStaff(portal);
  return visitor.perform(linkProfiles, {
    userid: accountId,
    newprofileids: checks.map(({ profile }) => profile),
    note: moveReason,
    ...more,
  });
}
