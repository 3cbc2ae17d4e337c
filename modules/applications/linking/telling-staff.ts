import { brandForHost } from '#modules/enterprise/index.ts';
import { formatMoment } from '#modules/platform/browser.ts';
import type { Portal } from '#modules/platform/index.ts';
import { applicationsLimits } from '../limits.ts';
import { proofLimitMail } from './mails.ts';

/** Tells staff, at the portal's support address, unless one of them allowed more tries in the meantime. */
export async function deliverProofLimit(portal: Portal, countId: string, messageId: string): Promise<void> {
  const count = await portal.db
    .selectFrom('wrong_proof_count')
    .select(['kind', 'wrong', 'last_at'])
    .where('id', '=', countId)
    .where('wrong', '>=', applicationsLimits['proof.wrong-count'])
    .executeTakeFirst();
  if (!count) return;
  const { support_email: address, timeZone } = await brandForHost(portal, null);
  const letter = proofLimitMail({
    kind: count.kind,
    wrong: count.wrong,
    last: formatMoment(count.last_at, timeZone),
    path: '/admin/pipeline?type=proof_limit',
  });
  await portal.mailTo({ address }, { host: null, messageId }, letter);
}
