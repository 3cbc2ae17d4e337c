import { LockMode } from '@mikro-orm/postgresql';
import { writeFacts } from '#modules/identity/index.ts';
import { column, newId, sql, statement, type Work } from '#modules/platform/index.ts';
import { applicationsAudit } from './audit.ts';
import { Application, ApplicationStatusChange } from './entities/application.ts';
import { applicationStatusChanged } from './events.ts';
import { Refusal } from './refusals.ts';
import { noteScoreReview } from './score/review.ts';
import { type ApplicationStatus, applicationStatuses, mayMove, purchaseProgress } from './statuses.ts';

/** Every change of an application's status is made here, with its rule, history entry, audit entry and event. */

/** The application, locked until the transaction ends, so that moves of one application happen one after the other. */
export async function lockApplication(work: Work<unknown>, applicationId: string): Promise<Application> {
  const application = await work.em.findOne(
    Application,
    { id: applicationId },
    { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
  );
  if (!application) throw new Refusal('not-found', { detail: `application ${applicationId}` });
  return application;
}

/**
 * Checks that a locked application still belongs to a person: staff may have moved it to another account while this
 * transaction waited for the lock.
 * @throws Refusal not-found
 */
export function requireOwner({ id, accountId }: Application, owner: string): void {
  if (accountId !== owner) throw new Refusal('not-found', { detail: `application ${id} of another person` });
}

const suspends: readonly ApplicationStatus[] = ['monitorrequiresapproval', 'correctionrequest'];

/**
 * Moves a locked application to another status.
 * @param reason for the history: what happened, never personal data
 * @throws Refusal applications.moved-on for a move that D41 does not allow
 */
export async function moveApplication(
  work: Work<unknown>,
  application: Application,
  to: ApplicationStatus,
  reason: string,
): Promise<void> {
  const from = application.status;
  if (!mayMove(from, to)) {
    throw new Refusal('applications.moved-on', { detail: `${application.id}: ${from} to ${to}` });
  }
  application.status = to;
  application.statusAt = work.now;
  await recordMove(work, application, from, reason);
  if (suspends.includes(from) || suspends.includes(to)) await noteScoreReview(work, application.accountId);
}

/** Writes the history of a status change, notes whether the person may buy another check, and publishes the change. */
export async function recordMove(
  work: Work<unknown>,
  application: Pick<Application, 'id' | 'accountId' | 'status'>,
  from: ApplicationStatus | null,
  reason: string,
): Promise<void> {
  work.em.create(ApplicationStatusChange, {
    id: newId(),
    applicationId: application.id,
    fromStatus: from,
    toStatus: application.status,
    changedAt: work.now,
    reason,
  });
  await work.audit({
    action: applicationsAudit.statusChanged,
    about: application.accountId,
    object: { type: 'application', id: application.id },
    detail: { from, to: application.status, reason },
  });
  await noteOpen(work, application);
  await work.publish(applicationStatusChanged, {
    accountId: application.accountId,
    applicationId: application.id,
    from,
    to: application.status,
  });
}

/** The applications of a person, of which those that are open prevent another purchase (D30). */
const mayStopBuying = statement({
  name: 'applications.may-stop-buying',
  row: { id: column.uuid, status: column.oneOf(applicationStatuses), accepted: column.boolean },
  sql: (accountId: string) => sql`
    select id, status, exists (select from shield_score where application_id = application.id) as accepted
    from application where account_id = ${accountId}`,
});

async function noteOpen(
  work: Pick<Work, 'db' | 'rows'>,
  { id, accountId, status }: Pick<Application, 'id' | 'accountId' | 'status'>,
): Promise<void> {
  const found = await work.rows(mayStopBuying(accountId));
  // The row of the moved application itself is written only when the mapper flushes.
  const current = found.map((row) => (row.id === id ? { ...row, status } : row));
  const open = current.some((row) => purchaseProgress(row.status, row.accepted) !== null);
  await writeFacts(work, accountId, { open_application: open });
}
