import type { Work } from '#modules/platform/index.ts';
import { type ApplicationRow, getApplication } from '../applications.ts';
import type { PackageWay } from '../entities/manual-package.ts';
import { listSigningRecords, type SigningRecordRow } from '../steps/consents.ts';
import { readSubmittedDetails, type SubmittedDetails } from '../submission/submitting.ts';

/** The paper package by which an application was signed. */
interface SignedPackage {
  id: string;
  received_at: Date;
  received_by: PackageWay;
  file_key: string;
  file_hash: string;
  file_pages: number;
  closed_at: Date;
}

/** What the file of a submitted application contains. */
export interface ApplicationRecord {
  row: ApplicationRow;
  submittedAt: Date;
  details: SubmittedDetails;
  records: readonly SigningRecordRow[];
  /** Null for people who signed electronically. */
  paper: SignedPackage | null;
  /** The stored file and its SHA-256 in hex; null until it is made. */
  fileKey: string | null;
  fileHash: string | null;
}

/** @returns null for an application that was never submitted */
export async function readRecord(
  work: Pick<Work, 'db' | 'row' | 'portal'>,
  applicationId: string,
): Promise<ApplicationRecord | null> {
  const row = await getApplication(work, applicationId);
  const details = await readSubmittedDetails(work, applicationId);
  if (!details || !row.submitted_at) return null;
  const paper = await work.db
    .selectFrom('manual_package')
    .select(['id', 'received_at', 'received_by', 'file_key', 'file_hash', 'file_pages', 'closed_at'])
    .where('application_id', '=', applicationId)
    .where('outcome', '=', 'approved')
    .orderBy('requested_at', 'desc')
    .$narrowType<SignedPackage>()
    .executeTakeFirst();
  const file = await work.db
    .selectFrom('application')
    .select(['file_key as fileKey', 'file_hash as fileHash'])
    .where('id', '=', applicationId)
    .executeTakeFirstOrThrow();
  const records = await listSigningRecords(work, applicationId);
  return { row, submittedAt: row.submitted_at, details, records, paper: paper ?? null, ...file };
}
