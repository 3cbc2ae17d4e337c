import { z } from 'zod';
import { recordAccess } from '#modules/identity/index.ts';
import {
  anyone,
  type Caller,
  MINUTE,
  openSealedFile,
  operation,
  person,
  type TemporaryFile,
  temporaryFile,
  type Work,
} from '#modules/platform/index.ts';
import { getOwnApplication } from '../applications.ts';
import { applicationsAudit } from '../audit.ts';
import { hasProof, isComplete, provenCode } from '../linking/proof.ts';
import { Refusal } from '../refusals.ts';
import { approvalCode, codeThrottle, resolveCode } from '../score/approval.ts';
import { findCheck } from './finding-checks.ts';

/** The CRA's report: read at an address that is signed for one person and works for five minutes (D48). */

const PURPOSE = 'report';
const LIFE = 5 * MINUTE;

const linkAnswer = z.object({ downloadlink: z.string() });

export const downloadReport = operation({
  name: 'applications.download-report',
  summary: "The address of the report of one of the caller's checks, valid for five minutes.",
  access: person,
  kind: 'write',
  inPersonOnly: true,
  input: z.object({ appid: z.uuid() }),
  output: linkAnswer,
  async run(work, { appid }) {
    const { accountId } = work.caller;
    const row = await getOwnApplication(work, accountId, appid);
    return signedLink(work, row.id, accountId, `account:${accountId}`);
  },
});

export const downloadReportFromCode = operation({
  name: 'applications.download-report-from-code',
  summary: 'The same as download-report, for the reader of an approval link who has proven who they are.',
  access: anyone,
  kind: 'write',
  inPersonOnly: true,
  input: z.object({ pendingapprovalcode: approvalCode, appid: z.uuid().optional() }),
  output: linkAnswer,
  throttle: codeThrottle,
  async run(work, { pendingapprovalcode, appid }) {
    const code = await resolveCode(work, pendingapprovalcode);
    if (appid && appid !== code.id) throw new Refusal('not-found', { detail: 'another application' });
    if (!hasProof(work, code)) throw new Refusal('applications.proof-needed');
    const byProof = provenCode(work) === code.code_hash;
    const reader = byProof ? `code:${code.code_hash}` : `account:${code.account_id}`;
    return signedLink(work, code.id, code.account_id, reader);
  },
});

/**
 * The address of the newest report of a check.
 * @throws Refusal applications.report-failure if there is none yet
 */
async function signedLink(
  work: Work<unknown>,
  applicationId: string,
  accountId: string,
  reader: string,
): Promise<{ downloadlink: string }> {
  const change = await newestReport(work, applicationId);
  await work.db
    .updateTable('score_change')
    .set({ download_link_clicked: true })
    .where('id', '=', change.id)
    .execute();
  await recordAccess(work, {
    personId: accountId,
    viewerAccountId: accountId,
    viewerCompanyId: null,
    kind: 'report',
  });
  return addressFor(work, change.id, reader);
}

async function newestReport(work: Work<unknown>, applicationId: string): Promise<{ id: string }> {
  const change = await work.db
    .selectFrom('score_change')
    .select('id')
    .where('application_id', '=', applicationId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!change) throw new Refusal('applications.report-failure', { detail: 'no report' });
  return change;
}

function addressFor(work: Work<unknown>, changeId: string, reader: string): { downloadlink: string } {
  return { downloadlink: `/application/report/${sign(work, changeId, reader)}` };
}

function sign({ portal, now }: Pick<Work, 'portal' | 'now'>, changeId: string, reader: string): string {
  return portal.keys.sign(PURPOSE, `${changeId} ${reader}`, new Date(now.getTime() + LIFE));
}

/**
 * The report of a finished check for the member of staff who asks. The person sees under 'Who saw me' that staff saw
 * it; the reason is in the audit log. It does not count as the person opening their report.
 * @throws Refusal not-found, applications.report-failure before the check is done
 */
export async function linkReportForStaff(
  work: Work<Caller>,
  asked: {
    accountId: string;
    applicationId: string;
    profileNumber: string | undefined;
    reason: string | null;
  },
): Promise<{ downloadlink: string }> {
  const { accountId, applicationId, reason } = asked;
  const { status } = await findCheck(work, asked);
  if (status !== 'done') throw new Refusal('applications.report-failure', { detail: status });
  const change = await newestReport(work, applicationId);
  await recordAccess(work, {
    personId: accountId,
    viewerAccountId: work.caller.accountId,
    viewerCompanyId: null,
    kind: 'staff-report',
  });
  await work.audit({
    action: applicationsAudit.reportOpened,
    about: accountId,
    object: { type: 'application', id: applicationId },
    detail: { reason },
  });
  return addressFor(work, change.id, `account:${work.caller.accountId}`);
}

/**
 * A signed token for the report of a person's current score, as they accepted it.
 * @param reader whom it is for, in a form defined by the module that reads it with `readReportInForce`
 * @throws Refusal applications.report-failure if there is no current score
 */
export async function signReportInForce(
  work: Pick<Work, 'db' | 'now' | 'portal'>,
  personId: string,
  reader: string,
): Promise<string> {
  const score = await work.db
    .selectFrom('shield_score')
    .select('score_change_id')
    .where('account_id', '=', personId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  if (!score) throw new Refusal('applications.report-failure', { detail: 'no score in force' });
  return sign(work, score.score_change_id, reader);
}

/**
 * The report that `signReportInForce` signed, as long as its score is current.
 * @param findPerson the person whose report this reader may read now; null if there is none
 * @throws Refusal not-found, applications.report-failure
 */
export async function readReportInForce(
  work: Pick<Work, 'db' | 'now' | 'portal'>,
  token: string,
  findPerson: (reader: string) => Promise<string | null>,
): Promise<{ pdf: TemporaryFile }> {
  const signed = unsign(work, token);
  const personId = signed && (await findPerson(signed.reader));
  if (!personId) throw new Refusal('not-found', { detail: 'report address' });
  const inForce = await work.db
    .selectFrom('shield_score')
    .select('id')
    .where('account_id', '=', personId)
    .where('score_change_id', '=', signed.changeId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  if (!inForce) throw new Refusal('applications.report-failure', { detail: 'another score is in force' });
  return { pdf: await openPdf(work, signed.changeId) };
}

/** The report behind a signed address, only for the reader whom it was signed for. */
export const readReport = operation({
  name: 'applications.read-report',
  summary: 'The report behind a signed address, as a PDF.',
  access: anyone,
  kind: 'read',
  input: z.object({ token: z.string().max(600) }),
  output: z.object({ pdf: temporaryFile }),
  async run(work, { token }) {
    const signed = unsign(work, token);
    if (!signed || !readers(work).includes(signed.reader)) {
      throw new Refusal('not-found', { detail: 'report address' });
    }
    return { pdf: await openPdf(work, signed.changeId) };
  },
});

function unsign(
  { portal, now }: Pick<Work, 'portal' | 'now'>,
  token: string,
): { changeId: string; reader: string } | null {
  const [changeId = '', reader] = (portal.keys.unsign(PURPOSE, token, now) ?? '').split(' ');
  return reader ? { changeId, reader } : null;
}

async function openPdf(
  { db, portal }: Pick<Work, 'db' | 'portal'>,
  changeId: string,
): Promise<TemporaryFile> {
  const change = await db
    .selectFrom('score_change')
    .select('report_key')
    .where('id', '=', changeId)
    .executeTakeFirst();
  if (!change) throw new Refusal('applications.report-failure');
  return openSealedFile(portal, change.report_key);
}

/** Who the reader of this visit may be: the person who is signed in, and the one who has proven an approval link. */
function readers(work: Pick<Work<Caller | null>, 'caller' | 'visit' | 'now' | 'portal'>): string[] {
  const proven = provenCode(work);
  return [
    ...(isComplete(work.caller) ? [`account:${work.caller.accountId}`] : []),
    ...(proven ? [`code:${proven}`] : []),
  ];
}
