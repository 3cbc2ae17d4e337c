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
  /** Path of the result. */
  path: string;
  keptUntil: Date;
  timeZone: string;
}

const sentWords = ({ sent }: BulkDone) => `${formatCount(sent, 'invitation')} sent`;

/** Sent to whoever started a bulk invitation. */
const bulkDoneMail = declareMail<BulkDone>({
  name: 'bulk-done',
  version: 2,
  sample: {
    file: 'people.csv',
    sent: 120,
    bad: 3,
    path: '/user/network',
    keptUntil: new Date('2026-03-02T15:00:00Z'),
    timeZone: 'America/Chicago',
  },
  group: 'company',
  subject: sentWords,
  preheader: ({ file }) => `All rows of ${file} have been processed.`,
  blocks: (done, origin) => [
    heading(sentWords(done)),
    paragraph(
      done.bad === 0
        ? `All rows of ${done.file} have been processed.`
        : `We couldn’t send invitations for ${formatCount(done.bad, 'row')} of ${done.file}. You can download a file with the reasons until ${formatDate(done.keptUntil, done.timeZone)}.`,
    ),
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
