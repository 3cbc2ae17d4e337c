import {
  newId,
  sealedColumn,
  sealedFiles,
  staffAlertRaised,
  staffAlertSettled,
  takeTransactionLock,
  type Work,
} from '#modules/platform/index.ts';
import { identityAudit } from '../audit.ts';
import { changeOfMind } from '../limits.ts';
import { Refusal } from '../refusals.ts';
import type { PrivacyOutcome, PrivacyRequestKind } from '../rules.ts';
import { deadlines } from './deadlines.ts';

/** The queue of requests about personal data (D23): what people ask for, and what staff do about it. */

interface NewRequest {
  kind: PrivacyRequestKind;
  accountId: string | null;
  name: string;
  emailaddress: string;
  message?: string;
}

type Writing = Pick<Work<unknown>, 'db' | 'now' | 'portal' | 'visit' | 'audit' | 'publish'>;

const messageAt = sealedColumn({
  table: 'privacy_request',
  column: 'message_sealed',
  name: 'privacy_request.message',
});
const answerAt = sealedColumn({
  table: 'privacy_request',
  column: 'answer_sealed',
  name: 'privacy_request.answer',
});
sealedFiles({ table: 'privacy_request', column: 'file_key' });

/**
 * Puts a request into the queue.
 * @returns its id
 * @throws Refusal identity.request-open if the person already has an open one of this kind
 */
export async function openRequest(work: Writing, asked: NewRequest): Promise<string> {
  const { db, now, portal, visit } = work;
  const { kind, accountId, name, emailaddress, message } = asked;
  if (accountId && (await findOpen(work, accountId, kind))) throw new Refusal('identity.request-open');
  const id = newId();
  const dueAt = new Date(now.getTime() + deadlines[kind]);
  await db
    .insertInto('privacy_request')
    .values({
      id,
      kind,
      account_id: accountId,
      name,
      emailaddress,
      message_sealed: message ? portal.keys.encrypt(message, messageAt(id)) : null,
      host: visit.host,
      requested_at: now,
      due_at: dueAt,
      erase_at: kind === 'deletion' ? new Date(now.getTime() + changeOfMind) : null,
    })
    .execute();
  await work.audit({
    action: identityAudit.privacyAsked,
    object: { type: 'privacy_request', id },
    ...(accountId ? { about: accountId } : {}),
    detail: { kind },
  });
  await work.publish(staffAlertRaised, {
    alertType: 'privacy_request',
    eventId: id,
    accountId,
    reason: kind,
    dueAt,
  });
  return id;
}

/** The person's open request of this kind. */
export function findOpen({ db }: Pick<Work, 'db'>, accountId: string, kind: PrivacyRequestKind) {
  return db
    .selectFrom('privacy_request')
    .select(['id', 'state', 'erase_at'])
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
}

/** Whether somebody who is not signed in has asked the same for this address, and it is not closed yet. */
export async function isAskedAlready(
  { db, portal }: Pick<Work, 'db' | 'portal'>,
  { name, emailaddress, message }: Pick<NewRequest, 'name' | 'emailaddress' | 'message'>,
): Promise<boolean> {
  // The same request at the same moment waits here.
  await takeTransactionLock(db, `privacy-request:${emailaddress.toLowerCase()}`);
  const open = await db
    .selectFrom('privacy_request')
    .select(['id', 'message_sealed', 'answer_sealed'])
    .where('account_id', 'is', null)
    .where('emailaddress', '=', emailaddress)
    .where('name', '=', name)
    .where('closed_at', 'is', null)
    .execute();
  return open.some((request) => (openTexts({ portal }, request).message ?? '') === (message ?? ''));
}

/** The request, locked until the transaction ends. @throws Refusal not-found */
export async function lockRequest({ db }: Pick<Work, 'db'>, id: string) {
  const found = await db
    .selectFrom('privacy_request')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw new Refusal('not-found', { detail: `privacy request ${id}` });
  return found;
}

export async function closeRequest(
  work: Pick<Work<unknown>, 'db' | 'now' | 'publish'>,
  id: string,
  outcome: PrivacyOutcome,
): Promise<void> {
  await work.db
    .updateTable('privacy_request')
    .set({ state: 'closed', closed_at: work.now, outcome, waits_for: null, waits_until: null })
    .where('id', '=', id)
    .execute();
  await work.publish(staffAlertSettled, { alertType: 'privacy_request', eventId: id });
}

/**
 * The text of a request, and the answer.
 * @param request its columns
 */
export function openTexts(
  { portal }: Pick<Work, 'portal'>,
  request: { id: string; message_sealed: string | null; answer_sealed: string | null },
): { message: string | null; answer: string | null } {
  const { id, message_sealed, answer_sealed } = request;
  return {
    message: message_sealed && portal.keys.decrypt(message_sealed, messageAt(id)),
    answer: answer_sealed && portal.keys.decrypt(answer_sealed, answerAt(id)),
  };
}

/**
 * From now on this member of staff works on the request.
 * @throws Refusal identity.request-closed
 */
export async function takeRequest(work: Writing, id: string, staffId: string): Promise<void> {
  const request = await lockRequest(work, id);
  if (request.state === 'closed') throw new Refusal('identity.request-closed');
  await work.db
    .updateTable('privacy_request')
    .set({
      taken_by_account_id: staffId,
      taken_at: work.now,
      state: request.state === 'open' ? 'taken' : request.state,
    })
    .where('id', '=', id)
    .execute();
  await auditStaff(work, request, identityAudit.privacyTaken);
}

/** The same as staff said in their pipeline, for an open request. @param staffId null for nobody */
export async function noteRequestTaker(
  { db, now }: Pick<Work<unknown>, 'db' | 'now'>,
  id: string,
  staffId: string | null,
): Promise<void> {
  await db
    .updateTable('privacy_request')
    .set({
      taken_by_account_id: staffId,
      taken_at: staffId === null ? null : now,
      state: (row) =>
        row
          .case()
          .when('state', '=', 'answered')
          .then('answered' as const)
          .else(staffId === null ? ('open' as const) : ('taken' as const))
          .end(),
    })
    .where('id', '=', id)
    .where('state', '<>', 'closed')
    .execute();
}

/**
 * Stores the answer to a request to limit. The caller has it mailed.
 * @throws Refusal identity.request-closed, identity.request-automatic for a copy or a deletion
 */
export async function answerRequest(work: Writing, id: string, answer: string): Promise<void> {
  const request = await lockRequest(work, id);
  if (request.state === 'closed') throw new Refusal('identity.request-closed');
  if (request.kind !== 'limit') throw new Refusal('identity.request-automatic');
  await work.db
    .updateTable('privacy_request')
    .set({
      state: 'answered',
      answered_at: work.now,
      answer_sealed: work.portal.keys.encrypt(answer, answerAt(id)),
    })
    .where('id', '=', id)
    .execute();
  await auditStaff(work, request, identityAudit.privacyAnswered);
  await work.publish(staffAlertSettled, { alertType: 'privacy_request', eventId: id });
}

/**
 * Closes a request to limit. The portal closes the other kinds.
 * @param reason why there is no answer, which the person is told; not needed for a request that was answered
 * @returns how it ended; the caller has the reason mailed
 * @throws Refusal identity.request-closed, identity.request-automatic, identity.request-reason-needed
 */
export async function closeLimit(
  work: Writing,
  id: string,
  reason: string,
): Promise<'answered' | 'dismissed'> {
  const request = await lockRequest(work, id);
  if (request.state === 'closed') throw new Refusal('identity.request-closed');
  if (request.kind !== 'limit') throw new Refusal('identity.request-automatic');
  const outcome = request.answered_at ? 'answered' : 'dismissed';
  if (outcome === 'dismissed') {
    if (!reason) throw new Refusal('identity.request-reason-needed', { field: 'reason' });
    await work.db
      .updateTable('privacy_request')
      .set({ answer_sealed: work.portal.keys.encrypt(reason, answerAt(id)) })
      .where('id', '=', id)
      .execute();
  }
  await closeRequest(work, id, outcome);
  await auditStaff(work, request, identityAudit.privacyClosed);
  return outcome;
}

async function auditStaff(
  work: Writing,
  request: { id: string; kind: PrivacyRequestKind; account_id: string | null },
  action: typeof identityAudit.privacyTaken,
): Promise<void> {
  await work.audit({
    action,
    object: { type: 'privacy_request', id: request.id },
    ...(request.account_id ? { about: request.account_id } : {}),
    detail: { kind: request.kind },
  });
}
