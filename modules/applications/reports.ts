import { z } from 'zod';
import { recordAccess } from '#modules/identity/index.ts';
import {
  anyone,
  MINUTE,
  operation,
  type Portal,
  person,
  Refusal,
  sql,
  type Work,
} from '#modules/platform/index.ts';
import { getOwnApplication } from './applications.ts';
import { approvalCode, hasProof, resolveCode } from './approval.ts';
import { readSealed } from './proposing.ts';

/** The CRA's report: fetched by an address that is signed for five minutes and one person (D48). */

const PURPOSE = 'report';
const LIFE = 5 * MINUTE;

const linkAnswer = z.object({ downloadlink: z.string() });

export const downloadReport = operation({
  name: 'applications.download-report',
  summary: "An address, good for five minutes, of the report of one of the caller's checks.",
  access: person,
  kind: 'write',
  input: z.object({ appid: z.uuid() }),
  output: linkAnswer,
  async run(work, { appid }) {
    const row = await getOwnApplication(work, work.caller.accountId, appid);
    return signedLink(work, row.id, work.caller.accountId);
  },
});

export const downloadReportFromCode = operation({
  name: 'applications.download-report-from-code',
  summary: 'As download-report, by an approval link whose reader has proven who they are.',
  access: anyone,
  kind: 'write',
  input: z.object({ pendingapprovalcode: approvalCode, appid: z.uuid().optional() }),
  output: linkAnswer,
  async run(work, { pendingapprovalcode, appid }) {
    const code = await resolveCode(work, pendingapprovalcode);
    if (appid && appid !== code.applicationId)
      throw new Refusal('not-found', { detail: 'another application' });
    if (!hasProof(work, code)) throw new Refusal('applications.proof-needed');
    return signedLink(work, code.applicationId, code.accountId);
  },
});

async function signedLink(
  work: Work<unknown>,
  applicationId: string,
  accountId: string,
): Promise<{ downloadlink: string }> {
  const change = await work.row(sql<{ id: string }>`
    update score_change set download_link_clicked = true
    where id = (
      select id from score_change where application_id = ${applicationId} order by created_at desc limit 1
    )
    returning id`);
  if (!change) throw new Refusal('applications.report-failure', { detail: 'no report' });
  await recordAccess(work, {
    personId: accountId,
    viewerAccountId: accountId,
    viewerCompanyId: null,
    kind: 'report',
  });
  const expiresAt = new Date(work.now.getTime() + LIFE);
  const token = work.portal.keys.sign(PURPOSE, change.id, expiresAt);
  return { downloadlink: `/application/report/${token}` };
}

/**
 * The report behind a signed address.
 * @returns the PDF, or null for an address that is forged or lapsed
 */
export async function readReport(portal: Portal, token: string): Promise<Buffer | null> {
  const scoreChangeId = portal.keys.unsign(PURPOSE, token, portal.clock.now());
  if (!scoreChangeId) return null;
  const { rows } = await sql<{ report_key: string }>`
    select report_key from score_change where id = ${scoreChangeId}`.execute(portal.db);
  return rows[0] ? readSealed(portal, rows[0].report_key) : null;
}
