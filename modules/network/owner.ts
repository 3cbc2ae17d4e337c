import { companyMember, isTeamMember } from '#modules/enterprise/index.ts';
import { type Access, type Caller, person, sql, type TeamRole } from '#modules/platform/index.ts';
import type { NetworkRole } from './actions.ts';
import { networkTimings } from './limits.ts';

/** The owner of a network: a company or a person (D59). */
export type Owner = { companyId: string } | { accountId: string };

export interface NetworkCaller extends Caller {
  owner: Owner;
  networkRole: NetworkRole;
}

/** Access for the owner of a network: team members act for the company's, others for their own (D59). */
export function networkOwner(least: TeamRole): Access<NetworkCaller> {
  const member = companyMember(least);
  return {
    name: `networkOwner(${least})`,
    admits: ['individual', ...member.admits, 'staff', 'staff-as-user'],
    admit(caller) {
      const session = person.admit(caller);
      if (!isTeamMember(session)) {
        return { ...session, owner: { accountId: session.accountId }, networkRole: 'self' };
      }
      const { companyId, teamRole } = member.admit(session);
      return { ...session, owner: { companyId }, networkRole: teamRole };
    },
  };
}

export function ownerId(owner: Owner): string {
  return 'companyId' in owner ? owner.companyId : owner.accountId;
}

/** The condition on `c` for rows in this owner's network that are not cancelled or removed (D80). */
export function ownedBy(owner: Owner) {
  return sql<boolean>`(c.owner_id = ${ownerId(owner)} and c.cancelled_at is null and c.removed_at is null)`;
}

/** Whether the owner of `c` asked the person so recently to renew that they may not ask again yet. */
export function renewalRequested(now: Date) {
  const since = new Date(now.getTime() - networkTimings['renewals.ask-again']);
  return sql<boolean>`coalesce(c.renewal_requested_at > ${since}, false)`;
}

/** The condition on `c` for what a person shares: accepted, not cancelled or removed. Also a team member's are their own (D59). */
export function sharedBy(accountId: string) {
  return sql<boolean>`(
    c.account_id = ${accountId} and c.accepted_at is not null and c.cancelled_at is null and c.removed_at is null)`;
}
