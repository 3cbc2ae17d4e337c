import { fingerprintOf, type TeamRole, type Work } from '#modules/platform/index.ts';
import type { CompanyCaller } from '../access.ts';
import { Refusal } from '../refusals.ts';
import type { TeamActorRole } from './actions.ts';

/** A company's team while it is being changed, and who changes it. */

export interface TeamMember {
  id: string;
  account_id: string;
  role: TeamRole;
  issue_coupons: boolean;
  /** Whether the account is disabled. */
  disabled: boolean;
}

export interface Team {
  companyId: string;
  company_name: string;
  members: readonly TeamMember[];
}

/** Who changes the team: a member of it, or staff. */
export interface TeamActor {
  role: TeamActorRole;
  accountId: string;
}

export async function selectMembers({ db }: Pick<Work, 'db'>, companyId: string): Promise<TeamMember[]> {
  const members = await db
    .selectFrom('team_member as m')
    .innerJoin('account as a', 'a.id', 'm.account_id')
    .select(['m.id', 'm.account_id', 'm.role', 'm.issue_coupons', 'a.active'])
    .where('m.company_id', '=', companyId)
    .orderBy('m.joined_at')
    .orderBy('m.id')
    .execute();
  return members.map(({ active, ...member }) => ({ ...member, disabled: !active }));
}

/**
 * Locks a company: changes of its team run one after the other, each seeing the result of the one before.
 * @throws Refusal not-found
 */
export async function lockTeam(work: Pick<Work, 'db'>, companyId: string): Promise<Team> {
  const company = await work.db
    .selectFrom('company')
    .select('company_name')
    .where('id', '=', companyId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!company) throw new Refusal('not-found', { detail: `company ${companyId}` });
  return { companyId, ...company, members: await selectMembers(work, companyId) };
}

/** A short fingerprint that changes with the members, their roles and who may issue coupons. */
export function fingerprintOfTeam(members: readonly TeamMember[]): string {
  return fingerprintOf(
    Object.fromEntries(members.map(({ id, role, issue_coupons }) => [id, [role, issue_coupons]])),
  );
}

/**
 * The caller's own team.
 * @param companyid the one that the call names; any company other than the caller's is answered not-found (D80)
 * @throws Refusal not-found, including if staff have turned the company off
 */
export async function ownCompany(
  { db, caller }: Pick<Work<CompanyCaller>, 'db' | 'caller'>,
  companyid: string | undefined,
): Promise<{ companyId: string; team_management_enabled: boolean; enable_payments: boolean }> {
  const company = await db
    .selectFrom('company')
    .select(['id as companyId', 'team_management_enabled', 'enable_payments'])
    .where('id', '=', caller.companyId)
    .where('enterprise_enabled', '=', true)
    .executeTakeFirst();
  if (!company || (companyid !== undefined && companyid !== caller.companyId)) {
    throw new Refusal('not-found', { detail: `team of company ${companyid}, asked by ${caller.companyId}` });
  }
  return company;
}

/**
 * The same in order to change it. The caller's membership is read again, because their role may have changed since the
 * session was read.
 * @throws Refusal not-found; enterprise.team-management-off (doc2 §2.16)
 */
export async function lockOwnTeam(
  work: Pick<Work<CompanyCaller>, 'db' | 'caller'>,
  companyid: string | undefined,
): Promise<{ team: Team; actor: TeamActor }> {
  const { companyId, team_management_enabled } = await ownCompany(work, companyid);
  if (!team_management_enabled) throw new Refusal('enterprise.team-management-off');
  const team = await lockTeam(work, companyId);
  const { accountId } = work.caller;
  const member = team.members.find(({ account_id }) => account_id === accountId);
  if (!member) throw new Refusal('not-found', { detail: 'left the team at the same time' });
  return { team, actor: { role: member.role, accountId } };
}
