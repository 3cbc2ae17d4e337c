import { brandForCompany, brandForHost } from '#modules/enterprise/index.ts';
import {
  column,
  expiresAt,
  formatDate,
  type Letter,
  type Portal,
  showEmailAddress,
  sql,
  statement,
} from '#modules/platform/index.ts';
import { invitationBouncedMail } from '../invitations/bounce-mail.ts';
import type { ConnectionNews } from '../jobs.ts';
import {
  acceptedAutomaticallyMail,
  invitationAcceptedMail,
  removedMail,
  renewalRequestMail,
} from '../mails.ts';
import { shieldLinkAddedMail, shieldLinkInvitationMail } from '../shieldlink/mails.ts';
import { connectionTypes } from '../statuses.ts';
import { sourcesOf } from './extended.ts';
import { rowName } from './grid.ts';
import { stopLinkOf } from './stopping.ts';

/**
 * The mails about what happened to a connection. On the side of the network, the person who invited is told, or the
 * owner of the company once that person has left its team.
 */

const connectionToTell = statement({
  name: 'network.connection-to-tell',
  prepared: true,
  row: {
    account_id: column.uuid.nullable(),
    network_account_id: column.uuid.nullable(),
    owner_company_id: column.uuid.nullable(),
    network: column.text,
    /** As far as the network may see it; otherwise empty. */
    name: column.text,
    address: column.text,
    toshieldid: column.text,
    connectiontype: column.oneOf(connectionTypes),
    sharing_company_id: column.uuid.nullable(),
    sharing_active: column.boolean,
    /** The owner of this company is told what the other company did. */
    sharing_owner_id: column.uuid.nullable(),
    client_owner_id: column.uuid.nullable(),
    /** The first of the companies through which a ShieldLink row came about. */
    through: column.text.nullable(),
    report_shared: column.boolean,
    accepted_at: column.instant.nullable(),
    expiration: column.date.nullable(),
    registered_host: column.text.nullable(),
  },
  sql: (connectionId: string) => sql`
    select c.account_id, c.owner_company_id,
      coalesce(c.owner_account_id, inviter.account_id, (
        select account_id from team_member where company_id = c.owner_company_id and role = 'owner'
      )) as network_account_id,
      coalesce(o.company_name, owner.firstname || ' ' || owner.lastname) as network,
      trim(${rowName.firstname} || ' ' || ${rowName.lastname}) as name,
      coalesce(c.to_email::text, '') as address, coalesce(c.to_shieldid, '') as toshieldid,
      c.connection_type as connectiontype, c.sharing_company_id, c.sharing_active,
      (select account_id from team_member where company_id = c.sharing_company_id and role = 'owner') as sharing_owner_id,
      (select account_id from team_member where company_id = c.owner_company_id and role = 'owner') as client_owner_id,
      case when c.connection_type = 'EXTENDED' and c.removed_at is null then (
        select via.company_name from ${sourcesOf(sql`c.owner_id`, sql`c.account_id`, sql`join company via on via.id = link.sharing_company_id`)}
        order by link.accepted_at, link.id limit 1) end as through, c.report_shared, c.accepted_at,
      c.expiration, a.registered_host
    from connection c
      left join account a on a.id = c.account_id
      left join company o on o.id = c.owner_company_id
      left join company sharing on sharing.id = c.sharing_company_id
      left join account owner on owner.id = c.owner_account_id
      left join team_member inviter
        on inviter.account_id = c.invited_by_account_id and inviter.company_id = c.owner_company_id
    where c.id = ${connectionId}`,
});

type Told = NonNullable<Awaited<ReturnType<typeof readConnection>>>;

async function readConnection(portal: Portal, connectionId: string) {
  return (await connectionToTell(connectionId).execute(portal.db)).rows[0];
}

/** Who is told on the side of the network, and the address that the invitation was sent to; null if nobody is. */
export async function readInviter(
  portal: Portal,
  connectionId: string,
): Promise<{ accountId: string; companyId: string | null; address: string } | null> {
  const row = await readConnection(portal, connectionId);
  if (!row?.network_account_id) return null;
  return { accountId: row.network_account_id, companyId: row.owner_company_id, address: row.address };
}

interface Telling {
  accountId: string;
  host: string | null;
  letter: Letter;
}

/** @param messageId a second run of the same job sends the same Message-ID, so that mailboxes drop it */
export async function deliverConnectionNews(
  portal: Portal,
  { connectionId, news }: { connectionId: string; news: ConnectionNews },
  messageId: string,
): Promise<void> {
  for (const [position, { accountId, host, letter }] of (
    await compose(portal, connectionId, news)
  ).entries()) {
    await portal.mailTo({ accountId }, { host, messageId: `${messageId}-${position}` }, letter);
  }
}

async function compose(portal: Portal, connectionId: string, news: ConnectionNews): Promise<Telling[]> {
  const row = await readConnection(portal, connectionId);
  if (!row) return [];
  const { account_id: personId, network_account_id: ownerId, network } = row;
  if (row.connectiontype === 'FULLNETWORK') return composeForCompany(portal, row, news, connectionId);
  const who = row.name || showEmailAddress(row.address) || row.toshieldid;
  const brand = await brandForCompany(portal, row.owner_company_id);
  const toNetwork = (letter: Letter) => (ownerId ? [{ accountId: ownerId, host: brand.host, letter }] : []);
  const toPerson = (letter: Letter) =>
    personId ? [{ accountId: personId, host: row.registered_host, letter }] : [];
  switch (news) {
    case 'accepted':
      return toNetwork(
        invitationAcceptedMail({
          who,
          report: row.report_shared,
        }),
      );
    case 'accepted-automatically': {
      if (!row.accepted_at || !row.sharing_active) return [];
      const { path, until } = stopLinkOf(portal, connectionId, row.accepted_at);
      const { timeZone } = await brandForHost(portal, row.registered_host);
      return toPerson(
        acceptedAutomaticallyMail({ network, report: row.report_shared, path, until, timeZone }),
      );
    }
    case 'bounced':
      return toNetwork(invitationBouncedMail({ names: [who], count: 1 }));
    case 'removed':
    case 'left':
      return [
        ...toPerson(removedMail({ to: 'person', how: news, other: network })),
        ...toNetwork(removedMail({ to: 'network', how: news, other: who })),
      ];
    case 'linked':
      return row.through !== null && row.sharing_active
        ? toPerson(shieldLinkAddedMail({ client: network, through: row.through }))
        : [];
    case 'unlinked':
      return toPerson(removedMail({ to: 'person', how: news, other: network }));
    case 'renewal-requested': {
      const { expiration } = row;
      return toPerson(
        renewalRequestMail({
          network,
          expires: expiration && formatDate(expiration),
          expired: expiration === null || expiresAt(expiration) <= portal.clock.now(),
        }),
      );
    }
    // Between companies alone.
    case 'shieldlink-off':
    case 'shieldlink-withdrawn':
      return [];
  }
}

/** What one of two companies did, to tell the other one. */
async function composeForCompany(
  portal: Portal,
  row: Told,
  news: ConnectionNews,
  connectionId: string,
): Promise<Telling[]> {
  const path = `/user/network/company/${connectionId}`;
  const toOwnerOf = async (side: 'client' | 'sharing', letter: Letter) => {
    const accountId = side === 'client' ? row.client_owner_id : row.sharing_owner_id;
    if (!accountId) return [];
    const companyId = side === 'client' ? row.owner_company_id : row.sharing_company_id;
    return [{ accountId, host: (await brandForCompany(portal, companyId)).host, letter }];
  };
  switch (news) {
    case 'accepted':
      return toOwnerOf('client', shieldLinkInvitationMail({ how: 'accepted', other: row.name }));
    case 'removed':
      return toOwnerOf('sharing', shieldLinkInvitationMail({ how: 'ended-by-client', other: row.network }));
    case 'left':
      return toOwnerOf(
        'client',
        shieldLinkInvitationMail({ how: 'ended-by-company', other: row.name, path }),
      );
    case 'shieldlink-off':
      return [
        ...(await toOwnerOf('client', shieldLinkInvitationMail({ how: 'turned-off', other: row.name }))),
        ...(await toOwnerOf('sharing', shieldLinkInvitationMail({ how: 'turned-off', other: row.network }))),
      ];
    case 'shieldlink-withdrawn':
      return toOwnerOf('client', shieldLinkInvitationMail({ how: 'withdrawn', other: row.name }));
    case 'bounced':
      return toOwnerOf('client', invitationBouncedMail({ names: [showEmailAddress(row.address)], count: 1 }));
    default:
      return [];
  }
}
