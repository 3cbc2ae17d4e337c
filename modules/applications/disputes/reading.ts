import { z } from 'zod';
import type { Work } from '#modules/platform/index.ts';
import {
  disputeAuthors,
  disputeKinds,
  disputeOutcomes,
  disputeStates,
  documentPurposes,
} from '../entities/score.ts';
import { Refusal } from '../refusals.ts';
import { readFindings } from '../reports/findings.ts';
import { openDocumentName, openMessage, openTexts } from './sealed.ts';

/** A dispute as its pages show it, for the person and for staff. */

export { disputeKinds, disputeOutcomes, disputeStates };

const documentAnswer = z.object({
  id: z.uuid(),
  purpose: z.enum(documentPurposes),
  message_id: z.uuid().nullable(),
  name: z.string(),
  bytes: z.number(),
  added_dts: z.date(),
});

export const disputeAnswer = z.object({
  disputeid: z.uuid(),
  userid: z.uuid(),
  applicationid: z.uuid(),
  personname: z.string(),
  provider: z.string(),
  provider_support_phone: z.string(),
  provider_profile_number: z.string().nullable(),
  kind: z.enum(disputeKinds),
  state: z.enum(disputeStates),
  outcome: z.enum(disputeOutcomes).nullable(),
  /** The dispute is about a score that was accepted before. */
  of_active_score: z.boolean(),
  icscore: z.string(),
  /** Of a corrected report. */
  corrected_icscore: z.string().nullable(),
  errortext: z.string(),
  items: z.array(z.string()),
  searches: z.array(z.string()),
  statement: z.string().nullable(),
  explanation: z.string().nullable(),
  received_dts: z.date(),
  due_dts: z.date(),
  extended_dts: z.date().nullable(),
  forwarded_dts: z.date().nullable(),
  overdue: z.boolean(),
  /** When staff decided to block, when they lifted the block, and why. */
  blocked_dts: z.date().nullable(),
  lifted_dts: z.date().nullable(),
  lift_reason: z.string().nullable(),
  resolved_dts: z.date().nullable(),
  taken_by: z.string().nullable(),
  /** The open case of the other kind about the same check, if any. */
  other_case: z.object({ disputeid: z.uuid(), kind: z.enum(disputeKinds) }).nullable(),
  /** A score is waiting for the person's decision. */
  score_waits: z.boolean(),
  documents: z.array(documentAnswer),
  messages: z.array(
    z.object({
      id: z.uuid(),
      author: z.enum(disputeAuthors),
      authorname: z.string(),
      text: z.string(),
      written_dts: z.date(),
    }),
  ),
});
export type DisputeAnswer = z.output<typeof disputeAnswer>;

/**
 * @param accountId the person to whom it must belong
 * @throws Refusal not-found
 */
export async function readDispute(
  work: Pick<Work, 'db' | 'now' | 'portal'>,
  disputeId: string,
  accountId?: string,
): Promise<DisputeAnswer> {
  return (await readCase(work, disputeId, accountId)).dispute;
}

/**
 * The same, and the id of the staff to whom it is assigned, which the person's own answer does not contain.
 * @throws Refusal not-found
 */
export async function readCase(
  work: Pick<Work, 'db' | 'now' | 'portal'>,
  disputeId: string,
  accountId?: string,
): Promise<{ dispute: DisputeAnswer; takenBy: string | null }> {
  const row = await work.db
    .selectFrom('dispute')
    .innerJoin('score_change as change', 'change.id', 'dispute.score_change_id')
    .innerJoin('cra_order', 'cra_order.id', 'change.cra_order_id')
    .innerJoin('screening_provider as provider', 'provider.craid', 'cra_order.craid')
    .innerJoin('account', 'account.id', 'dispute.account_id')
    .innerJoin('application', 'application.id', 'dispute.application_id')
    .leftJoin('account as taker', 'taker.id', 'dispute.taken_by_account_id')
    .selectAll('dispute')
    .select([
      'change.score',
      'change.findings',
      'cra_order.profile_number',
      'provider.name as provider',
      'provider.support_phone',
      'account.firstname',
      'account.lastname',
      'application.status',
      'taker.firstname as taker_firstname',
      'taker.lastname as taker_lastname',
    ])
    .where('dispute.id', '=', disputeId)
    .executeTakeFirst();
  if (!row || (accountId !== undefined && row.account_id !== accountId)) {
    throw new Refusal('not-found', { detail: `dispute ${disputeId}` });
  }
  const messages = await work.db
    .selectFrom('dispute_message as message')
    .leftJoin('account as author', 'author.id', 'message.author_account_id')
    .select([
      'message.id',
      'message.author',
      'message.body',
      'message.written_at',
      'author.firstname',
      'author.lastname',
    ])
    .where('message.dispute_id', '=', disputeId)
    .orderBy('message.written_at')
    .orderBy('message.id')
    .execute();
  const documents = await work.db
    .selectFrom('dispute_document')
    .select(['id', 'purpose', 'message_id', 'name', 'file_bytes', 'added_at'])
    .where('dispute_id', '=', disputeId)
    .orderBy('added_at')
    .orderBy('id')
    .execute();
  const corrected =
    row.resolved_at && (row.outcome === 'corrected' || row.outcome === 'blocked')
      ? await work.db
          .selectFrom('score_change')
          .select('score')
          .where('application_id', '=', row.application_id)
          .where('created_at', '>=', row.resolved_at)
          .orderBy('created_at')
          .limit(1)
          .executeTakeFirst()
      : undefined;
  const other = (await readOpenCases(work, row.application_id)).find(({ kind }) => kind !== row.kind);
  const dispute: DisputeAnswer = {
    disputeid: row.id,
    userid: row.account_id,
    applicationid: row.application_id,
    personname: `${row.firstname} ${row.lastname}`,
    provider: row.provider,
    provider_support_phone: row.support_phone,
    provider_profile_number: row.profile_number,
    kind: row.kind,
    state: row.state,
    outcome: row.outcome ?? null,
    of_active_score: row.opened_at_status === 'done',
    icscore: row.score,
    corrected_icscore: corrected?.score ?? null,
    ...openTexts(work.portal, {
      id: row.id,
      errortext: row.errortext,
      items: row.items ?? null,
      statement: row.statement ?? null,
      explanation: row.explanation ?? null,
      lift_reason: row.lift_reason ?? null,
    }),
    searches: readFindings(work, row.score_change_id, row.findings).map(({ search }) => search),
    received_dts: row.received_at,
    due_dts: row.due_at,
    extended_dts: row.extended_at ?? null,
    forwarded_dts: row.forwarded_at ?? null,
    overdue: !row.resolved_at && row.due_at <= work.now,
    blocked_dts: row.blocked_at ?? null,
    lifted_dts: row.lifted_at ?? null,
    resolved_dts: row.resolved_at ?? null,
    taken_by: row.taker_firstname ? `${row.taker_firstname} ${row.taker_lastname}` : null,
    other_case: other ? { disputeid: other.disputeid, kind: other.kind } : null,
    score_waits: row.status === 'newrequiresapproval' || row.status === 'monitorrequiresapproval',
    documents: documents.map((document) => ({
      id: document.id,
      purpose: document.purpose,
      message_id: document.message_id ?? null,
      name: openDocumentName(work.portal, document.id, document.name),
      bytes: document.file_bytes,
      added_dts: document.added_at,
    })),
    messages: messages.map((message) => ({
      id: message.id,
      author: message.author,
      authorname:
        message.author === 'agency'
          ? row.provider
          : `${message.firstname ?? ''} ${message.lastname ?? ''}`.trim(),
      text: openMessage(work.portal, message.id, message.body),
      written_dts: message.written_at,
    })),
  };
  return { dispute, takenBy: row.taken_by_account_id ?? null };
}

/** The open cases of a check, nearest deadline first. */
export async function readOpenCases({ db }: Pick<Work, 'db'>, applicationId: string) {
  return db
    .selectFrom('dispute')
    .select(['id as disputeid', 'kind', 'received_at as received_dts', 'due_at as due_dts'])
    .where('application_id', '=', applicationId)
    .where('resolved_at', 'is', null)
    .orderBy('due_at')
    .execute();
}

/** The person's own statements about results of a check, newest first. */
export async function readStatements(
  work: Pick<Work, 'db' | 'portal'>,
  applicationId: string,
): Promise<{ items: string[]; text: string }[]> {
  const rows = await work.db
    .selectFrom('dispute')
    .select(['id', 'errortext', 'items', 'statement', 'explanation'])
    .where('application_id', '=', applicationId)
    .orderBy('received_at', 'desc')
    .execute();
  return rows.flatMap((row) => {
    const { items, statement } = openTexts(work.portal, {
      ...row,
      items: row.items ?? null,
      statement: row.statement ?? null,
      explanation: row.explanation ?? null,
    });
    return statement ? [{ items, text: statement }] : [];
  });
}
