import { brandForCompany, findCompanyOwner } from '#modules/enterprise/index.ts';
import {
  button,
  declareMail,
  formatCount,
  formatDate,
  heading,
  type Portal,
  paragraph,
} from '#modules/platform/index.ts';
import { BULK_FILES_KEPT } from '../limits.ts';
import { groupCounts } from './reading.ts';

interface BulkDone {
  file: string;
  sent: number;
  bad: number;
  /** Rows that were not handled when the file was deleted. */
  left: number;
  /** Path of the result. */
  path: string;
  keptUntil: Date;
  timeZone: string;
}

const sentWords = ({ sent }: BulkDone) => `${formatCount(sent, 'invitation')} sent`;

function resultWords({ file, bad, left, keptUntil, timeZone }: BulkDone): string {
  if (left > 0) {
    return `${file} was deleted 30 days after its upload, before all of it was sent. Not handled: ${formatCount(left, 'row')}. Upload the file again to send the rest; no one is invited twice.`;
  }
  if (bad === 0) return `All rows of ${file} have been processed.`;
  return `We couldn’t send invitations for ${formatCount(bad, 'row')} of ${file}. You can download a file with the reasons until ${formatDate(keptUntil, timeZone)}.`;
}

/** Sent to whoever started a bulk invitation, once it is done or its file was deleted. */
const bulkDoneMail = declareMail<BulkDone>({
  name: 'bulk-done',
  version: 3,
  sample: {
    file: 'people.csv',
    sent: 120,
    bad: 3,
    left: 0,
    path: '/user/network',
    keptUntil: new Date('2026-03-02T15:00:00Z'),
    timeZone: 'America/Chicago',
  },
  group: 'company',
  subject: sentWords,
  preheader: ({ file, left }) =>
    left > 0 ? `${file} was deleted before all of it was sent.` : `All rows of ${file} have been processed.`,
  blocks: (done, origin) => [
    heading(sentWords(done)),
    paragraph(resultWords(done)),
    button('View the result', origin + done.path),
  ],
});

/** The page of the result: the company's own, or the one in its record for staff. */
async function pathOf(
  portal: Portal,
  { id, company_id }: { id: string; company_id: string },
  isMember: boolean,
): Promise<string> {
  if (isMember) return `/user/network/bulk/${id}`;
  const ownerId = await findCompanyOwner(portal, company_id);
  return `/admin/user/${ownerId}/enterprise/bulk/${id}`;
}

/** @param jobId a second run of the same job sends the same Message-ID */
export async function deliverBulkDone(
  portal: Portal,
  { bulkId }: { bulkId: string },
  jobId: string,
): Promise<void> {
  const bulk = await portal.db
    .selectFrom('bulk_invitation')
    .selectAll()
    .where('id', '=', bulkId)
    .executeTakeFirstOrThrow();
  const starter = bulk.started_by_account_id;
  if (starter === null) return;
  const member = await portal.db
    .selectFrom('team_member')
    .select('id')
    .where('company_id', '=', bulk.company_id)
    .where('account_id', '=', starter)
    .executeTakeFirst();
  const brand = await brandForCompany(portal, member ? bulk.company_id : null);
  const { sent, bad } = groupCounts(bulk.sent_counts);
  const about = {
    file: bulk.file_name,
    sent,
    bad,
    left: bulk.row_count - bulk.position,
    path: await pathOf(portal, bulk, member !== undefined),
    keptUntil: new Date(bulk.made_at.getTime() + BULK_FILES_KEPT),
    timeZone: brand.timeZone,
  };
  await portal.mailTo(
    { accountId: starter },
    { host: brand.host, messageId: `bulk-done-${jobId}` },
    bulkDoneMail(about),
  );
}
