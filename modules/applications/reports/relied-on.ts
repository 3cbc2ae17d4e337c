import { type Grade, openSealedFile, type TemporaryFile, type Work } from '#modules/platform/index.ts';
import type { Finding } from '../cra/port.ts';
import { Refusal } from '../refusals.ts';
import { lockApplication } from '../status-changes.ts';
import { readFindings } from './findings.ts';

/** One version of a person's report, for a company that relies on it in a decision about the person. */

export interface ReportVersion {
  scoreChangeId: string;
  applicationId: string;
  accountId: string;
  score: Grade;
  madeAt: Date;
  findings: Finding[];
  /** SHA-256 of the PDF in hex. */
  hash: string;
  agency: { name: string; address: string; phone: string; email: string };
  /** The person agreed to get documents electronically. */
  electronic: boolean;
}

/** The report of the score that a person last accepted; undefined without one. */
export async function findReportInForce(
  { db }: Pick<Work, 'db'>,
  accountId: string,
): Promise<
  { scoreChangeId: string; applicationId: string; firstname: string; lastname: string } | undefined
> {
  return db
    .selectFrom('shield_score')
    .select([
      'score_change_id as scoreChangeId',
      'application_id as applicationId',
      'legal_firstname as firstname',
      'legal_lastname as lastname',
    ])
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
}

/** The newest report of a check, which a dispute may have corrected. */
export async function findNewestReport({ db }: Pick<Work, 'db'>, applicationId: string): Promise<string> {
  const { id } = await db
    .selectFrom('score_change')
    .select('id')
    .where('application_id', '=', applicationId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return id;
}

/** @throws Refusal not-found */
export async function getReportVersion(
  work: Pick<Work, 'db' | 'portal'>,
  scoreChangeId: string,
): Promise<ReportVersion> {
  const row = await work.db
    .selectFrom('score_change as change')
    .innerJoin('cra_order', 'cra_order.id', 'change.cra_order_id')
    .innerJoin('screening_provider as agency', 'agency.craid', 'cra_order.craid')
    .select([
      'change.id',
      'change.application_id',
      'change.account_id',
      'change.score',
      'change.created_at',
      'change.findings',
      'change.report_hash',
      'agency.name',
      'agency.mail_address',
      'agency.support_phone',
      'agency.support_email',
    ])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('signing_record')
          .innerJoin('consent_document', 'consent_document.id', 'signing_record.consent_document_id')
          .select('signing_record.id')
          .whereRef('signing_record.application_id', '=', 'change.application_id')
          .where('consent_document.kind', '=', 'esign'),
      ).as('electronic'),
    )
    .where('change.id', '=', scoreChangeId)
    .executeTakeFirst();
  if (!row) throw new Refusal('not-found', { detail: `report ${scoreChangeId}` });
  return {
    scoreChangeId: row.id,
    applicationId: row.application_id,
    accountId: row.account_id,
    score: row.score,
    madeAt: row.created_at,
    findings: readFindings(work, row.id, row.findings),
    hash: row.report_hash,
    agency: {
      name: row.name,
      address: row.mail_address,
      phone: row.support_phone,
      email: row.support_email,
    },
    electronic: Boolean(row.electronic),
  };
}

/** The PDF of a version. The caller closes it. */
export async function openReportVersion(
  { db, portal }: Pick<Work, 'db' | 'portal'>,
  scoreChangeId: string,
): Promise<TemporaryFile> {
  const { report_key } = await db
    .selectFrom('score_change')
    .select('report_key')
    .where('id', '=', scoreChangeId)
    .executeTakeFirstOrThrow();
  return openSealedFile(portal, report_key);
}

/** Waits for whatever changes a check or its disputes, until the transaction ends. */
export async function lockCheck(work: Work<unknown>, applicationId: string): Promise<void> {
  await lockApplication(work, applicationId);
}

/** Whether a dispute or a request for a block about a check is open. */
export async function isDisputed({ db }: Pick<Work, 'db'>, applicationId: string): Promise<boolean> {
  const open = await db
    .selectFrom('dispute')
    .select('id')
    .where('application_id', '=', applicationId)
    .where('resolved_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return open !== undefined;
}
