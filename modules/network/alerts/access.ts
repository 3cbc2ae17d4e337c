import { type CompanyCaller, companyMember } from '#modules/enterprise/index.ts';
import type { Access, TeamRole } from '#modules/platform/index.ts';
import { Refusal } from '../refusals.ts';

/** Members of a team whose company has alerts (doc2 §6). Everybody else is answered not-found. */
export function alertReader(least: TeamRole): Access<CompanyCaller> {
  const member = companyMember(least);
  return {
    name: `alertReader(${least})`,
    admits: member.admits,
    admit(caller) {
      const session = member.admit(caller);
      if (!session.facts.alert_dashboard_enabled) throw new Refusal('not-found');
      return session;
    },
  };
}
