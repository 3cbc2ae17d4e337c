import { brandForHost } from '#modules/enterprise/index.ts';
import { getPerson } from '#modules/identity/index.ts';
import { sql, type Work } from '#modules/platform/index.ts';
import { acceptAutomatically, acceptChosen } from './answer.ts';
import { recordHistory } from './history.ts';
import { invite } from './invite.ts';
import { attachInvitations } from './links.ts';
import { refreshConnections } from './refresh.ts';

/** A proven address: the invitations that were sent to it are the person's, and the host's company may invite (D59). */
export async function welcomeInvited(work: Work, { accountId }: { accountId: string }): Promise<void> {
  const person = await getPerson(work, accountId);
  await attachInvitations(work, accountId, { email: person.emailaddress });
  const brand = await brandForHost(work.portal, person.registered_host || null);
  if (!brand.networkAutoinvite || !brand.companyId) return;
  const owner = await work.row(sql<{ account_id: string }>`
    select account_id from team_member where company_id = ${brand.companyId} and role = 'owner'`);
  if (!owner || owner.account_id === accountId) return;
  const invitee = {
    accountId,
    email: person.emailaddress,
    shieldId: null,
    firstname: person.firstname,
    lastname: person.lastname,
  };
  await invite(work, { companyId: brand.companyId }, owner.account_id, invitee, { mail: false });
}

/** Whatever changed of a person: how their connections stand. */
export async function refreshPerson(work: Work, { accountId }: { accountId: string }): Promise<void> {
  await refreshConnections(work, { accountIds: [accountId] });
}

/** A score that stands may answer open invitations by itself (doc2 §2.4). */
export async function welcomeScore(work: Work, { accountId }: { accountId: string }): Promise<void> {
  await work.em.flush();
  await acceptAutomatically(work, { accountId });
  await refreshConnections(work, { accountIds: [accountId] });
}

/** The invitations chosen with the score (doc2 §4.5). */
export async function acceptPendingInvites(
  work: Work,
  { accountId, inviteIds }: { accountId: string; inviteIds: readonly string[] },
): Promise<void> {
  await work.em.flush();
  await acceptChosen(work, accountId, inviteIds);
  await acceptAutomatically(work, { accountId });
  await refreshConnections(work, { accountIds: [accountId] });
}

/** A closed account has no open invitations, neither to it nor from it (D73). */
export async function closeInvitations(work: Work, { accountId }: { accountId: string }): Promise<void> {
  const closed = await work.rows(sql<{ id: string }>`
    update connection c set cancelled_at = ${work.now}
    where (c.account_id = ${accountId} or c.owner_account_id = ${accountId})
      and c.accepted_at is null and c.cancelled_at is null and c.removed_at is null
    returning c.id`);
  await recordHistory(
    work,
    'cancelled',
    closed.map((row) => row.id),
    null,
  );
  await refreshConnections(work, { accountIds: [accountId] });
}
