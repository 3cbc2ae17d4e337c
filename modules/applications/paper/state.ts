import { z } from 'zod';
import { type Work, yesNo } from '#modules/platform/index.ts';
import { openReason } from './reviewing.ts';

/** What the page of a paper application shows (doc2 §2.9). */
export const manualPackage = z.object({
  /** When it arrived; null while it is awaited. */
  submitted_manual_package_dts: z.date().nullable(),
  pages: z.number().nullable(),
  provider_mail_address: z.string(),
  provider_support_email: z.string(),
});

/** The open package of an application; null if there is none. */
export async function readManualPackage(
  work: Pick<Work, 'db'>,
  applicationId: string,
): Promise<z.output<typeof manualPackage> | null> {
  const found = await work.db
    .selectFrom('manual_package as awaited')
    .innerJoin('application', 'application.id', 'awaited.application_id')
    .innerJoin('screening_package as package', 'package.id', 'application.package_id')
    .innerJoin('screening_provider as provider', 'provider.craid', 'package.craid')
    .select([
      'awaited.received_at as submitted_manual_package_dts',
      'awaited.file_pages as pages',
      'provider.mail_address as provider_mail_address',
      'provider.support_email as provider_support_email',
    ])
    .where('awaited.application_id', '=', applicationId)
    .where('awaited.closed_at', 'is', null)
    .executeTakeFirst();
  return found ?? null;
}

/** The package that staff did not accept, until the person chooses again how to sign. */
export const rejectedPackage = z.object({
  rejected_dts: z.date(),
  /** False where nothing came. */
  received: yesNo,
  /** Null once the person is erased. */
  reason: z.string().nullable(),
});

/** @returns null if the newest package of the application was not rejected */
export async function readRejection(
  work: Pick<Work, 'db' | 'portal'>,
  { applicationId, accountId }: { applicationId: string; accountId: string },
): Promise<z.output<typeof rejectedPackage> | null> {
  const newest = await work.db
    .selectFrom('manual_package')
    .select(['id', 'outcome', 'closed_at', 'received_at', 'reason_sealed'])
    .where('application_id', '=', applicationId)
    .orderBy('requested_at', 'desc')
    .executeTakeFirst();
  if (newest?.outcome !== 'rejected' || !newest.closed_at) return null;
  const { id, reason_sealed: sealed } = newest;
  return {
    rejected_dts: newest.closed_at,
    received: newest.received_at !== null,
    reason: sealed && (await openReason(work, { id, personId: accountId, sealed })),
  };
}
