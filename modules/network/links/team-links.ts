import type { TeamLink } from '#modules/enterprise/index.ts';
import {
  Refusal as AnyRefusal,
  type Caller,
  isSameEmailAddress,
  person,
  type Work,
} from '#modules/platform/index.ts';
import { Refusal } from '../refusals.ts';
import type { LinkEnd } from './link-ends.ts';

/**
 * The caller, or null if the session is not complete: the link can be opened only after the remaining steps of signing
 * in.
 */
export function completeCaller(caller: Caller | null): Caller | null {
  try {
    return person.admit(caller);
  } catch (error) {
    if (error instanceof AnyRefusal) return null;
    throw error;
  }
}

/**
 * Where the link of a team invitation leads: to the page that asks, or to register or sign in first (D108). The page
 * says why an invitation cannot be accepted.
 */
export function whereTeamLinkLeads(
  work: Pick<Work<Caller | null>, 'caller'>,
  linkid: string,
  { ended, known }: TeamLink,
): { newuser: boolean; redirectto: string | null } {
  if (completeCaller(work.caller)) return { newuser: false, redirectto: `/teaminvite/${linkid}` };
  return { newuser: ended === null && !known, redirectto: null };
}

/** What the link of a team invitation that ended says to somebody who is not signed in; null for any other reader. */
export function teamLinkEnd(
  work: Pick<Work<Caller | null>, 'caller'>,
  { ended, company_name }: TeamLink,
): { how: LinkEnd; at: Date | null; inviter: string; team: true } | null {
  if (ended === null || completeCaller(work.caller)) return null;
  return { how: endsOf[ended.how], at: ended.at, inviter: company_name, team: true };
}

const endsOf = { used: 'answered', withdrawn: 'canceled', closed: 'canceled', expired: 'expired' } as const;

/** It changes nothing: the code in the answer is accepted by a separate call. */
export function openTeamLink(work: Pick<Work<Caller | null>, 'caller'>, linkid: string, team: TeamLink) {
  const end = teamLinkEnd(work, team);
  if (end) {
    throw new Refusal(end.how === 'expired' ? 'network.invitation-expired' : 'network.invitation-closed');
  }
  const leads = whereTeamLinkLeads(work, linkid, team);
  const caller = completeCaller(work.caller);
  const theirs = caller === null || isSameEmailAddress(caller.emailaddress, team.to_email);
  return {
    linktype: 'teaminvite' as const,
    shieldid: null,
    invite_code: team.ended === null && theirs ? linkid : null,
    ...leads,
  };
}
