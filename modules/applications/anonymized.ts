import {
  CopiedRows,
  leftOut,
  placeholderPdf,
  placeholderSignature,
  replacements,
  type TableCopies,
} from '#modules/platform/index.ts';
import type { Finding } from './cra/port.ts';
import { reasonAad as packageAad } from './paper/reviewing.ts';
import { noteAad as expirationAad } from './score/expiration.ts';
import { correctionAad } from './submission/ssn-review.ts';
import type { SubmittedDetails } from './submission/submitting.ts';
import { transferAad } from './transfer/sealed.ts';
import { aadOf as verificationAad } from './verification/sealing.ts';

const {
  address,
  agent,
  always,
  birthday,
  codeWord,
  firstname,
  hashOf,
  kept,
  lastname,
  nulled,
  opaque,
  phone,
  REMOVED,
  sealed,
  sealedFor,
  shieldNumber,
} = replacements;

const empty = always('');
/** Whose the row is, for a table that only names the application. */
const applicant = { applicant: 'select a.account_id from application a where a.id = t.application_id' };

const finding: Finding = {
  search: 'Search',
  scope: REMOVED,
  places: [],
  searched_on: null,
  result: REMOVED,
  clear: true,
  records: [],
};
const findings = sealed(JSON.stringify([finding]));
const typedName = 'Signed in the original';

/** What a copy without personal data has of the applications module's tables: each step and score, and no report. */
export const applicationsCopies: TableCopies = {
  application: new CopiedRows({
    also: {
      birth: 'select a.dateofbirth from account a where a.id = t.account_id',
      ssn: 'select a.ssn_hmac from account a where a.id = t.account_id',
      state: 'select a.state from account a where a.id = t.account_id',
    },
    columns: () => ({
      file_hash: hashOf(placeholderPdf),
      file_key: kept,
      submitted_details: sealed((_value, row) => {
        const { made } = row;
        const person = row.of('account_id') ?? '';
        const [birth, ssn] = [row.of('birth'), row.of('ssn')];
        const details: SubmittedDetails = {
          firstname: made.firstname(person),
          middlename: '',
          lastname: made.lastname(person),
          namesuffix: '',
          aliases: [],
          ssn: ssn && `***-**-${made.ssn(ssn).slice(5)}`,
          dateofbirth: birth && birthday(birth, row, 'birth'),
          locked_name_dob: false,
          address1: made.street(person),
          address2: '',
          city: made.city(person),
          state: row.of('state') ?? '',
          postalcode: made.postalcode(person),
          na_previous_addresses: true,
          previous_addresses: [],
          jurisdictions: [],
        };
        return JSON.stringify(details);
      }),
    }),
  }),
  application_draft: { draft: sealed('{}'), step_key: kept },
  application_jurisdiction: { abbr: kept },
  application_status_change: { from_status: kept, reason: kept, to_status: kept },
  application_step: { step_key: kept },
  application_text: { job_id: kept, kind: kept },
  approval_code: leftOut,
  archived_shield_id: {
    dateofbirth: birthday,
    number: shieldNumber,
    ssn_hmac: (value, { made }) => made.keys.lookupHash('ssn', made.ssn(value)),
  },
  check_progress: { searches: sealed('[]') },
  check_transfer: new CopiedRows({
    also: applicant,
    columns: () => ({ reason_sealed: sealedFor('applicant', transferAad) }),
  }),
  consent_document: {
    acknowledgement_text: kept,
    body: kept,
    content_hash: kept,
    craid: kept,
    kind: kept,
    state: kept,
    title: kept,
  },
  consent_draft: {
    acknowledgement_text: kept,
    body: kept,
    craid: kept,
    kind: kept,
    state: kept,
    title: kept,
  },
  cra_order: new CopiedRows({
    also: applicant,
    columns: () => ({
      correction_sealed: sealedFor('applicant', correctionAad),
      craid: kept,
      idempotency_key: kept,
      profile_number: opaque,
    }),
  }),
  dispute: {
    errortext: sealed(),
    explanation: sealed(),
    items: sealed('[]'),
    lift_reason: sealed(),
    opened_at_status: kept,
    outcome: kept,
    state: kept,
    statement: sealed(),
  },
  dispute_document: {
    author: kept,
    content_type: always('application/pdf'),
    file_key: kept,
    name: sealed('document.pdf'),
    purpose: kept,
  },
  dispute_message: { author: kept, body: sealed() },
  expiration_change: { note_sealed: sealedFor('account_id', expirationAad) },
  id_verification: {
    applicant_id: opaque,
    back_key: kept,
    front_key: kept,
    hosted_url: nulled,
    id_document: kept,
    note_sealed: sealedFor('account_id', verificationAad.note),
    result_sealed: nulled,
    video_key: nulled,
    workflow_run_id: opaque,
  },
  jurisdiction: { abbr: kept, description: kept },
  manual_package: new CopiedRows({
    also: applicant,
    columns: () => ({
      file_bytes: always(String(placeholderPdf.length)),
      file_hash: hashOf(placeholderPdf),
      file_key: kept,
      file_pages: always('1'),
      reason_sealed: sealedFor('applicant', packageAad),
    }),
  }),
  monitored_profile: { disabled_for: codeWord, monitoring_id: opaque },
  monitoring_consent: { address, agent, withdrawn_address: address, withdrawn_agent: agent, words: kept },
  monitoring_update: { findings, report_hash: hashOf(placeholderPdf), report_key: kept },
  package_step: { consent_kind: kept, page_type: kept, states: kept, step_key: kept, title: kept },
  renewal_reminder: {},
  saved_signature: {
    signature_hash: hashOf(placeholderSignature),
    signature_image: sealed(placeholderSignature),
    signature_vectors: nulled,
  },
  score_change: {
    findings,
    report_hash: hashOf(placeholderPdf),
    report_key: kept,
    terms_address: address,
    terms_agent: agent,
  },
  screening_package: {
    craid: kept,
    crapackageid: kept,
    customerid: kept,
    exclusion_criteria: kept,
    full_package_descrip: kept,
    package_descrip: kept,
    selection_criteria: kept,
  },
  screening_provider: {
    craid: kept,
    mail_address: kept,
    name: kept,
    support_email: kept,
    support_phone: kept,
  },
  shield_id: { number: shieldNumber },
  shield_score: {
    legal_firstname: firstname('account_id'),
    legal_lastname: lastname('account_id'),
    legal_middlename: empty,
    legal_namesuffix: empty,
    shield_id_number: shieldNumber,
  },
  signing_record: {
    address,
    agent,
    document_hash: kept,
    signature_hash: (value, row, column) =>
      hashOf(row.of('signature_kind') === 'typed' ? typedName : placeholderSignature)(value, row, column),
    signature_image: sealed(placeholderSignature),
    signature_kind: kept,
    signature_vectors: nulled,
    typed_name: sealed(typedName),
  },
  text_consent: {
    address,
    agent,
    mobile: phone,
    withdrawn_address: address,
    withdrawn_agent: agent,
    words: kept,
  },
  wrong_proof_count: leftOut,
};
