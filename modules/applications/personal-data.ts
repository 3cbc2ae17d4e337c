import {
  column,
  type DataSubject,
  openForPeople,
  type PersonalData,
  personalTables,
  sql,
} from '#modules/platform/index.ts';
import { openSearches } from './check-progress/record.ts';
import { disputeTables } from './disputes/personal-data.ts';
import { applicationHolds } from './erasure-holds.ts';
import { isUnlinked } from './linking/numbers.ts';
import { monitoringTables } from './monitoring/personal-data.ts';
import { listFiles } from './personal-files.ts';
import { readFindings } from './reports/findings.ts';
import { sealedExpirationNotes } from './score/expiration.ts';
import { openDraft } from './steps/drafts.ts';
import { openSavedImage } from './steps/saved-signature.ts';
import { stepKeys } from './steps/steps.ts';
import { openSubmittedDetails } from './submission/submitting.ts';
import { transferTable } from './transfer/personal-data.ts';
import { openTexts as openVerificationTexts } from './verification/sealing.ts';

const table = personalTables('applications');
const ofAccount = ({ accountId }: DataSubject) => sql`account_id = ${accountId}`;
const ofApplication = ({ accountId }: DataSubject) =>
  sql`application_id in (select id from application where account_id = ${accountId})`;
const ofOrder = ({ accountId }: DataSubject) =>
  sql`cra_order_id in (select cra_order.id from cra_order
    join application on application.id = cra_order.application_id where application.account_id = ${accountId})`;
const ofScoreChange = ({ accountId }: DataSubject) =>
  sql`score_change_id in (select id from score_change where account_id = ${accountId})`;

/** What applications holds about a person (D23). The Fair Credit Reporting Act requires proof of every check. */
export const applicationsPersonalData: PersonalData = {
  module: 'applications',
  tables: [
    table({
      table: 'consent_draft',
      title: 'Consent documents that you wrote as staff',
      of: ({ accountId }) => sql`author_account_id = ${accountId}`,
      withheld: 'Drafts of documents belong to the portal.',
      erase: 'nothing',
      retained: 'agreement',
    }),
    table({
      table: 'id_verification',
      title: 'Your ID verifications',
      of: ofAccount,
      columns: {
        id: column.uuid,
        account_id: column.uuid,
        status: column.text,
        started_at: column.instant,
        decided_at: column.instant.nullable(),
        id_document: column.text.nullable(),
        verified_until: column.date.nullable(),
        active_verification: column.boolean,
        result_sealed: column.text.nullable(),
        note_sealed: column.text.nullable(),
      },
      async present(rows, work) {
        const texts = await openVerificationTexts(work, rows);
        return rows.map(({ account_id: _owner, result_sealed: _result, note_sealed: _note, ...row }) => ({
          ...row,
          ...texts.get(row.id),
        }));
      },
      // The nightly sweep then deletes the images.
      erase: (_subject, now) => sql`result_sealed = null, note_sealed = null, hosted_url = null,
        active_verification = false, images_until = ${now}::timestamptz`,
      retained: 'screening',
    }),
    table({
      table: 'application_draft',
      title: 'Steps of an application that you haven’t finished',
      of: ofApplication,
      columns: {
        application_id: column.uuid,
        step_key: column.oneOf(stepKeys),
        draft: column.text,
        saved_at: column.instant,
      },
      present: async (rows, work) =>
        rows.map(({ draft, ...row }) => ({
          ...row,
          draft: openDraft(work, row.application_id, row.step_key, draft),
        })),
      erase: 'rows',
    }),
    table({
      table: 'application_step',
      title: 'Steps that you finished',
      of: ofApplication,
      columns: { application_id: column.uuid, step_key: column.text, completed_at: column.instant },
      erase: 'nothing',
      retained: 'screening',
    }),
    table({
      table: 'application_jurisdiction',
      title: 'Jurisdictions that you chose',
      of: ofApplication,
      columns: { application_id: column.uuid, abbr: column.text },
      erase: 'nothing',
      retained: 'screening',
    }),
    table({
      table: 'application_status_change',
      title: 'Status history of your applications',
      of: ofApplication,
      columns: {
        application_id: column.uuid,
        from_status: column.text.nullable(),
        to_status: column.text,
        reason: column.text,
        changed_at: column.instant,
      },
      erase: 'nothing',
      retained: 'screening',
    }),
    table({
      table: 'signing_record',
      title: 'What you agreed to and signed',
      of: ofApplication,
      columns: {
        application_id: column.uuid,
        consent_document_id: column.uuid,
        document_hash: column.text,
        signature_kind: column.text,
        signature_hash: column.text.nullable(),
        signed_at: column.instant,
        address: column.text,
        agent: column.text,
      },
      erase: 'nothing',
      retained: 'screening',
    }),
    table({
      table: 'saved_signature',
      title: 'The signature that you saved',
      of: ofAccount,
      columns: {
        account_id: column.uuid,
        signature_image: column.text,
        saved_at: column.instant,
      },
      present: async (rows, { portal }) =>
        rows.map(({ account_id, signature_image: sealed, ...row }) => ({
          ...row,
          signature_image: openSavedImage(portal, account_id, sealed).toString('base64'),
        })),
      erase: 'rows',
    }),
    table({
      table: 'manual_package',
      title: 'Applications that you signed on paper',
      of: ofApplication,
      columns: {
        application_id: column.uuid,
        requested_at: column.instant,
        downloaded_at: column.instant.nullable(),
        received_at: column.instant.nullable(),
        received_by: column.text.nullable(),
        file_pages: column.integer.nullable(),
        closed_at: column.instant.nullable(),
        outcome: column.text.nullable(),
        identity_proof: column.text.nullable(),
      },
      erase: 'nothing',
      retained: 'screening',
    }),
    table({
      table: 'cra_order',
      title: 'Orders to the agency that ran your check',
      of: ofApplication,
      columns: {
        application_id: column.uuid,
        craid: column.text,
        state: column.text,
        profile_number: column.text.nullable(),
        created_at: column.instant,
        placed_at: column.instant.nullable(),
        closed_at: column.instant.nullable(),
      },
      erase: 'nothing',
      retained: 'screening',
    }),
    table({
      table: 'check_progress',
      title: 'How far the agency was with your check',
      of: ofOrder,
      columns: {
        cra_order_id: column.uuid,
        searches: column.text,
        estimated_on: column.date.nullable(),
        said_at: column.instant,
      },
      present: async (rows, work) =>
        rows.map(({ searches, ...row }) => ({
          ...row,
          searches: openSearches(work, row.cra_order_id, searches),
        })),
      erase: 'rows',
    }),
    table({
      table: 'approval_code',
      title: 'Links to your results',
      of: ofScoreChange,
      withheld: 'It would let anyone who reads it see your result.',
      erase: 'rows',
    }),
    ...disputeTables,
    table({
      table: 'expiration_change',
      title: 'Expiration dates that our staff changed',
      of: ofAccount,
      columns: {
        id: column.uuid,
        account_id: column.uuid,
        from_expiration: column.date,
        to_expiration: column.date,
        note_sealed: column.text.nullable(),
        changed_at: column.instant,
      },
      async present(rows, { db, portal }) {
        const notes = await openForPeople(db, portal.keys, sealedExpirationNotes(rows));
        return rows.map(({ account_id: _owner, note_sealed: _note, id, ...row }) => ({
          ...row,
          id,
          note: notes.get(id) ?? null,
        }));
      },
      erase: 'nothing',
      retained: 'screening',
    }),
    table({
      table: 'renewal_reminder',
      title: 'Reminders that your score expires',
      of: ({ accountId }) =>
        sql`shield_score_id in (select id from shield_score where account_id = ${accountId})`,
      columns: { shield_score_id: column.uuid, stage: column.integer, told_at: column.instant },
      erase: 'rows',
    }),
    table({
      table: 'text_consent',
      title: 'Your consent to text messages',
      of: ofAccount,
      columns: {
        mobile: column.text,
        words: column.text,
        given_at: column.instant,
        address: column.text,
        agent: column.text,
        withdrawn_at: column.instant.nullable(),
        withdrawn_by: column.text.nullable(),
      },
      // Where the withdrawal came from is left out, because staff can change the number too.
      // Without the number nothing is sent; the proof of the consent is kept.
      erase: () => sql`mobile = ''`,
      retained: 'agreement',
    }),
    table({
      table: 'application_text',
      title: 'Text messages about your applications',
      of: ofApplication,
      columns: {
        application_id: column.uuid,
        kind: column.text,
        begun_at: column.instant,
        ended_at: column.instant.nullable(),
      },
      erase: 'rows',
    }),
    ...monitoringTables,
    transferTable,
    table({
      table: 'shield_score',
      title: 'Your scores',
      of: ofAccount,
      columns: {
        application_id: column.uuid,
        shield_id_number: column.text,
        score: column.text,
        legal_firstname: column.text,
        legal_middlename: column.text,
        legal_lastname: column.text,
        legal_namesuffix: column.text,
        legal_source: column.text,
        legal_at: column.instant.nullable(),
        activated_at: column.instant,
        expiration: column.date,
        ended_at: column.instant.nullable(),
      },
      erase: (_subject, now) => sql`ended_at = coalesce(ended_at, ${now}::timestamptz)`,
      retained: 'screening',
    }),
    table({
      table: 'score_change',
      title: 'Results that you were asked to review',
      of: ofAccount,
      columns: {
        id: column.uuid,
        application_id: column.uuid,
        score: column.text,
        previous_score: column.text.nullable(),
        state: column.text,
        findings: column.text,
        report_hash: column.text,
        created_at: column.instant,
        decided_at: column.instant.nullable(),
        terms_accepted_at: column.instant.nullable(),
      },
      present: async (rows, work) =>
        rows.map(({ findings, ...row }) => ({ ...row, findings: readFindings(work, row.id, findings) })),
      erase: 'nothing',
      retained: 'screening',
    }),
    table({
      table: 'application',
      title: 'Your applications, as you submitted them',
      of: ofAccount,
      columns: {
        id: column.uuid,
        status: column.text,
        ordered_at: column.instant,
        status_at: column.instant,
        money: column.text,
        money_at: column.instant.nullable(),
        submitted_at: column.instant.nullable(),
        submitted_details: column.text.nullable(),
      },
      present: async (rows, work) =>
        rows.map(({ submitted_details: sealed, ...row }) => ({
          ...row,
          submitted_details: sealed && openSubmittedDetails(work, row.id, sealed),
        })),
      erase: 'nothing',
      retained: 'screening',
    }),
    table({
      table: 'archived_shield_id',
      title: 'A former ShieldID that you linked',
      of: ({ accountId }) => sql`linked_account_id = ${accountId}`,
      columns: { number: column.text, linked_at: column.instant.nullable() },
      erase: 'rows',
    }),
    table({
      table: 'wrong_proof_count',
      title: 'Wrong entries where your identity had to be proven for a link',
      of: ofAccount,
      columns: {
        kind: column.text,
        wrong: column.integer,
        first_at: column.instant,
        last_at: column.instant,
      },
      erase: 'rows',
    }),
    table({
      table: 'shield_id',
      title: 'Your ShieldID',
      of: ({ accountId }) => sql`account_id = ${accountId} and not ${isUnlinked('shield_id.number')}`,
      columns: { number: column.text, issued_at: column.instant, retired_at: column.instant.nullable() },
      // A ShieldID is never given to anybody else (D4).
      erase: (_subject, now) => sql`retired_at = coalesce(retired_at, ${now}::timestamptz)`,
      retained: 'screening',
    }),
  ],
  listFiles,
  holds: applicationHolds,
};
