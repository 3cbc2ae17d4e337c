import { formatDuration, type KeptData } from '#modules/platform/index.ts';
import { applicationsTimings } from './limits.ts';
import { LINK_COUNT_KEPT, proofCountsSweep } from './linking/wrong-proofs.ts';
import { APPROVAL_CODE_KEPT, approvalCodesSweep } from './score/approval-codes.ts';
import { IMAGES_KEPT } from './verification/deciding.ts';
import { verificationImagesSweep } from './verification/index.ts';

const screeningLaw = 'Fair Credit Reporting Act (15 U.S.C. 1681b, 1681p)';

/** What applications keeps (D140). */
export const applicationsRetention: readonly KeptData[] = [
  {
    name: 'applications.checks',
    what: 'Applications, what was signed, orders at the agency, reports, scores, ShieldIDs, disputes, monitoring',
    why: 'To prove that every check was asked for and done as the law says',
    howLong: 'As long as the portal runs, also after the account is erased',
    basis: screeningLaw,
    end: 'An erasure takes away what the proof does not need: drafts, typed details, SSN, open results.',
    tables: [
      'application',
      'application_draft',
      'application_step',
      'application_jurisdiction',
      'application_status_change',
      'application_text',
      'signing_record',
      'saved_signature',
      'manual_package',
      'cra_order',
      'check_progress',
      'check_transfer',
      'score_change',
      'shield_score',
      'shield_id',
      'archived_shield_id',
      'expiration_change',
      'renewal_reminder',
      'text_consent',
      'monitored_profile',
      'monitoring_consent',
      'monitoring_update',
      'dispute',
      'dispute_document',
      'dispute_message',
    ],
    sweeps: [],
  },
  {
    name: 'applications.verification-images',
    what: 'Pictures and video of an ID verification, here and at the provider',
    why: 'So that a decision can be looked at again',
    howLong: `${formatDuration(IMAGES_KEPT)} after the decision; at once when the account is erased`,
    basis: 'The rule on ID verification',
    decisions: ['D43'],
    end: 'The files are deleted here, and the provider is asked to delete its copy. The result stays with the check.',
    tables: ['id_verification'],
    sweeps: [verificationImagesSweep],
  },
  {
    name: 'applications.approval-codes',
    what: 'Links to look at a result, as hashes',
    why: 'To open the result from an email',
    howLong: `${formatDuration(APPROVAL_CODE_KEPT)} after they expired, which is ${formatDuration(applicationsTimings['approval.code-life'])} after they were made`,
    basis: 'The rule on links to a result',
    decisions: ['D45'],
    end: 'Deleted.',
    tables: ['approval_code'],
    sweeps: [approvalCodesSweep],
  },
  {
    name: 'applications.proof-counts',
    what: 'Counts of wrong proofs for a link or a former ShieldID',
    why: 'To stop guessing',
    howLong: `${formatDuration(LINK_COUNT_KEPT)} for a link; for a former ShieldID as long as it can be claimed`,
    basis: 'The rule on wrong proofs',
    decisions: ['D127'],
    end: 'Deleted.',
    tables: ['wrong_proof_count'],
    sweeps: [proofCountsSweep],
  },
  {
    name: 'applications.catalog',
    what: 'Agencies, packages, steps, jurisdictions and consent documents. Nothing about people',
    why: 'What was sold and signed keeps the version it began with',
    howLong: 'As long as the portal runs',
    basis: 'The rule that a sold check keeps its price, steps and documents',
    decisions: ['D89'],
    end: 'A published version never changes.',
    tables: [
      'screening_provider',
      'screening_package',
      'package_step',
      'jurisdiction',
      'consent_document',
      'consent_draft',
    ],
    sweeps: [],
  },
];
