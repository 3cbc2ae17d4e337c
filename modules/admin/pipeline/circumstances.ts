import { z } from 'zod';
import type { packageWays } from '#modules/applications/fields.ts';
import {
  applicationsAudit,
  disputeOutcomes,
  disputeStates,
  idDocuments,
  provenKinds,
  staffStatus,
  verificationStatuses,
} from '#modules/applications/index.ts';
import {
  findAccountsWithSameSsn,
  findPersonByEmail,
  privacyOutcomes,
  privacyRequestKinds,
  privacyRequestStates,
} from '#modules/identity/index.ts';
import {
  column,
  grades,
  openForPeople,
  operation,
  type RowOfStatement,
  readEmailAddress,
  sql,
  staff,
  statement,
  type Work,
} from '#modules/platform/index.ts';
import { Refusal } from '../refusals.ts';
import { adminNote, notesAbout, sealedNotes, withTexts } from '../user/notes.ts';

/**
 * What an alert of the pipeline is about, shown when its row is opened. What people wrote and sent is shown only on the
 * pages behind it.
 */

/** Only the newest notes about the person; the person's record has all of them. */
const NOTES_SHOWN = 3;

const ways = [
  'upload',
  'post',
  'email',
  'courier',
  'in-person',
] as const satisfies (keyof typeof packageWays)[];

/** For other types of alerts these columns are null. */
const eventOf = statement({
  name: 'admin.pipeline-circumstances',
  row: {
    account_id: column.uuid.nullable(),
    package_descrip: column.text.nullable(),
    cra_name: column.text.nullable(),
    dispute_state: column.oneOf(disputeStates).nullable(),
    dispute_outcome: column.oneOf(disputeOutcomes).nullable(),
    dispute_received: column.instant.nullable(),
    dispute_extended: column.instant.nullable(),
    documents: column.integer,
    messages: column.integer,
    request_kind: column.oneOf(privacyRequestKinds).nullable(),
    request_state: column.oneOf(privacyRequestStates).nullable(),
    request_outcome: column.oneOf(privacyOutcomes).nullable(),
    request_received: column.instant.nullable(),
    held_since: column.instant.nullable(),
    id_document: column.oneOf(idDocuments).nullable(),
    verification_status: column.oneOf(verificationStatuses).nullable(),
    verification_started: column.instant.nullable(),
    paper_requested: column.instant.nullable(),
    paper_received: column.instant.nullable(),
    paper_way: column.oneOf(ways).nullable(),
    paper_pages: column.integer.nullable(),
    signatures_detected: column.integer.nullable(),
    previous_score: column.oneOf(grades).nullable(),
    score_waits_since: column.instant.nullable(),
    proof_kind: column.oneOf(provenKinds).nullable(),
    proof_number: column.text.nullable(),
    proofs_wrong: column.integer.nullable(),
    proofs_first: column.instant.nullable(),
    proofs_last: column.instant.nullable(),
    kept_address: column.text.nullable(),
  },
  sql: (id: string) => sql`
    select p.account_id, package.package_descrip, provider.name as cra_name,
      dispute.state as dispute_state, dispute.outcome as dispute_outcome,
      dispute.received_at as dispute_received, dispute.extended_at as dispute_extended,
      (select count(*) from dispute_document document where document.dispute_id = dispute.id)::int as documents,
      (select count(*) from dispute_message message where message.dispute_id = dispute.id)::int as messages,
      request.kind as request_kind, request.state as request_state, request.outcome as request_outcome,
      request.requested_at as request_received, held.created_at as held_since,
      verification.id_document, verification.status as verification_status,
      verification.started_at as verification_started,
      paper.requested_at as paper_requested, paper.received_at as paper_received, paper.received_by as paper_way,
      paper.file_pages as paper_pages, paper.signatures_detected,
      change.previous_score, change.created_at as score_waits_since, proofs.kind as proof_kind,
      case when proofs.kind = 'archived-shield-id' then proofs.key end as proof_number, proofs.wrong as proofs_wrong,
      proofs.first_at as proofs_first, proofs.last_at as proofs_last, keeper.emailaddress::text as kept_address
    from pipeline_alert p
    left join application on application.id = p.application_id
    left join screening_package package on package.id = application.package_id
    left join screening_provider provider on provider.craid = package.craid
    left join dispute on p.alert_type in ('dispute', 'identity_theft_block') and dispute.id = p.event_id
    left join privacy_request request on p.alert_type = 'privacy_request' and request.id = p.event_id
    left join cra_order held on p.alert_type = 'application_ssn_verification' and held.id = p.event_id
    left join id_verification verification on p.alert_type = 'idverification' and verification.id = p.event_id
    left join manual_package paper on p.alert_type = 'application_manual_review' and paper.id = p.event_id
    left join score_change change on p.alert_type = 'monitor_profile_not_actioned' and change.id = p.event_id
    left join wrong_proof_count proofs on p.alert_type = 'proof_limit' and proofs.id = p.event_id
    left join account keeper on p.alert_type = 'email_address' and keeper.id = p.event_id
    where p.id = ${id}`,
});

const about = {
  mailbox: z.object({
    /** The account that has the address in the one form; null if there is none any more, or no form reads the address. */
    other: z.object({ userid: z.uuid(), name: z.string() }).nullable(),
  }),
  dispute: z.object({
    state: z.enum(disputeStates),
    outcome: z.enum(disputeOutcomes).nullable(),
    received: z.date(),
    /** When new facts gave the agency 15 days more. */
    extended: z.date().nullable(),
    documents: z.number().int(),
    messages: z.number().int(),
  }),
  request: z.object({
    kind: z.enum(privacyRequestKinds),
    state: z.enum(privacyRequestStates),
    outcome: z.enum(privacyOutcomes).nullable(),
    received: z.date(),
  }),
  ssn_review: z.object({
    since: z.date(),
    /** Other accounts that have the same number. */
    same_ssn: z.number().int(),
  }),
  verification: z.object({
    id_document: z.enum(idDocuments).nullable(),
    /** As in /admin/listidverifications. */
    status: z.string(),
    started: z.date(),
  }),
  paper: z.object({
    requested: z.date(),
    received: z.date().nullable(),
    way: z.enum(ways).nullable(),
    pages: z.number().int().nullable(),
    signatures_detected: z.number().int().nullable(),
  }),
  monitoring: z.object({ previous_score: z.enum(grades).nullable(), since: z.date() }),
  proofs: z.object({
    kind: z.enum(provenKinds),
    /** The ShieldID of a former system that was tried. */
    number: z.string().nullable(),
    wrong: z.number().int(),
    first: z.date(),
    last: z.date(),
    /** The accounts that tried, newest first; nobody who was not signed in. */
    by: z.array(z.object({ userid: z.uuid(), name: z.string() })),
  }),
};

/** Who tried a proof and was wrong. */
const triedBy = statement({
  name: 'admin.who-tried-proofs',
  row: { userid: column.uuid, name: column.text },
  sql: (alertId: string) => sql`
    select actor.id as userid, actor.firstname || ' ' || actor.lastname as name
    from audit_entry entry
    join pipeline_alert p on p.id = ${alertId} and p.alert_type = 'proof_limit'
      and entry.object_type = 'wrong_proof_count' and entry.object_id = p.event_id::text
    join account actor on actor.id = entry.actor_id
    where entry.action = ${applicationsAudit.proofWrong.name}
    group by actor.id order by max(entry.at) desc, actor.id limit 10`,
});

/** Null for a type other than the alert's, and once the person is erased. */
const circumstances = z.object({
  package_descrip: z.string().nullable(),
  cra_name: z.string().nullable(),
  dispute: about.dispute.nullable(),
  request: about.request.nullable(),
  ssn_review: about.ssn_review.nullable(),
  verification: about.verification.nullable(),
  paper: about.paper.nullable(),
  monitoring: about.monitoring.nullable(),
  proofs: about.proofs.nullable(),
  mailbox: about.mailbox.nullable(),
});

function present(
  row: RowOfStatement<typeof eventOf>,
  sameSsn: number,
  by: RowOfStatement<typeof triedBy>[],
  mailbox: z.output<typeof about.mailbox> | null,
): z.output<typeof circumstances> {
  const { dispute_state, dispute_received, request_kind, request_state, request_received } = row;
  const { verification_status, verification_started } = row;
  return {
    package_descrip: row.package_descrip,
    cra_name: row.cra_name,
    dispute:
      dispute_state && dispute_received
        ? {
            state: dispute_state,
            outcome: row.dispute_outcome,
            received: dispute_received,
            extended: row.dispute_extended,
            documents: row.documents,
            messages: row.messages,
          }
        : null,
    request:
      request_kind && request_state && request_received
        ? {
            kind: request_kind,
            state: request_state,
            outcome: row.request_outcome,
            received: request_received,
          }
        : null,
    ssn_review: row.held_since && { since: row.held_since, same_ssn: sameSsn },
    verification:
      verification_status && verification_started
        ? {
            id_document: row.id_document,
            status: staffStatus(verification_status),
            started: verification_started,
          }
        : null,
    paper: row.paper_requested && {
      requested: row.paper_requested,
      received: row.paper_received,
      way: row.paper_way,
      pages: row.paper_pages,
      signatures_detected: row.signatures_detected,
    },
    monitoring: row.score_waits_since && {
      previous_score: row.previous_score,
      since: row.score_waits_since,
    },
    proofs:
      row.proof_kind && row.proofs_first && row.proofs_last
        ? {
            kind: row.proof_kind,
            number: row.proof_number,
            wrong: row.proofs_wrong ?? 0,
            first: row.proofs_first,
            last: row.proofs_last,
            by,
          }
        : null,
    mailbox,
  };
}

/** Whose the mailbox of an address is that was kept in another form. */
async function findMailbox(
  work: Pick<Work, 'db'>,
  kept: string | null,
): Promise<z.output<typeof about.mailbox> | null> {
  if (kept === null) return null;
  const form = readEmailAddress(kept);
  const other = form === null || form === kept ? null : await findPersonByEmail(work, form);
  return { other: other && { userid: other.accountId, name: `${other.firstname} ${other.lastname}` } };
}

/** @throws Refusal not-found */
export const explainPipelineAlert = operation({
  name: 'admin.explain-pipeline-alert',
  summary: 'What an alert of the pipeline is about, with the newest notes about the person.',
  access: staff,
  kind: 'read',
  input: z.object({ alertid: z.uuid() }),
  output: z.object({ circumstances, notes: z.array(adminNote), more_notes: z.number().int() }),
  async run(work, { alertid }) {
    const row = await work.row(eventOf(alertid));
    if (!row) throw new Refusal('not-found', { detail: `alert ${alertid}` });
    const { account_id: person } = row;
    const sameSsn = person && row.held_since ? (await findAccountsWithSameSsn(work, person)).length : 0;
    const notes = person ? await work.rows(notesAbout(person)) : [];
    const newest = notes.slice(0, NOTES_SHOWN);
    const texts = person
      ? await openForPeople(work.db, work.portal.keys, sealedNotes(person, newest))
      : new Map();
    const by = row.proof_kind ? await work.rows(triedBy(alertid)) : [];
    return {
      circumstances: present(row, sameSsn, by, await findMailbox(work, row.kept_address)),
      notes: withTexts(newest, texts),
      more_notes: notes.length - newest.length,
    };
  },
});
