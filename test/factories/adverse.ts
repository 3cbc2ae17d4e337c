import { openDispute } from '#modules/applications/index.ts';
import {
  acceptInvite,
  attestPurpose,
  getAdverseOffer,
  newInvite,
  setShareDetails,
  startAdverseAction,
} from '#modules/network/index.ts';
import { type InputOf, newId, sql } from '#modules/platform/index.ts';
import { type Applicant, acceptResult, withResult } from '#test/factories/applicants.ts';
import { newCompany, newScoredPerson, type TestCompany, type TestResult } from '#test/factories/network.ts';
import { type Registered, signIn } from '#test/factories/people.ts';
import { rowOf, rowsOf } from '#test/sql.ts';
import type { VisitedPortal } from '#test/visitor.ts';
import { postCallback } from './agency-callbacks.ts';
import type { ServedPortal } from './served-portal.ts';

export interface Sharing extends Applicant {
  company: TestCompany;
  connectionid: string;
}

/** What the report of `newSharing` says. */
export const convicted: TestResult = {
  findings: [
    {
      search: 'County Criminal Search',
      scope: 'Travis County, TX',
      places: [],
      searched_on: null,
      result: '1 record',
      clear: false,
      records: [
        {
          description: 'Criminal trespass, misdemeanor',
          place: 'Travis County, TX',
          recorded_on: '2024-08-06',
        },
      ],
    },
    {
      search: 'Motor Vehicle Record',
      scope: 'Texas',
      places: [],
      searched_on: null,
      result: 'No violations',
      clear: true,
      records: [],
    },
  ],
  report: Buffer.from('%PDF-1.4\n% a report of the tests\n'),
};

/** A company whose purpose is on record. */
async function newEmployer(portal: VisitedPortal): Promise<TestCompany> {
  const company = await newCompany(portal);
  await company.owner.visitor.perform(attestPurpose, { purpose: 'employment', attested: 'YES' });
  return company;
}

/**
 * A person with a conviction in the report, who shares it with a company whose purpose is on record. The rows of the
 * check are inserted directly.
 */
export async function newSharing(portal: VisitedPortal, company?: TestCompany): Promise<Sharing> {
  const person = await newScoredPerson(portal, { score: 'IC03', result: convicted });
  await rowsOf(
    portal,
    sql`update account set address1 = '12 Oak Street', city = 'Austin', state = 'TX', postalcode = '78701'
      where id = ${person.accountId}`,
  );
  const check = await rowOf(
    portal,
    sql<{ id: string }>`
      insert into signing_record (id, application_id, consent_document_id, document_hash, signature_kind, signed_at,
        address, agent)
      select ${newId()}, a.id, d.id, d.content_hash, 'none', a.ordered_at, '', ''
      from application a, consent_document d where a.account_id = ${person.accountId} and d.kind = 'esign' limit 1
      returning application_id as id`,
  );
  return share(portal, { ...person, applicationId: check?.id ?? '' }, company);
}

/** The same with a check that the agency made, so that it can correct its report. */
export async function newCheckedSharing(portal: VisitedPortal): Promise<Sharing> {
  const person = await withResult(portal, '900-00-0004');
  await acceptResult(person);
  return share(portal, person);
}

async function share(portal: VisitedPortal, person: Applicant, wanted?: TestCompany): Promise<Sharing> {
  const company = wanted ?? (await newEmployer(portal));
  const { inviteid: connectionid } = await company.owner.visitor.perform(newInvite, {
    touser: person.emailaddress,
  });
  await person.visitor.perform(acceptInvite, { inviteid: connectionid });
  await person.visitor.perform(setShareDetails, { connectionid, reportshared: 'YES' });
  return { ...person, company, connectionid };
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
  portal: VisitedPortal,
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
