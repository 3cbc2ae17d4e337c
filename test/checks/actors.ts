import { acceptTerms, addTeamMember, createCompany } from '#modules/enterprise/index.ts';
import type { Actor, TeamRole } from '#modules/platform/index.ts';
import { actAs, newPerson, newStaff, registerPerson } from '#test/factories/people.ts';
import type { TestPortal } from '#test/portal.ts';
import type { Visitor } from '#test/visitor.ts';

export interface Actors {
  visitors: Record<Actor, Visitor>;
  /** The account of each actor; none for the anonymous one. */
  accounts: Partial<Record<Actor, string>>;
  companyId: string;
}

/** One visitor of each of the ten kinds, each with a real session. The members of the team belong to one company. */
export async function makeActors(portal: TestPortal): Promise<Actors> {
  const unverified = await registerPerson(portal);
  await unverified.visitor.perform(acceptTerms, { accept_terms: 'YES' });

  const pending = await newPerson(portal);
  const half = portal.visitor();
  await half.call('POST', '/login', { emailaddress: pending.emailaddress, password: pending.password });

  const individual = await newPerson(portal);
  const staff = await newStaff(portal);
  const passwordOnly = portal.visitor();
  await passwordOnly.call('POST', '/login', {
    emailaddress: staff.emailaddress,
    password: staff.password,
  });
  const subject = await newPerson(portal);
  const asUser = await actAs(portal, subject);

  const owner = await newPerson(portal);
  const companyId = await portal.work('test.create-company', (work) =>
    createCompany(work, {
      company_name: 'Acme Builders',
      ownerAccountId: owner.accountId,
      enterprise_enabled: true,
      team_management_enabled: true,
      alert_dashboard_enabled: true,
      shieldlink_enabled: true,
    }),
  );
  const admin = await newMember(portal, companyId, 'admin');
  const viewer = await newMember(portal, companyId, 'viewer');

  return {
    visitors: {
      anonymous: portal.visitor(),
      unverified: unverified.visitor,
      'two-step-pending': half,
      individual: individual.visitor,
      viewer: viewer.visitor,
      'team-admin': admin.visitor,
      owner: owner.visitor,
      'staff-password-only': passwordOnly,
      staff: staff.visitor,
      'staff-as-user': asUser,
    },
    accounts: {
      unverified: unverified.accountId,
      'two-step-pending': pending.accountId,
      individual: individual.accountId,
      viewer: viewer.accountId,
      'team-admin': admin.accountId,
      owner: owner.accountId,
      'staff-password-only': staff.accountId,
      staff: staff.accountId,
      'staff-as-user': subject.accountId,
    },
    companyId,
  };
}

async function newMember(portal: TestPortal, companyId: string, role: TeamRole) {
  const member = await newPerson(portal);
  await portal.work('test.add-member', (work) =>
    addTeamMember(work, { companyId, accountId: member.accountId, role }),
  );
  return member;
}
