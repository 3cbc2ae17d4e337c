import { type Access, type Actor, type Caller, person, type TeamRole } from '#modules/platform/index.ts';
import { Refusal } from './refusals.ts';
import { roleAtLeast } from './rules.ts';

/** A caller who acts for a company. */
export interface CompanyCaller extends Caller {
  companyId: string;
  teamRole: TeamRole;
}

const admitted: Record<TeamRole, readonly Actor[]> = {
  viewer: ['viewer', 'team-admin', 'owner'],
  admin: ['team-admin', 'owner'],
  owner: ['owner'],
};

/** The caller as a member of a company's team, if they are one. */
export function isTeamMember(caller: Caller): caller is CompanyCaller {
  return caller.companyId !== null && caller.teamRole !== null;
}

/**
 * A complete session of a company's team member. A person without a company is answered not-found; a team member whose
 * role is too low is told so (D80).
 */
export function companyMember(least: TeamRole): Access<CompanyCaller> {
  return {
    name: `companyMember(${least})`,
    admits: admitted[least],
    admit(caller) {
      const session = person.admit(caller);
      if (!isTeamMember(session)) throw new Refusal('not-found');
      if (!roleAtLeast(session.teamRole, least)) throw new Refusal('role-too-low');
      return session;
    },
  };
}
