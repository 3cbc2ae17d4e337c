import { expect } from 'vitest';
import { removeFromTeam, switchCompanyOwner } from '#modules/admin/index.ts';
import { switchEnterpriseOwner } from '#modules/enterprise/index.ts';
import { eventually } from '#test/eventually.ts';
import type { TestPortal } from '#test/portal.ts';
import { newCompany, newTeamMember } from './network.ts';
import type { Registered } from './people.ts';
import { codeOf, rolesIn } from './teams.ts';

/** What staff's switch, the owner's own switch and the removal may answer, in this order. */
const possible = [
  // Staff first; or the owner first, and then staff take the ownership from the next one.
  ['done', 'role-too-low', 'enterprise.owner-stays'],
  ['done', 'done', 'enterprise.owner-stays'],
  // The person whom staff choose is gone.
  ['not-found', 'done', 'done'],
];

/**
 * Staff hand a company to one member, its owner hands it to another, and staff remove the first: all three have begun
 * and wait for the team before one of them can go on. Exactly one owner is left, as their sessions say too.
 * @param first which of them asks for the team first
 * @returns whether staff's switch took place
 */
export async function raceForOwner(portal: TestPortal, staff: Registered, first: number): Promise<boolean> {
  const company = await newCompany(portal, { team_management_enabled: true });
  const { companyId: companyid, owner } = company;
  const chosen = await newTeamMember(portal, company, 'admin');
  const other = await newTeamMember(portal, company, 'viewer');
  const acts = [
    () => staff.visitor.perform(switchCompanyOwner, { companyid, newuserid: chosen.accountId }),
    () => owner.visitor.perform(switchEnterpriseOwner, { newuserid: other.accountId }),
    () => staff.visitor.perform(removeFromTeam, { userid: chosen.accountId }),
  ];
  const gate = await portal.pool.connect();
  const results: Promise<string>[] = [];
  try {
    await gate.query('begin');
    await gate.query('select 1 from company where id = $1 for update', [companyid]);
    for (let step = 0; step < acts.length; step += 1) {
      const at = (first + step) % acts.length;
      const act = acts[at];
      if (act) results[at] = codeOf(act());
      await eventually(async () => {
        const { rows } = await portal.pool.query(
          `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        expect(rows).toHaveLength(step + 1);
      });
    }
  } finally {
    await gate.query('rollback');
    gate.release();
  }
  const answers = await Promise.all(results);
  expect(possible).toContainEqual(answers);
  const roles = await rolesIn(portal, companyid);
  expect(Object.values(roles).filter((role) => role === 'owner')).toHaveLength(1);
  expect(roles[owner.accountId]).toBe('admin');
  const { rows } = await portal.pool.query<{ account_id: string; team_role: string }>(
    'select account_id, team_role from session_facts where company_id = $1',
    [companyid],
  );
  expect(Object.fromEntries(rows.map(({ account_id, team_role }) => [account_id, team_role]))).toEqual(roles);
  return answers[0] === 'done';
}
