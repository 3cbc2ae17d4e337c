import { z } from 'zod';
import { deleteFiles } from '#modules/identity/index.ts';
import {
  type Caller,
  HOUR,
  keepSealedFile,
  MINUTE,
  newId,
  operation,
  person,
  readFile,
  readyWith,
  staffAlertRaised,
  type TemporaryFile,
  takeUpload,
  temporaryFile,
  UPLOADS,
  unopened,
  type Work,
} from '#modules/platform/index.ts';
import { getOwnApplication } from '../applications.ts';
import { applicationsAudit } from '../audit.ts';
import type { PackageWay } from '../entities/manual-package.ts';
import { sendPaperReceived } from '../jobs.ts';
import { packageBytes, packagePhotos } from '../limits.ts';
import { Refusal } from '../refusals.ts';
import { lockApplication } from '../status-changes.ts';
import type { ApplicationStatus } from '../statuses.ts';
import { boxesOf } from './form.ts';
import { getOpenPackage, openNewestPackage } from './packages.ts';
import { withOnePdf } from './scans.ts';

/** The signed package that an applicant uploads (doc2 §2.9). */

/** How long an upload address works. */
const UPLOAD_OPEN = 10 * MINUTE;

/** Where a browser puts a package before it is checked. */
const incoming = (accountId: string, applicationId: string) =>
  `${UPLOADS}packages/${accountId}/${applicationId}`;

const throttle = { by: 'account', limit: 30, per: HOUR } as const;
const applicationId = z.object({ applicationid: z.uuid() });

/** @throws Refusal not-found, applications.moved-on */
async function requireAwaited(work: Pick<Work, 'row'>, accountId: string, id: string): Promise<void> {
  const row = await getOwnApplication(work, accountId, id);
  requireWaiting(row.status);
}

/** @throws Refusal applications.moved-on */
export function requireWaiting(status: ApplicationStatus): void {
  if (status !== 'waitmanual') throw new Refusal('applications.moved-on', { detail: status });
}

export const getPackageUpload = operation({
  name: 'applications.get-package-upload',
  summary: 'The address to upload a signed paper application to, with PUT, as one file.',
  access: person,
  kind: 'read',
  input: applicationId.extend({ bytes: z.coerce.number().int().min(1).max(packageBytes).optional() }),
  output: z.object({ downloadlink: z.string(), downloadexpires: z.date() }),
  throttle,
  async run(work, { applicationid, bytes }) {
    await requireAwaited(work, work.caller.accountId, applicationid);
    const downloadlink = await work.portal.storage.signedPut(incoming(work.caller.accountId, applicationid), {
      expiresIn: UPLOAD_OPEN,
      most: packageBytes,
      bytes,
      contentType: 'application/pdf',
    });
    return { downloadlink, downloadexpires: new Date(work.now.getTime() + UPLOAD_OPEN) };
  },
});

/** One PDF, or the photos of the pages in their order; one more than allowed, so that the operation can refuse it. */
export const packageFiles = z
  .array(temporaryFile)
  .min(1)
  .max(packagePhotos + 1);

export const receivedPackage = z.object({ submitted_manual_package_dts: z.date() });

/** @throws Refusal as `savePackage`; not-found if nothing was uploaded */
export const finishPackageUpload = operation({
  name: 'applications.finish-package-upload',
  summary: 'Hands in the uploaded file as the signed paper application.',
  access: person,
  inPersonOnly: true,
  kind: 'staged',
  input: applicationId.extend({ uploadstatus: z.coerce.number().int().min(100).max(599) }),
  output: receivedPackage,
  throttle,
  async run(work, { applicationid, uploadstatus }) {
    await requireAwaited(work, work.caller.accountId, applicationid);
    const key = incoming(work.caller.accountId, applicationid);
    await using file = await takeUpload(work.portal, { key, uploadstatus, most: packageBytes, tooLarge });
    return await receivePackage(work, applicationid, [file], uploaded(work.now));
  },
});

/**
 * @throws Refusal not-found, applications.moved-on, and as `receivePackage`
 */
export const savePackage = operation({
  name: 'applications.save-package',
  summary: 'Hands in a PDF, or photos of the pages, as the signed paper application.',
  access: person,
  inPersonOnly: true,
  kind: 'staged',
  input: applicationId.extend({ package: packageFiles }),
  output: receivedPackage,
  throttle,
  ready: readyWith(applicationId, (work, { applicationid }) =>
    requireAwaited(work, work.caller.accountId, applicationid),
  ),
  async run(work, { applicationid, package: files }) {
    await requireAwaited(work, work.caller.accountId, applicationid);
    return receivePackage(work, applicationid, files, uploaded(work.now));
  },
});

interface Receipt {
  way: PackageWay;
  /** When it arrived; may throw a refusal. */
  at: (requestedAt: Date) => Date;
}

const uploaded = (now: Date): Receipt => ({ way: 'upload', at: () => now });

/**
 * Stores a package that arrived, in place of an earlier one, and alerts staff.
 * @param work outside a transaction, because the file is read and stored before the row refers to it
 * @param id of an application that the caller may act for
 * @throws Refusal as `withOnePdf` and `readPackage`
 */
export async function receivePackage(
  work: Work<Caller>,
  id: string,
  files: readonly TemporaryFile[],
  receipt: Receipt,
): Promise<{ submitted_manual_package_dts: Date }> {
  return await withOnePdf(work, files, (file) => keepPackage(work, id, file, receipt));
}

async function keepPackage(work: Work<Caller>, id: string, file: TemporaryFile, { way, at }: Receipt) {
  const { pages, signatures, written } = await readPackage(work, id, file);
  const hash = await file.hash();
  const key = `packages/${id}/${newId()}.sealed`;
  await keepSealedFile(work.portal, key, file);
  let isReferred = false;
  try {
    return await work.apart(async (inside) => {
      const application = await lockApplication(inside, id);
      const found = await getOpenPackage(inside, application);
      const receivedAt = at(found.requestedAt);
      if (found.fileKey) await inside.enqueue(deleteFiles, { keys: [found.fileKey] });
      Object.assign(found, {
        receivedAt,
        receivedBy: way,
        takenByAccountId: way === 'upload' ? null : inside.caller.accountId,
        fileKey: key,
        fileHash: hash,
        fileBytes: file.bytes,
        filePages: pages,
        signaturesDetected: Math.max(signatures, written.filter(Boolean).length),
      });
      await inside.audit({
        action: applicationsAudit.packageReceived,
        about: application.accountId,
        object: { type: 'application', id },
        detail: { way, pages, bytes: file.bytes },
      });
      await inside.publish(staffAlertRaised, {
        alertType: 'application_manual_review',
        eventId: found.id,
        accountId: application.accountId,
        applicationId: id,
        reason: 'package-received',
      });
      await inside.enqueue(sendPaperReceived, { packageId: found.id });
      isReferred = true;
      return { submitted_manual_package_dts: receivedAt };
    });
  } catch (error) {
    // If only the commit failed, the row may have been written after all.
    if (!isReferred) await work.portal.storage.delete(key);
    throw error;
  }
}

/**
 * Checks a package by its content.
 * @throws Refusal applications.package-unreadable, applications.package-encrypted, file-too-complex, files-busy
 */
async function readPackage(work: Work<Caller>, id: string, file: TemporaryFile) {
  const boxes = await boxesOf(work, id);
  const read = await readFile(work.caller.accountId, { name: 'package', boxes }, file);
  if (read.outcome !== 'read') throw new Refusal(unaccepted[read.outcome], { field: 'package' });
  return read.found;
}

const unaccepted = {
  ...unopened,
  unreadable: 'applications.package-unreadable',
  encrypted: 'applications.package-encrypted',
} as const;

function tooLarge(): Refusal {
  return new Refusal('applications.package-too-large', { field: 'package' });
}

/** What was received, so that the person can look at it. */
export const readOwnPackage = operation({
  name: 'applications.read-own-package',
  summary: 'The paper application that was received, as a PDF.',
  access: person,
  kind: 'read',
  input: applicationId,
  output: z.object({ pdf: temporaryFile }),
  async run(work, { applicationid }) {
    await getOwnApplication(work, work.caller.accountId, applicationid);
    return { pdf: await openNewestPackage(work, applicationid) };
  },
});
