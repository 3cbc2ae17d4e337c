import { LockMode } from '@mikro-orm/postgresql';
import { writeFacts } from '#modules/identity/index.ts';
import { newId, type Work } from '#modules/platform/index.ts';
import { applicationsAudit } from './audit.ts';
import { Application, ApplicationStatusChange } from './entities/application.ts';
import { applicationStatusChanged } from './events.ts';
import { Refusal } from './refusals.ts';
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

/** Statuses with which no other check can be bought (D30). */
const buyingStops = applicationStatuses.filter((status) => purchaseProgress(status) !== null);

async function noteOpen(
  { db }: Pick<Work, 'db'>,
  { id, accountId, status }: Pick<Application, 'id' | 'accountId' | 'status'>,
): Promise<void> {
  // The moved application's own row is written only when the mapper flushes.
  const other = await db
    .selectFrom('application')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '<>', id)
    .where('status', 'in', buyingStops)
    .limit(1)
    .executeTakeFirst();
  const open = buyingStops.includes(status) || other !== undefined;
  await writeFacts({ db }, accountId, { open_application: open });
}
