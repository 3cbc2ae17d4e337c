import { z } from 'zod';
import {
  anyone,
  HOUR,
  operation,
  type Portal,
  plainText,
  sql,
  type Work,
  yesNo,
} from '#modules/platform/index.ts';
import { networkTimings } from '../limits.ts';
import { Refusal } from '../refusals.ts';
import { lockPeople } from './people.ts';
import { changeShare } from './shares.ts';

/**
 * How a person stops what was accepted for them automatically (D144): a mailed link opens a page, and a press there
 * stops the sharing (D108). It can only turn sharing off, so it takes no sign-in.
 */

const PURPOSE = 'network.stop-sharing';

/** The link of the mail about an invitation that was accepted automatically at `acceptedAt`. */
export function stopLinkOf(
  { keys }: Pick<Portal, 'keys'>,
  connectionId: string,
  acceptedAt: Date,
): { path: string; until: Date } {
  const until = new Date(acceptedAt.getTime() + networkTimings['shares.stop-link']);
  return { path: `/stopsharing/${keys.sign(PURPOSE, connectionId, until)}`, until };
}

const tokenInput = z.object({ token: plainText(256, 1) });
const throttle = { by: 'address', limit: 60, per: HOUR } as const;

/** The share that a link is about. @throws Refusal not-found for a forged or expired link, and once the share has ended */
async function findShare(work: Pick<Work, 'db' | 'portal' | 'now'>, token: string) {
  const id = work.portal.keys.unsign(PURPOSE, token, work.now);
  const share =
    id === null
      ? undefined
      : await work.db
          .selectFrom('connection as c')
          .leftJoin('company as o', 'o.id', 'c.owner_company_id')
          .leftJoin('account as owner', 'owner.id', 'c.owner_account_id')
          .select([
            'c.id',
            'c.account_id',
            'c.connection_type',
            'c.sharing_active',
            sql<string>`coalesce(o.company_name, owner.firstname || ' ' || owner.lastname)`.as('network'),
          ])
          .where('c.id', '=', id)
          .where('c.accepted_at', 'is not', null)
          .where('c.removed_at', 'is', null)
          .executeTakeFirst();
  if (!share?.account_id) throw new Refusal('not-found', { detail: 'link that stops sharing' });
  return { ...share, account_id: share.account_id };
}

export const checkStopLink = operation({
  name: 'network.check-stop-link',
  summary: 'What a link stops that was mailed after an invitation was accepted automatically.',
  access: anyone,
  kind: 'read',
  input: tokenInput,
  output: z.object({ network: z.string(), active: yesNo }),
  throttle,
  async run(work, { token }) {
    const { network, sharing_active: active } = await findShare(work, token);
    return { network, active };
  },
});

export const stopSharing = operation({
  name: 'network.stop-sharing',
  summary: 'Stops what was accepted automatically, with the link that was mailed about it.',
  access: anyone,
  kind: 'write',
  input: tokenInput,
  output: z.object({ network: z.string() }),
  throttle,
  async run(work, { token }) {
    const { account_id: accountId } = await findShare(work, token);
    await lockPeople(work, { accountIds: [accountId] });
    const { id, network, sharing_active: active, ...share } = await findShare(work, token);
    if (active) {
      await changeShare(work.as({ accountId }), id, share, 'sharing-off', { sharing_active: false });
    }
    return { network };
  },
});
