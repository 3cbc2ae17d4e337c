import { findMailReader } from '#modules/identity/index.ts';
import { isReached, type Work } from '#modules/platform/index.ts';

/**
 * Whether the mail of an invitation will be sent; not if its recipient does not want such mails or cannot get any. The
 * inviter is told, so that they can give the person the link themselves. It says nothing about an account: an address
 * without one can choose the same.
 */
export async function isReachedByMail({ db }: Pick<Work, 'db'>, connectionId: string): Promise<boolean> {
  const { account_id, to_email, owner_id, connection_type } = await db
    .selectFrom('connection as c')
    .leftJoin('team_member as asked', (join) =>
      join.onRef('asked.company_id', '=', 'c.sharing_company_id').on('asked.role', '=', 'owner'),
    )
    .select(['c.account_id', 'c.to_email', 'c.connection_type', 'asked.account_id as owner_id'])
    .where('c.id', '=', connectionId)
    .executeTakeFirstOrThrow();
  const accountId = account_id ?? owner_id;
  const reader = await findMailReader({ db }, accountId ? { accountId } : { address: to_email ?? '' });
  return reader !== null && isReached(connection_type === 'FULLNETWORK' ? 'company' : 'invitations', reader);
}
