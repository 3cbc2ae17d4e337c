import { brandForCompany } from '#modules/enterprise/index.ts';
import type { Portal } from '#modules/platform/index.ts';
import { sharedScoreMail } from '../mails.ts';
import { openShareCode } from './codes.ts';
import { stateOf } from './own-links.ts';

/**
 * Mails a share link to the address that its owner named, unless it was revoked in the meantime. An address that has
 * opted out gets nothing, and the owner is not told, because that would reveal what other people chose.
 * @param messageId a second run of the same job sends the same Message-ID, so that mailboxes drop it
 */
export async function deliverSharedScore(
  portal: Portal,
  { linkId }: { linkId: string },
  messageId: string,
): Promise<void> {
  const link = await portal.db
    .selectFrom('share_link as link')
    .innerJoin('account', 'account.id', 'link.account_id')
    .innerJoin('shield_score as score', (join) =>
      join.onRef('score.account_id', '=', 'link.account_id').on('score.ended_at', 'is', null),
    )
    .selectAll('link')
    .select(['score.legal_firstname', 'score.legal_lastname', 'account.active'])
    .where('link.id', '=', linkId)
    .executeTakeFirst();
  if (!link?.to_email || !link.active || stateOf(link, portal.clock.now()) !== 'working') return;
  const { host, timeZone } = await brandForCompany(portal, null);
  const letter = sharedScoreMail({
    name: `${link.legal_firstname} ${link.legal_lastname}`.trim(),
    path: `/s/${openShareCode({ portal }, link.id, link.code_sealed)}`,
    expires: link.expires_at,
    timeZone,
  });
  await portal.mailTo({ address: link.to_email }, { host, messageId }, letter);
}
