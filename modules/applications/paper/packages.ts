import { LockMode } from '@mikro-orm/postgresql';
import {
  newId,
  openSealedFile,
  sealedFiles,
  staffAlertSettled,
  type TemporaryFile,
  type Work,
} from '#modules/platform/index.ts';
import type { Application } from '../entities/application.ts';
import { ManualPackage, type PackageOutcome } from '../entities/manual-package.ts';
import { Refusal } from '../refusals.ts';
import { moveApplication } from '../status-changes.ts';
import { freezeDetails } from '../submission/submitting.ts';

/** The paper package of an application: asked for, received, decided (doc2 §2.9). */

sealedFiles({ table: 'manual_package', column: 'file_key' });

/** @param application locked */
export async function findOpenPackage(
  work: Work<unknown>,
  application: Pick<Application, 'id'>,
): Promise<ManualPackage | null> {
  return work.em.findOne(
    ManualPackage,
    { applicationId: application.id, closedAt: null },
    { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
  );
}

/**
 * @param application locked
 * @throws Refusal applications.moved-on unless the application is waiting for its package, or for a decision about it
 */
export async function getOpenPackage(work: Work<unknown>, application: Application): Promise<ManualPackage> {
  const found = application.status === 'waitmanual' ? await findOpenPackage(work, application) : null;
  if (!found) throw new Refusal('applications.moved-on', { detail: `${application.id} has no open package` });
  return found;
}

/**
 * Makes an application wait for its paper package. Its details are frozen, because they are what is printed and signed.
 * @param application locked, with all details
 */
export async function awaitPackage(work: Work<unknown>, application: Application): Promise<void> {
  await freezeDetails(work, application);
  await moveApplication(work, application, 'waitmanual', 'paper chosen');
  work.em.create(ManualPackage, { id: newId(), applicationId: application.id, requestedAt: work.now });
}

/** Ends the wait for a package, and removes its alert from the queue of staff. */
export async function closePackage(
  work: Work<unknown>,
  found: ManualPackage,
  outcome: PackageOutcome,
): Promise<void> {
  found.closedAt = work.now;
  found.outcome = outcome;
  await work.publish(staffAlertSettled, { alertType: 'application_manual_review', eventId: found.id });
}

/** Returns an application from paper to its steps; an uploaded package is no longer reviewed. */
export async function switchToDigital(work: Work<unknown>, application: Application): Promise<void> {
  await closePackage(work, await getOpenPackage(work, application), 'switched');
  await moveApplication(work, application, 'waituser', 'switched to e-signature');
}

/**
 * The caller closes the file.
 * @throws Refusal not-found if none was received
 */
export async function openNewestPackage(
  work: Pick<Work, 'db' | 'portal'>,
  applicationId: string,
): Promise<TemporaryFile> {
  return openSealedFile(work.portal, await newestPackage(work, applicationId));
}

/** @returns the key of its file in the storage */
export async function newestPackage({ db }: Pick<Work, 'db'>, applicationId: string): Promise<string> {
  const found = await db
    .selectFrom('manual_package')
    .select('file_key')
    .where('application_id', '=', applicationId)
    .where('file_key', 'is not', null)
    .orderBy('requested_at', 'desc')
    .executeTakeFirst();
  if (!found?.file_key) throw new Refusal('not-found', { detail: 'no package' });
  return found.file_key;
}
