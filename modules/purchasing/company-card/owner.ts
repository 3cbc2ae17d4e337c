import { type CompanyCaller, companyMember, isTeamMember } from '#modules/enterprise/index.ts';
import type { Access, Caller } from '#modules/platform/index.ts';
import { Refusal } from '../refusals.ts';

/** The owner of a company. Other members of the team are told that only the owner handles its card (doc2 §2.13). */
export const companyOwner: Access<CompanyCaller> = {
  name: 'companyOwner',
  admits: ['owner'],
  admit(caller) {
    const member = companyMember('viewer').admit(caller);
    if (member.teamRole !== 'owner') throw new Refusal('purchasing.owner-only');
    return member;
  },
};

/** The company that a caller owns; null for everybody else. */
export function ownedCompany(caller: Caller): string | null {
  return isTeamMember(caller) && caller.teamRole === 'owner' ? caller.companyId : null;
}
