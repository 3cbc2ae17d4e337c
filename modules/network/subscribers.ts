import { brandForHost } from '#modules/enterprise/index.ts';
import { getPerson } from '#modules/identity/index.ts';
import type { Work } from '#modules/platform/index.ts';
import { revokeCenterCodes } from './center/codes.ts';
import { recordHistory } from './connections/history.ts';
import { lockPeople } from './connections/people.ts';
import { refreshConnections } from './connections/refresh.ts';
import { acceptAutomatically, acceptChosen } from './invitations/answer.ts';
import { attachInvitations } from './invitations/attach.ts';
import { lapseCouponsOf } from './invitations/coupon.ts';
import { invite } from './invitations/inviting.ts';

/**
 * After a person has verified their address: gives them the invitations to it, and invites them on behalf of the
 * company on whose host they registered, if the company wants that (D59).
 */
export async function welcomeInvited(work: Work, { accountId }: { accountId: string }): Promise<void> {
  const person = await getPerson(work, accountId);
  await attachInvitations(work, accountId, { email: person.emailaddress });
  const brand = await brandForHost(work.portal, person.registered_host || null);
  if (!brand.networkAutoinvite || !brand.companyId) return;
  const owner = await work.db
    .selectFrom('team_member')
    .select('account_id')
    .where('company_id', '=', brand.companyId)
    .where('role', '=', 'owner')
    .executeTakeFirst();
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

/** After a person has proved a new address: gives them the invitations to it, as after registration. */
export async function takeInvitations(
  work: Work,
  { accountId, emailaddress }: { accountId: string; emailaddress: string },
): Promise<void> {
  await attachInvitations(work, accountId, { email: emailaddress });
}

/** After a change of a person's data: refreshes their connections. */
export async function refreshPerson(work: Work, { accountId }: { accountId: string }): Promise<void> {
  await refreshConnections(work, { accountIds: [accountId] });
}

/** After a person got a score: accepts the invitations that came since they chose automatic acceptance (doc2 §2.4). */
export async function welcomeScore(work: Work, { accountId }: { accountId: string }): Promise<void> {
  await lockPeople(work, { accountIds: [accountId] });
  await acceptAutomatically(work, { accountId });
  await refreshConnections(work, { accountIds: [accountId] });
}

/** After a person accepted a score: accepts the invitations that they chose with it, and no others (doc2 §4.5, D144). */
export async function acceptPendingInvites(
  work: Work,
  { accountId, inviteIds }: { accountId: string; inviteIds: readonly string[] },
): Promise<void> {
  await lockPeople(work, { accountIds: [accountId] });
  await acceptChosen(work, accountId, inviteIds);
  await refreshConnections(work, { accountIds: [accountId] });
}

/** After a company was turned off: withdraws its open invitations. Their coupons lapse. */
export async function closeCompanyInvitations(
  work: Work,
  { companyId }: { companyId: string },
): Promise<void> {
  const closed = await work.db
    .updateTable('connection')
    .set({ cancelled_at: work.now })
    .where('owner_company_id', '=', companyId)
    .where('accepted_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .returning('id')
    .execute();
  const ids = closed.map((row) => row.id);
  await lapseCouponsOf(work, ids);
  await recordHistory(work, 'cancelled', ids, null);
}

/** After an account was disabled: cancels the open invitations to and from it (D73). */
export async function closeInvitations(work: Work, { accountId }: { accountId: string }): Promise<void> {
  await revokeCenterCodes(work, accountId);
  const closed = await work.db
    .updateTable('connection')
    .set({ cancelled_at: work.now })
    .where((row) => row.or([row('account_id', '=', accountId), row('owner_account_id', '=', accountId)]))
    .where('accepted_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .returning('id')
    .execute();
  const ids = closed.map((row) => row.id);
  await lapseCouponsOf(work, ids);
  await recordHistory(work, 'cancelled', ids, null);
  await refreshConnections(work, { accountIds: [accountId] });
}
