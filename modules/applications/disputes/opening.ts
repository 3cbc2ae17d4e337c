import { LockMode } from '@mikro-orm/postgresql';
import { writeFacts } from '#modules/identity/index.ts';
import {
  addBusinessDays,
  newId,
  type StaffAlertType,
  staffAlertRaised,
  type Work,
} from '#modules/platform/index.ts';
import { applicationsAudit } from '../audit.ts';
import type { Application } from '../entities/application.ts';
import { Dispute, type DisputeKind, type DisputeState, type ScoreChange } from '../entities/score.ts';
import { scoreHoldChanged } from '../events.ts';
import { forwardDispute, sendBlockMail, sendDisputeMail } from '../jobs.ts';
import { applicationsTimings } from '../limits.ts';
import { Refusal } from '../refusals.ts';
import { readFindings } from '../reports/findings.ts';
import { noteScoreReview } from '../score/review.ts';
import { lockApplication, requireOwner } from '../status-changes.ts';
import { sealErrorText, sealItems } from './sealed.ts';

/** Beginning a case: its deadline starts, staff are told, and the score is no longer shared (D46). */

/** Within how many business days staff decide on a block, and after that the agency makes it (15 U.S.C. 1681c-2). */
export const BLOCK_BUSINESS_DAYS = 4;

export const alertTypeOf = (kind: DisputeKind): StaffAlertType =>
  kind === 'error' ? 'dispute' : 'identity_theft_block';

export interface Report {
  errortext: string;
  /** The searches whose result is wrong; empty for the whole report. */
  items: readonly string[];
}

/**
 * Opens a case, even next to an open one of the other kind. The caller has to move the application's status, and must
 * do so before `scoreHoldChanged` is handled.
 * @param application locked, with the status that it had before the report
 * @throws Refusal applications.dispute-open if one of this kind is open, applications.moved-on, invalid-input for a search
 *   that is not in the report
 */
export async function createDispute(
  work: Work<unknown>,
  application: Application,
  change: ScoreChange,
  { errortext, items }: Report,
  kind: DisputeKind = 'error',
): Promise<Dispute> {
  const { portal, now } = work;
  const openedAtStatus = await statusToHold(work, application, kind);
  const disputed = inReport(work, change, items);
  const id = newId();
  return work.em.create(Dispute, {
    id,
    kind,
    scoreChangeId: change.id,
    accountId: application.accountId,
    applicationId: application.id,
    openedAtStatus,
    errortext: sealErrorText(portal, id, errortext),
    items: sealItems(portal, id, disputed),
    receivedAt: now,
    dueAt:
      kind === 'error'
        ? new Date(now.getTime() + applicationsTimings['dispute.due'])
        : addBusinessDays(now, BLOCK_BUSINESS_DAYS),
  });
}

/** The searches that are disputed, each once: a correction or a block is looked for by these names. */
function inReport(work: Work<unknown>, change: ScoreChange, items: readonly string[]): string[] {
  const searches = new Set(readFindings(work, change.id, change.findings).map(({ search }) => search));
  if (items.every((item) => searches.has(item))) return [...new Set(items)];
  const message = 'Choose results of this report';
  throw new Refusal('invalid-input', { field: 'items', issues: { items: [message] }, message });
}

/**
 * Tells everybody about a new case: the person, staff, and everybody who shows the score. The agency is told of a
 * dispute; it is told of a block only once staff have decided.
 */
export async function announceDispute(work: Work<unknown>, dispute: Dispute): Promise<void> {
  const { id, kind, accountId, applicationId, dueAt } = dispute;
  await writeFacts(work, accountId, { open_score_dispute: true });
  await noteScoreReview(work, accountId);
  await work.audit({
    action: kind === 'error' ? applicationsAudit.disputeOpened : applicationsAudit.blockRequested,
    about: accountId,
    object: { type: 'dispute', id },
  });
  await work.publish(staffAlertRaised, {
    alertType: alertTypeOf(kind),
    eventId: id,
    accountId,
    applicationId,
    reason: 'received',
    dueAt,
  });
  await work.publish(scoreHoldChanged, { accountId });
  if (kind === 'identity-theft') {
    await work.enqueue(sendBlockMail, { disputeId: id, occasion: 'received' });
    return;
  }
  await work.enqueue(forwardDispute, { disputeId: id });
  await work.enqueue(sendDisputeMail, { disputeId: id, occasion: 'received' });
}

/**
 * A dispute with its application, both locked until the transaction ends.
 * @throws Refusal not-found, including for another person's
 */
export async function lockDispute(
  work: Work<unknown>,
  disputeId: string,
  accountId?: string,
): Promise<{ dispute: Dispute; application: Application }> {
  const found = await work.db
    .selectFrom('dispute')
    .select(['application_id', 'account_id'])
    .where('id', '=', disputeId)
    .executeTakeFirst();
  if (!found || (accountId !== undefined && found.account_id !== accountId)) {
    throw new Refusal('not-found', { detail: `dispute ${disputeId}` });
  }
  const application = await lockApplication(work, found.application_id);
  if (accountId !== undefined) requireOwner(application, accountId);
  const dispute = await work.em.findOneOrFail(
    Dispute,
    { id: disputeId },
    { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
  );
  return { dispute, application };
}

/**
 * The status to which the decision about a new case will return the application: its current status, or the one from
 * before the open case of the other kind began to hold back the score.
 * @throws Refusal applications.dispute-open, applications.moved-on
 */
export async function statusToHold(
  work: Pick<Work, 'db'>,
  { id, status }: Pick<Application, 'id' | 'status'>,
  kind: DisputeKind,
): Promise<Dispute['openedAtStatus']> {
  const open = await findOpenCases(work, id);
  if (open.some((each) => each.kind === kind)) throw new Refusal('applications.dispute-open');
  const [other] = open;
  if (other) return other.opened_at_status;
  if (status !== 'newrequiresapproval' && status !== 'monitorrequiresapproval' && status !== 'done') {
    throw new Refusal('applications.moved-on', { detail: `${id}: a case at ${status}` });
  }
  return status;
}

/** The open cases of an application, which has at most one of each kind. */
export async function findOpenCases({ db }: Pick<Work, 'db'>, applicationId: string) {
  return db
    .selectFrom('dispute')
    .select(['id', 'kind', 'opened_at_status'])
    .where('application_id', '=', applicationId)
    .where('resolved_at', 'is', null)
    .execute();
}

/** @throws Refusal not-found for a case of another kind */
export function requireKind(dispute: Dispute, kind: DisputeKind): void {
  if (dispute.kind !== kind) throw new Refusal('not-found', { detail: `a dispute of kind ${dispute.kind}` });
}

/** @throws Refusal applications.block-decided if the request is in another state */
export function requireState(dispute: Dispute, states: readonly DisputeState[]): void {
  if (!states.includes(dispute.state)) {
    throw new Refusal('applications.block-decided', { detail: dispute.state });
  }
}

/** @throws Refusal applications.dispute-closed once it is decided or withdrawn */
export function requireOpen(dispute: Pick<Dispute, 'state' | 'resolvedAt'>): void {
  if (dispute.resolvedAt) throw new Refusal('applications.dispute-closed', { detail: dispute.state });
}

/**
 * Checks, before a file is read, that a dispute is open.
 * @param accountId whose dispute it must be; anybody's without it
 * @throws Refusal not-found, applications.dispute-closed
 */
export async function requireOpenCase(
  { db }: Pick<Work, 'db'>,
  disputeId: string,
  accountId?: string,
): Promise<{ accountId: string }> {
  const found = await db
    .selectFrom('dispute')
    .select(['account_id', 'state', 'resolved_at'])
    .where('id', '=', disputeId)
    .executeTakeFirst();
  if (!found || (accountId !== undefined && found.account_id !== accountId)) {
    throw new Refusal('not-found', { detail: `dispute ${disputeId}` });
  }
  requireOpen({ state: found.state, resolvedAt: found.resolved_at });
  return { accountId: found.account_id };
}

/** Tells the person of a new message. */
export async function tellOfMessage(work: Work<unknown>, { id: disputeId, kind }: Dispute): Promise<void> {
  const mail = kind === 'error' ? sendDisputeMail : sendBlockMail;
  await work.enqueue(mail, { disputeId, occasion: 'question' });
}
