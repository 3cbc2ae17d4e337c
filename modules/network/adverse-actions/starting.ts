import { z } from 'zod';
import { lockCheck } from '#modules/applications/index.ts';
import { permissiblePurposes } from '#modules/enterprise/fields.ts';
import { type CompanyCaller, companyMember } from '#modules/enterprise/index.ts';
import { recordAccess } from '#modules/identity/index.ts';
import { formatDate, newId, operation, type Work } from '#modules/platform/index.ts';
import { networkAudit } from '../audit.ts';
import { lockActionTargets, readActionTargets } from '../connections/carry-out.ts';
import { adverseForm } from '../forms.ts';
import type { NetworkCaller } from '../owner.ts';
import { Refusal } from '../refusals.ts';
import { attestedPurpose } from '../reports/purpose.ts';
import { takeCaseNumber } from './case-number.ts';
import { byCaller, writeEvidence } from './evidence.ts';
import { giveNotice, isReviewed, makeNotice } from './giving.ts';
import { type Offer, readOffer } from './offer.ts';
import { findPlace, type Place, placeIds, places } from './places.ts';
import { sealDetails } from './sealed.ts';
import { type AdverseDetails, namedResult, notice } from './shapes.ts';
import { tellPerson } from './telling.ts';

/**
 * How a company begins: it says where the person would work, what it may decide and why, sees the notice, and sends it
 * (D133). Staff who act for a member cannot (D16).
 */

const access = companyMember('admin');
const labelOf = (purpose: string): string =>
  permissiblePurposes[purpose as keyof typeof permissiblePurposes] ?? purpose;

const connectionInput = z.object({ connectionid: z.uuid() });

const asNetwork = (work: Work<CompanyCaller>): Work<NetworkCaller> => {
  const { companyId, teamRole } = work.caller;
  return work.as({ ...work.caller, owner: { companyId }, networkRole: teamRole });
};

async function readTarget(work: Work<CompanyCaller>, connectionid: string) {
  const [target] = await readActionTargets(asNetwork(work), [connectionid]);
  return target;
}

/** @throws Refusal not-found, network.adverse-disputed, network.adverse-no-score, network.adverse-open */
export const getAdverseOffer = operation({
  name: 'network.get-adverse-offer',
  summary:
    'What the caller’s company can name in an adverse action about a person of its network. The person sees it under who saw them.',
  access,
  kind: 'write',
  inPersonOnly: true,
  input: connectionInput,
  output: z.object({
    person: z.string(),
    report: z.object({ id: z.uuid(), made_at: z.date(), score: z.string(), shared: z.boolean() }),
    results: z.array(namedResult),
    /** Null while no purpose is on record. */
    purpose: attestedPurpose.nullable(),
    agency: z.string(),
    places: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
  async run(work, { connectionid }) {
    const target = await readTarget(work, connectionid);
    const { accountId, person, report, results, purpose } = await readOffer(work, target);
    const shared = target?.report_shared ?? false;
    await recordAccess(work, {
      personId: accountId,
      viewerAccountId: work.caller.accountId,
      viewerCompanyId: work.caller.companyId,
      kind: shared ? 'report' : 'score',
    });
    await work.audit({
      action: networkAudit.adverseOffered,
      about: accountId,
      object: { type: 'connection', id: connectionid },
    });
    const { scoreChangeId: id, madeAt: made_at, score, agency } = report;
    return {
      person,
      report: { id, made_at, score, shared },
      results,
      purpose,
      agency: agency.name,
      places: places.map(({ id, name }) => ({ id, name })),
    };
  },
});

const startInput = adverseForm.schema.extend({ ...connectionInput.shape, place: z.enum(placeIds) });
type Start = z.output<typeof startInput>;

/** The notice that `startAdverseAction` would send. */
export const previewAdverseAction = operation({
  name: 'network.preview-adverse-action',
  summary: 'The first notice of an adverse action as the person would get it.',
  access,
  // It quotes the report.
  kind: 'write',
  inPersonOnly: true,
  input: startInput,
  output: z.object({
    notice,
    /** A lawyer has reviewed the words of the notice. */
    reviewed: z.boolean(),
  }),
  async run(work, input) {
    const offer = await readOffer(work, await readTarget(work, input.connectionid));
    const { place, details } = checkStart(input, offer);
    const about = {
      companyId: work.caller.companyId,
      place,
      days: Number(input.days),
      details,
      report: offer.report,
      again: null,
    };
    await work.audit({
      action: networkAudit.adverseOffered,
      about: offer.accountId,
      object: { type: 'connection', id: input.connectionid },
    });
    return { notice: await makeNotice(work, 'first', about), reviewed: isReviewed(place) };
  },
});

/**
 * @throws Refusal not-found, network.purpose-needed, network.adverse-disputed, network.adverse-no-score,
 * network.adverse-open, network.adverse-report-changed, network.adverse-results, network.adverse-assessment,
 * network.adverse-unreviewed in production
 */
export const startAdverseAction = operation({
  name: 'network.start-adverse-action',
  summary: 'Starts an adverse action: the person gets the first notice.',
  access,
  kind: 'write',
  inPersonOnly: true,
  input: startInput,
  output: z.object({ adverseid: z.uuid() }),
  async run(work, input) {
    const { companyId, accountId } = work.caller;
    const { connectionid } = input;
    // A dispute locks the check before its people, and a dispute that begins at the same moment has to come first or last.
    const found = await readOffer(work, await readTarget(work, connectionid));
    await lockCheck(work, found.report.applicationId);
    const [target] = await lockActionTargets(asNetwork(work), [connectionid]);
    const offer = await readOffer(work, target);
    const { place, details } = checkStart(input, offer);
    if (!offer.purpose) throw new Refusal('network.purpose-needed');
    requireReviewed(work, place);
    const id = newId();
    const row = {
      id,
      company_id: companyId,
      account_id: offer.accountId,
      application_id: offer.report.applicationId,
      score_change_id: offer.report.scoreChangeId,
      place: place.id,
      wait_days: Number(input.days),
      round: 1,
    };
    // Without consent to electronic documents, the notice has to be posted.
    const paper_since = offer.report.electronic ? null : work.now;
    await takeCaseNumber((case_number) =>
      work.db
        .insertInto('adverse_action')
        .values({
          ...row,
          case_number,
          details: sealDetails(work.portal.keys, id, details),
          started_at: work.now,
          started_by_account_id: accountId,
          paper_since,
        })
        .onConflict((conflict) => conflict.column('case_number').doNothing())
        .returning('id')
        .executeTakeFirst(),
    );
    const by = byCaller(work.caller);
    const { purpose, attested_by, attested_at } = offer.purpose;
    await writeEvidence(work, id, 'purpose', {
      by,
      note: `${labelOf(purpose)}: attested by ${attested_by} on ${formatDate(attested_at, place.timeZone)}`,
    });
    const note = await giveNotice(work, 'first', row, details);
    await writeEvidence(work, id, 'started', { by, note });
    await tellPerson(work, { ...row, paper_since }, 'first');
    await work.audit({
      action: networkAudit.adverseStarted,
      about: offer.accountId,
      object: { type: 'adverse_action', id },
    });
    return { adverseid: id };
  },
});

/** @throws Refusal network.adverse-unreviewed in production, where only words that a lawyer has reviewed are sent */
export function requireReviewed({ portal }: Pick<Work, 'portal'>, place: Place): void {
  if (portal.config.environment === 'production' && !isReviewed(place)) {
    throw new Refusal('network.adverse-unreviewed');
  }
}

function checkStart(
  { place: placeId, decision, results, assessment, report }: Start,
  offer: Offer,
): { place: Place; details: AdverseDetails } {
  const place = findPlace(placeId);
  if (!place) throw new Error(`no place of work '${placeId}'`);
  if (report !== offer.report.scoreChangeId) throw new Refusal('network.adverse-report-changed');
  const named = offer.results.filter(({ search }) => results.includes(search));
  const known = results.every((search) => named.some((each) => each.search === search));
  if (!known || (offer.results.length > 0 && named.length === 0)) {
    throw new Refusal('network.adverse-results', { field: 'results' });
  }
  if (place.assessment && !assessment)
    throw new Refusal('network.adverse-assessment', { field: 'assessment' });
  return { place, details: { person: offer.person, decision, results: named, assessment: assessment ?? '' } };
}
