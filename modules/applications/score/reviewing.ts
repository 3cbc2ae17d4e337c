import { z } from 'zod';
import { legalNameOf } from '#modules/identity/index.ts';
import { tick } from '#modules/platform/fields/kinds.ts';
import { anyone, operation, person, schemaOf, type Work, yesNo } from '#modules/platform/index.ts';
import { type ApplicationRow, getOwnApplication } from '../applications.ts';
import { finding } from '../cra/port.ts';
import { readOpenCases, readStatements } from '../disputes/reading.ts';
import type { ScoreChangeState } from '../entities/score.ts';
import { disputeKinds } from '../entities/score.ts';
import { pendingInvites } from '../events.ts';
import { type AcceptanceStep, acceptanceSteps } from '../fields.ts';
import { disputeForm, scoreReviewForm, scoreSharingForm } from '../forms.ts';
import { hasProof } from '../linking/proof.ts';
import { applicationAnswer, presentApplication } from '../overview.ts';
import { Refusal } from '../refusals.ts';
import { readFindings } from '../reports/findings.ts';
import { requireOwner } from '../status-changes.ts';
import { fullName } from '../steps/details.ts';
import { openSubmittedDetails } from '../submission/submitting.ts';
import { applicationsTexts } from '../texts.ts';
import {
  acceptScore,
  acceptScoreTerms,
  expirationFrom,
  lockScoreChange,
  reportError,
  saveSharing,
} from './acceptance.ts';
import { approvalCode, codeThrottle, type ResolvedCode, resolveCode } from './approval.ts';

/** The score acceptance: data and actions of its steps (doc2 §4.5). */

const invite = z.object({
  id: z.uuid(),
  firstname: z.string(),
  lastname: z.string(),
  businessname: z.string(),
  invite_dts: z.date(),
  accepted: yesNo,
  /** Accepting shares the report too (D59). */
  network_requires_pdf: yesNo,
  /** The companies that will see the person as well (D55). */
  also_seen_by: z.array(z.string()),
});

const pendingApproval = z.object({
  scorechangeid: z.uuid(),
  scorechangetype: z.string(),
  icscore: z.string(),
  previous_icscore: z.string().nullable(),
  ready_dts: z.date(),
  findings: z.array(finding),
  acceptterms: yesNo,
  reviewaction: z.enum(['accept', 'reporterror']).nullable(),
  /** What the person reported (at most one dispute and one request for a block), and by when each must be answered. */
  cases: z.array(
    z.object({
      disputeid: z.uuid(),
      kind: z.enum(disputeKinds),
      received_dts: z.date(),
      due_dts: z.date(),
    }),
  ),
  /** The person's own statements about disputed results of this check. */
  statements: z.array(z.object({ items: z.array(z.string()), text: z.string() })),
  /** The full legal name that was submitted (D98). */
  holder: z.string(),
  /** The person's ShieldID; null before the first one is issued. */
  certification_number: z.string().nullable(),
  /** yyyy-MM-dd */
  certification_expiration: z.string().nullable(),
  /** yyyy-MM-dd: until when the score is valid if it is accepted now. */
  valid_through: z.string(),
  terms_html: z.string(),
  network_autoacceptinvite: yesNo,
  network_searchresults: yesNo,
  /** Whether the person agreed to monitoring, and the words in which they are asked. */
  monitoring: yesNo,
  monitoring_words: z.string(),
  pendingInvites: z.array(invite),
  /** The number of the next step (`acceptanceSteps`). */
  nextstep: z.number().int(),
});

const approvalAnswer = z.object({
  application: applicationAnswer,
  pendingapproval: pendingApproval.nullable(),
});

export const getMyApplication = operation({
  name: 'applications.get-application',
  summary: "One of the caller's background checks, and the score that is waiting for them.",
  access: person,
  kind: 'read',
  input: z.object({ applicationid: z.uuid() }),
  output: approvalAnswer,
  async run(work, { applicationid }) {
    return readApproval(work, await getOwnApplication(work, work.caller.accountId, applicationid));
  },
});

export const getApplicationFromCode = operation({
  name: 'applications.get-application-from-code',
  summary: 'The background check of an approval link, for a reader who has proven who they are.',
  access: anyone,
  kind: 'read',
  input: z.object({ pendingapprovalcode: approvalCode, applicationid: z.uuid().optional() }),
  output: approvalAnswer,
  throttle: codeThrottle,
  async run(work, { pendingapprovalcode, applicationid }) {
    return readApproval(work, await getApplicationOfCode(work, pendingapprovalcode, applicationid));
  },
});

/** @throws Refusal not-found, applications.proof-needed */
async function getApplicationOfCode(
  work: Parameters<typeof hasProof>[0] & Pick<Work, 'row'>,
  code: string,
  applicationId: string | undefined,
): Promise<ResolvedCode> {
  const resolved = await resolveCode(work, code);
  if (applicationId && applicationId !== resolved.id) {
    throw new Refusal('not-found', { detail: 'the code is for another application' });
  }
  if (!hasProof(work, resolved)) throw new Refusal('applications.proof-needed');
  return resolved;
}

async function readApproval(
  work: Work<unknown>,
  row: ApplicationRow,
): Promise<z.output<typeof approvalAnswer>> {
  const application = presentApplication(row);
  const change = await findChange(work, row.id);
  if (!change) return { application, pendingapproval: null };
  const submitted = change.submitted_details
    ? openSubmittedDetails(work, row.id, change.submitted_details)
    : null;
  return {
    application,
    pendingapproval: {
      scorechangeid: change.id,
      scorechangetype: change.score_change_type,
      icscore: change.score,
      previous_icscore: change.previous_score,
      ready_dts: change.created_at,
      findings: readFindings(work, change.id, change.findings),
      acceptterms: change.terms_version_id !== null,
      reviewaction: decisionOf(change.state),
      cases: change.state === 'disputed' ? await readOpenCases(work, row.id) : [],
      statements: change.has_statements ? await readStatements(work, row.id) : [],
      holder: fullName(legalNameOf(change) ?? submitted ?? change),
      certification_number: change.shield_id,
      certification_expiration: change.expiration,
      valid_through: await expirationFrom(
        work,
        { id: row.id, accountId: row.account_id, packageId: row.package_id },
        { scoreChangeType: change.score_change_type },
      ),
      terms_html: change.terms_html,
      network_autoacceptinvite: change.network_autoacceptinvite,
      network_searchresults: change.network_searchresults,
      monitoring: change.monitoring_consent_id !== null,
      monitoring_words: applicationsTexts['monitoring.consent'],
      pendingInvites:
        change.state === 'accepted' ? await pendingInvites.of(work.portal)(work, row.account_id) : [],
      nextstep: acceptanceSteps[nextStep(change.state, change.terms_version_id, change.sharing_saved_at)],
    },
  };
}

/** The newest score change of an application with everything that its pages show, in one query. */
function findChange(work: Pick<Work, 'db'>, applicationId: string) {
  return work.db
    .selectFrom('score_change as change')
    .innerJoin('application', 'application.id', 'change.application_id')
    .innerJoin('account', 'account.id', 'change.account_id')
    .innerJoin('terms_version as terms', (join) =>
      join.on('terms.kind', '=', 'score').on('terms.is_current', '=', true),
    )
    .leftJoin('monitoring_consent as consent', (join) =>
      join.onRef('consent.account_id', '=', 'change.account_id').on('consent.withdrawn_at', 'is', null),
    )
    .leftJoin('shield_score as active', (join) =>
      join.onRef('active.account_id', '=', 'change.account_id').on('active.ended_at', 'is', null),
    )
    .select([
      'change.id',
      'change.score_change_type',
      'change.score',
      'change.previous_score',
      'change.state',
      'change.findings',
      'change.created_at',
      'change.terms_version_id',
      'change.sharing_saved_at',
      'account.firstname',
      'account.middlename',
      'account.lastname',
      'account.namesuffix',
      'account.legal_firstname',
      'account.legal_middlename',
      'account.legal_lastname',
      'account.legal_namesuffix',
      'account.legal_source',
      'account.legal_at',
      'application.submitted_details',
      'account.network_autoacceptinvite',
      'account.network_searchresults',
      'active.shield_id_number as shield_id',
      'active.expiration',
      'terms.html as terms_html',
      'consent.id as monitoring_consent_id',
    ])
    .select((row) =>
      row
        .exists(
          row
            .selectFrom('dispute as said')
            .select('said.id')
            .whereRef('said.application_id', '=', 'change.application_id')
            .where('said.statement', 'is not', null),
        )
        .as('has_statements'),
    )
    .where('change.application_id', '=', applicationId)
    .orderBy('change.created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

function decisionOf(state: ScoreChangeState): 'accept' | 'reporterror' | null {
  if (state === 'accepted') return 'accept';
  return state === 'disputed' ? 'reporterror' : null;
}

/** The step to continue with. */
function nextStep(
  state: ScoreChangeState,
  termsVersionId: string | null | undefined,
  sharingSavedAt: Date | null | undefined,
): AcceptanceStep {
  if (state === 'pending') return termsVersionId ? 'review' : 'intro';
  if (state === 'disputed') return 'correction';
  return state === 'accepted' && !sharingSavedAt ? 'sharing' : 'end';
}

const flag = schemaOf(tick(''));

const decision = z.object({
  applicationid: z.uuid(),
  acceptterms: flag,
  downloadlinkclicked: flag,
  reviewaction: scoreReviewForm.schema.shape.reviewaction.optional(),
  details: z
    .union([
      z.object({ cra_error_request: disputeForm.schema }),
      z.object({ update_sharing: scoreSharingForm.schema }),
    ])
    .optional(),
});
const decided = z.object({
  applicationid: z.uuid(),
  composite_status_code: z.string(),
  /** The documents' step to show next. */
  nextstep: z.number().int(),
});

export const saveAccept = operation({
  name: 'applications.save-accept',
  summary: 'Saves one step of the score acceptance: terms, decision, report of an error, or sharing choices.',
  access: person,
  inPersonOnly: true,
  kind: 'write',
  input: decision,
  output: decided,
  async run(work, input) {
    const row = await getOwnApplication(work, work.caller.accountId, input.applicationid);
    return saveDecision(work, row, input);
  },
});

export const saveAcceptFromCode = operation({
  name: 'applications.save-accept-from-code',
  summary: 'The same as save-accept, for the reader of an approval link who has proven who they are.',
  access: anyone,
  inPersonOnly: true,
  kind: 'write',
  input: decision.extend({ pendingapprovalcode: approvalCode }),
  output: decided,
  throttle: codeThrottle,
  async run(work, input) {
    const row = await getApplicationOfCode(work, input.pendingapprovalcode, input.applicationid);
    return saveDecision(work, row, input, row.score_change_id);
  },
});

/** @param about the score that the reader of an approval link decides on; another may have come meanwhile */
async function saveDecision(
  work: Work<unknown>,
  { id, account_id: owner }: { id: string; account_id: string },
  input: z.output<typeof decision>,
  about?: string,
): Promise<z.output<typeof decided>> {
  const { application, change } = await lockScoreChange(work, id);
  requireOwner(application, owner);
  if (about && about !== change.id)
    throw new Refusal('not-found', { detail: 'the code is for an earlier score' });
  if (input.acceptterms) await acceptScoreTerms(work, change);
  if (input.downloadlinkclicked) change.downloadLinkClicked = true;
  if (input.reviewaction === 'accept') await acceptScore(work, application, change);
  const { details } = input;
  if (details && 'cra_error_request' in details) {
    await reportError(work, application, change, details.cra_error_request);
  }
  if (details && 'update_sharing' in details) await saveSharing(work, change, details.update_sharing);
  const step = nextStep(change.state, change.termsVersionId, change.sharingSavedAt);
  const reporting = input.reviewaction === 'reporterror' && change.state === 'pending';
  return {
    applicationid: application.id,
    composite_status_code: application.status,
    nextstep: acceptanceSteps[reporting ? 'error' : step],
  };
}
