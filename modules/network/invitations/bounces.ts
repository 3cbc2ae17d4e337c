import { brandForCompany } from '#modules/enterprise/index.ts';
import {
  anyOf,
  column,
  type Portal,
  showEmailAddress,
  sql,
  statement,
  type Work,
} from '#modules/platform/index.ts';
import { rowName } from '../connections/grid.ts';
import { recordHistory } from '../connections/history.ts';
import { lockPeople } from '../connections/people.ts';
import { refreshConnections } from '../connections/refresh.ts';
import { gatherBounces, sendBounces } from '../jobs.ts';
import { BOUNCES_GATHERED } from '../limits.ts';
import { invitationBouncedMail } from './bounce-mail.ts';

/** How many invitations a mail about bounces names; it counts the others. */
const BOUNCES_NAMED = 20;

/**
 * Marks the open invitations to an address as bounced, after a mail server or provider said that it permanently takes
 * no mail (D50). Whoever sent them is told once for all that bounce within ten minutes.
 */
export async function recordBounce(work: Work, { emailaddress }: { emailaddress: string }): Promise<void> {
  const account = await work.db
    .selectFrom('account')
    .select('id')
    .where('emailaddress', '=', emailaddress)
    .executeTakeFirst();
  await lockPeople(work, { accountIds: account ? [account.id] : [] });
  const bounced = await work.db
    .updateTable('connection')
    .set({ bounced_at: work.now, bounce_untold: true })
    .where((row) =>
      row.or([row('to_email', '=', emailaddress), ...(account ? [row('account_id', '=', account.id)] : [])]),
    )
    .where('accepted_at', 'is', null)
    .where('ignored_at', 'is', null)
    .where('bounced_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .returning(['id', 'owner_id'])
    .execute();
  const ids = bounced.map((row) => row.id);
  await recordHistory(work, 'bounced', ids, null);
  await refreshConnections(work, { connectionIds: ids });
  // Last and in one order: transactions about the same network wait for each other at its key.
  const networks = new Set(bounced.flatMap((row) => row.owner_id ?? []));
  for (const networkId of [...networks].sort()) {
    await work.enqueue(
      gatherBounces,
      { networkId },
      { key: `${gatherBounces.name}-${networkId}`, keepTime: true, delay: BOUNCES_GATHERED },
    );
  }
}

/** `tell`: nobody has invited the person again, and the invitation still waits. */
const untoldBounces = statement({
  name: 'network.untold-bounces',
  row: { id: column.uuid, tell: column.boolean, reader_id: column.uuid.nullable() },
  sql: (networkId: string) => sql`
    select c.id,
      c.bounced_at is not null and c.accepted_at is null and c.ignored_at is null and c.cancelled_at is null as tell,
      coalesce(c.owner_account_id,
        case when c.connection_type = 'INDIVIDUAL' then (
          select account_id from team_member
          where company_id = c.owner_company_id and account_id = c.invited_by_account_id) end,
        (select account_id from team_member where company_id = c.owner_company_id and role = 'owner')) as reader_id
    from connection c
    where c.owner_id = ${networkId} and c.bounce_untold
    order by c.id for update of c`,
});

/**
 * Puts the bounced invitations of a network that were not told yet into mails, one for each person who is told: the
 * inviter, or the owner of the company once the inviter has left its team. What is in a mail is in no other one.
 */
export async function gatherBouncesOf(portal: Portal, { networkId }: { networkId: string }): Promise<void> {
  await portal.work(gatherBounces.name, async (work) => {
    const untold = await work.rows(untoldBounces(networkId));
    if (untold.length === 0) return;
    await work.db
      .updateTable('connection')
      .set({ bounce_untold: false })
      .where('id', '=', anyOf(untold.map(({ id }) => id)))
      .execute();
    const told = Map.groupBy(
      untold.filter(({ tell }) => tell),
      ({ reader_id }) => reader_id,
    );
    for (const [accountId, rows] of told) {
      if (!accountId) continue;
      const connectionIds = rows.slice(0, BOUNCES_NAMED).map(({ id }) => id);
      await work.enqueue(sendBounces, { accountId, connectionIds, count: rows.length });
    }
  });
}

/** Invitations by what the inviter knows of the person. */
const bouncedInvitations = statement({
  name: 'network.bounced-invitations',
  row: { company_id: column.uuid.nullable(), name: column.text },
  sql: (ids: readonly string[]) => sql`
    select c.owner_company_id as company_id,
      coalesce(nullif(trim(${rowName.firstname} || ' ' || ${rowName.lastname}), ''), c.to_email::text,
        c.to_shieldid, '') as name
    from connection c
      left join account a on a.id = c.account_id
      left join company sharing on sharing.id = c.sharing_company_id
    where c.id = ${anyOf(ids)} and c.bounced_at is not null and c.cancelled_at is null
    order by c.id`,
});

/** @param messageId a second run of the same job sends the same Message-ID, so that mailboxes drop it */
export async function deliverBounces(
  portal: Portal,
  { accountId, connectionIds, count }: { accountId: string; connectionIds: string[]; count: number },
  messageId: string,
): Promise<void> {
  const { rows } = await bouncedInvitations(connectionIds).execute(portal.db);
  const [first] = rows;
  if (!first) return;
  const { host } = await brandForCompany(portal, first.company_id);
  const names = rows.map(({ name }) => (name.includes('@') ? showEmailAddress(name) : name));
  const letter = invitationBouncedMail({ names, count: count - (connectionIds.length - names.length) });
  await portal.mailTo({ accountId }, { host, messageId }, letter);
}
