import { openDispute } from '#modules/applications/index.ts';
import {
  acceptInvite,
  attestPurpose,
  getAdverseOffer,
  newInvite,
  setShareDetails,
  startAdverseAction,
} from '#modules/network/index.ts';
import type { InputOf } from '#modules/platform/index.ts';
import { type Applicant, acceptResult, withResult } from '#test/factories/applicants.ts';
import { newCompany, type TestCompany } from '#test/factories/network.ts';
import { type Registered, signIn } from '#test/factories/people.ts';
import { postCallback } from './agency-callbacks.ts';
import type { ServedPortal } from './served-portal.ts';

export interface Sharing extends Applicant {
  company: TestCompany;
  connectionid: string;
}

/** A person with a conviction in the report, who shares it with a company whose purpose is on record. */
export async function newSharing(portal: ServedPortal, company?: TestCompany): Promise<Sharing> {
  const person = await withResult(portal, '900-00-0004');
  await acceptResult(person);
  const owned = company ?? (await newCompany(portal));
  if (!company) {
    await owned.owner.visitor.perform(attestPurpose, { purpose: 'employment', attested: 'YES' });
  }
  const { inviteid: connectionid } = await owned.owner.visitor.perform(newInvite, {
    touser: person.emailaddress,
  });
  await person.visitor.perform(acceptInvite, { inviteid: connectionid });
  await person.visitor.perform(setShareDetails, { connectionid, reportshared: 'YES' });
  return { ...person, company: owned, connectionid };
}

type Start = InputOf<typeof startAdverseAction>;

/** What a company fills in, with the first result of the report. */
export async function startOf(
  { company, connectionid }: Sharing,
  wanted: Partial<Start> = {},
  { visitor }: Pick<Registered, 'visitor'> = company.owner,
): Promise<Start> {
  const { report, results } = await visitor.perform(getAdverseOffer, { connectionid });
  return {
    connectionid,
    report: report.id,
    place: 'TX',
    days: '7',
    decision: 'give you site access',
    results: results.slice(0, 1).map(({ search }) => search),
    ...wanted,
  };
}

/** An adverse action whose notice was mailed. @returns its id */
export async function startAdverse(
  portal: ServedPortal,
  sharing: Sharing,
  wanted: Partial<Start> = {},
): Promise<string> {
  // Sessions end while the clock moves.
  const visitor = await signIn(portal, sharing.company.owner);
  const input = await startOf(sharing, wanted, { visitor });
  const { adverseid } = await visitor.perform(startAdverseAction, input);
  await portal.runJobs();
  return adverseid;
}

/** The person disputes the report. @returns the id of the dispute */
export async function disputeReport({ visitor, applicationId }: Applicant): Promise<string> {
  const { disputeid } = await visitor.perform(openDispute, {
    applicationid: applicationId,
    errortext: 'no answer to this one',
    items: [],
  });
  return disputeid;
}

/** The agency's answer to a dispute. */
export function answerDispute(
  portal: ServedPortal,
  { applicationId }: Applicant,
  dispute_id: string,
  answer: { outcome: 'confirmed' } | { outcome: 'corrected'; score: string; findings: object[] },
): Promise<unknown> {
  return postCallback(portal, applicationId, {
    type: 'disputeresult',
    dispute_id,
    explanation: 'We looked into it.',
    ...answer,
  });
}
