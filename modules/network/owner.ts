import { companyMember, isTeamMember, roleAtLeast } from '#modules/enterprise/index.ts';
import {
  type Access,
  type Caller,
  person,
  type SessionFacts,
  sql,
  type TeamRole,
} from '#modules/platform/index.ts';
import type { NetworkRole } from './connections/action-rules.ts';
import { networkTimings } from './limits.ts';

/** The owner of a network: a company or a person (D59). */
export type Owner = { companyId: string } | { accountId: string };

/** Who acts for a network: a person with a session, or a key of a company in the name of its owner (D134). */
export interface NetworkActor {
  accountId: string;
  emailaddress: string;
  facts: Pick<SessionFacts, 'certification_number' | 'application_count'>;
  owner: Owner;
  networkRole: NetworkRole;
  /** A key issues no coupons, whatever the owner may do. */
  byKey?: true;
}

export interface NetworkCaller extends Caller {
  owner: Owner;
  networkRole: NetworkRole;
}

/** Access for the owner of a network: team members act for the company's network, others for their own (D59). */
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

/**
 * Whether the row `c` has no score any more because staff moved the check to another account of the person, and nothing
 * ended in this account since. Its status is EXPIRED (D50), which is not what happened.
 */
export const checkMovedAway = sql<boolean>`(c.status = 'EXPIRED' and c.expiration is null and exists (
  select 1 from check_transfer moved where moved.from_account_id = c.account_id and not exists (
    select 1 from shield_score later
    where later.account_id = c.account_id and later.ended_at > moved.transferred_at)))`;

/** Whether the owner of `c` asked the person to renew so recently that they may not ask again yet. */
export function renewalRequested(now: Date) {
  const since = new Date(now.getTime() - networkTimings['renewals.ask-again']);
  return sql<boolean>`coalesce(c.renewal_requested_at > ${since}, false)`;
}

/**
 * The company for which the caller answers invitations and ends sharing, as its owner or an admin (D55); null if there
 * is none.
 */
export function companyOf(caller: Caller): string | null {
  return isTeamMember(caller) && roleAtLeast(caller.teamRole, 'admin') ? caller.companyId : null;
}

/**
 * On whose behalf shares are listed and changed: the caller's own, and those of the company for which the caller
 * answers.
 */
export interface Sharer {
  accountId: string;
  companyId: string | null;
}

export const sharerOf = (caller: Caller): Sharer => ({
  accountId: caller.accountId,
  companyId: companyOf(caller),
});

/** The condition on `c` for invitations and shares of the caller, or of the company for which they answer. */
export function answeredBy({ accountId, companyId }: Sharer) {
  if (companyId === null) return sql<boolean>`c.account_id = ${accountId}`;
  return sql<boolean>`(c.account_id = ${accountId} or c.sharing_company_id = ${companyId})`;
}

/**
 * The condition on `c` for what somebody shares: accepted, not removed. What a team member shares is also
 * their own (D59).
 */
export function sharedBy(sharer: Sharer) {
  return sql<boolean>`(
    ${answeredBy(sharer)} and c.accepted_at is not null and c.removed_at is null)`;
}
