import { z } from 'zod';
import { recordAccess } from '#modules/identity/index.ts';
import {
  anyone,
  type Caller,
  MINUTE,
  operation,
  person,
  readSealed,
  type Work,
} from '#modules/platform/index.ts';
import { getOwnApplication } from './applications.ts';
import { approvalCode, codeThrottle, hasProof, isComplete, provenCode, resolveCode } from './approval.ts';
import { Refusal } from './refusals.ts';

/** The CRA's report: read at an address that is signed for one person and valid for five minutes (D48). */

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

async function signedLink(
  work: Work<unknown>,
  applicationId: string,
  accountId: string,
  reader: string,
): Promise<{ downloadlink: string }> {
  const change = await work.db
    .updateTable('score_change')
    .set({ download_link_clicked: true })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('score_change')
        .select('id')
        .where('application_id', '=', applicationId)
        .orderBy('created_at', 'desc')
        .limit(1),
    )
    .returning('id')
    .executeTakeFirst();
  if (!change) throw new Refusal('applications.report-failure', { detail: 'no report' });
  await recordAccess(work, {
    personId: accountId,
    viewerAccountId: accountId,
    viewerCompanyId: null,
    kind: 'report',
  });
  const expiresAt = new Date(work.now.getTime() + LIFE);
  const token = work.portal.keys.sign(PURPOSE, `${change.id} ${reader}`, expiresAt);
  return { downloadlink: `/application/report/${token}` };
}

/** The report behind a signed address, only for the reader that it was signed for. */
export const readReport = operation({
  name: 'applications.read-report',
  summary: 'The report behind a signed address, as a PDF.',
  access: anyone,
  kind: 'read',
  input: z.object({ token: z.string().max(600) }),
  output: z.object({ pdf: z.instanceof(Uint8Array) }),
  async run(work, { token }) {
    const [changeId, reader] = (work.portal.keys.unsign(PURPOSE, token, work.now) ?? '').split(' ');
    if (!changeId || !reader || !readers(work).includes(reader)) {
      throw new Refusal('not-found', { detail: 'report address' });
    }
    const change = await work.db
      .selectFrom('score_change')
      .select('report_key')
      .where('id', '=', changeId)
      .executeTakeFirst();
    if (!change) throw new Refusal('applications.report-failure');
    return { pdf: new Uint8Array(await readSealed(work.portal, change.report_key)) };
  },
});

/** The readers that this visit may be: the person who is signed in, and the one who has proven an approval link. */
function readers(work: Pick<Work<Caller | null>, 'caller' | 'visit' | 'now' | 'portal'>): string[] {
  const proven = provenCode(work);
  return [
    ...(isComplete(work.caller) ? [`account:${work.caller.accountId}`] : []),
    ...(proven ? [`code:${proven}`] : []),
  ];
}
