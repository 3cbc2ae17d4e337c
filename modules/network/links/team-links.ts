import type { TeamLink } from '#modules/enterprise/index.ts';
import { Refusal as AnyRefusal, type Caller, person, type Work } from '#modules/platform/index.ts';
import { Refusal } from '../refusals.ts';

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
 * says why an invitation cannot be accepted; without a session, such an invitation is answered not-found.
 */
export function whereTeamLinkLeads(
  work: Pick<Work<Caller | null>, 'caller'>,
  linkid: string,
  { open, known }: TeamLink,
): { newuser: boolean; redirectto: string | null } {
  if (completeCaller(work.caller)) return { newuser: false, redirectto: `/teaminvite/${linkid}` };
  if (!open) throw new Refusal('not-found', { detail: 'the team invitation is closed' });
  return { newuser: !known, redirectto: null };
}

/** It changes nothing: the code in the answer is accepted by a separate call. */
export function openTeamLink(work: Pick<Work<Caller | null>, 'caller'>, linkid: string, team: TeamLink) {
  const leads = whereTeamLinkLeads(work, linkid, team);
  const caller = completeCaller(work.caller);
  const theirs = caller === null || caller.emailaddress === team.to_email.toLowerCase();
  return {
    linktype: 'teaminvite' as const,
    shieldid: null,
    invite_code: team.open && theirs ? linkid : null,
    ...leads,
  };
}
