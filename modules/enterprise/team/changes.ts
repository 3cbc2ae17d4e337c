import type { z } from 'zod';
import { renewSessions } from '#modules/identity/index.ts';
import type { Work } from '#modules/platform/index.ts';
import { enterpriseAudit } from '../audit.ts';
import { clearTeamFacts, writeTeamFacts } from '../company/companies.ts';
import { ownerSwitched, teamRoleChanged } from '../events.ts';
import { sendTeamNews, type TeamNews } from '../jobs.ts';
import { Refusal } from '../refusals.ts';
import { requireTeamAction } from './actions.ts';
import type { teamInputs } from './inputs.ts';
import { withdrawTeamInvite } from './invitations.ts';
import { fingerprintOfTeam, type Team, type TeamActor, type TeamMember } from './team.ts';

/**
 * Changes of a team, which must be locked (doc2 §4.9, §6). Everybody who is affected is told (D95), and their session
 * is renewed if their role changes (D10).
 */

/** The requested change of a member or an invitation; values that are not given stay the same. */
type WantedMember = z.output<typeof teamInputs.save>['members'][number];

/**
 * Applies the requested changes, all or none. Members that are not named stay as they are.
 * @param seen the fingerprint of the team to which the changes were made; without it, whatever is stored is overwritten
 * @throws Refusal not-found; enterprise.team-changed; why a change is not possible
 */
export async function saveTeam(
  work: Work<unknown>,
  team: Team,
  actor: TeamActor,
  wanted: readonly WantedMember[],
  seen: string | undefined,
): Promise<void> {
  if (seen !== undefined && seen !== fingerprintOfTeam(team.members))
    throw new Refusal('enterprise.team-changed');
  for (const one of wanted) {
    if (one.memberid && one.invitationid)
      throw new Refusal('not-found', { detail: 'a member and an invitation' });
    if (one.memberid) await saveMember(work, team, actor, findMember(team, one.memberid), one);
    else if (one.invitationid && one.delete_flag) {
      await withdrawTeamInvite(work, team, actor, { invitationid: one.invitationid });
    } else if (one.invitationid) await requireOwnInvitation(work, team, one.invitationid);
  }
}

function findMember({ members }: Team, memberId: string): TeamMember {
  const member = members.find(({ id }) => id === memberId);
  if (!member) throw new Refusal('not-found', { detail: `member ${memberId}` });
  return member;
}

/** A list that is sent back as a whole also names the open invitations. */
async function requireOwnInvitation(
  { db }: Pick<Work, 'db'>,
  { companyId }: Team,
  id: string,
): Promise<void> {
  const found = await db
    .selectFrom('team_invitation')
    .select('id')
    .where('id', '=', id)
    .where('company_id', '=', companyId)
    .executeTakeFirst();
  if (!found) throw new Refusal('not-found', { detail: `team invitation ${id}` });
}

async function saveMember(
  work: Work<unknown>,
  team: Team,
  actor: TeamActor,
  member: TeamMember,
  { role = member.role, issue_coupons, delete_flag }: WantedMember,
): Promise<void> {
  const target = { role: member.role, own: member.account_id === actor.accountId };
  if (delete_flag) {
    requireTeamAction(target.own ? 'leave' : 'remove', actor.role, target);
    return removeMember(work, team, actor, member);
  }
  const roleChanges = role !== member.role;
  if (roleChanges) requireTeamAction('editrole', actor.role, target);
  // Only the owner hands over the owner's role (`switchOwner`).
  if (roleChanges && role === 'owner') throw new Refusal('enterprise.owner-stays');
  const coupons = role === 'admin' ? (issue_coupons ?? member.issue_coupons) : role === 'owner';
  const asked = issue_coupons !== undefined && issue_coupons !== coupons;
  if (asked || (role === 'admin' && coupons !== member.issue_coupons)) {
    requireTeamAction('issuecoupons', actor.role, { ...target, role });
  }
  if (!roleChanges && coupons === member.issue_coupons) return;
  await work.db
    .updateTable('team_member')
    .set({ role, issue_coupons: coupons })
    .where('id', '=', member.id)
    .execute();
  await writeTeamFacts(work, team.companyId);
  // The right to issue coupons is read anew whenever it is used, so it ends no session.
  if (roleChanges) await renewSessions(work, member.account_id);
  const about = { about: member.account_id, object: { type: 'company', id: team.companyId } };
  if (roleChanges) {
    await work.audit({
      action: enterpriseAudit.memberRoleChanged,
      ...about,
      detail: { company_name: team.company_name, from: member.role, to: role },
    });
    await work.publish(teamRoleChanged, { companyId: team.companyId, accountId: member.account_id, role });
    await tell(work, team, actor, {
      news: role === 'admin' ? 'now-admin' : 'now-viewer',
      accountId: member.account_id,
    });
  }
  if (coupons !== member.issue_coupons) {
    await work.audit({
      action: enterpriseAudit.memberCouponsSwitched,
      ...about,
      detail: { company_name: team.company_name, issue_coupons: coupons },
    });
  }
}

async function removeMember(
  work: Work<unknown>,
  team: Team,
  actor: TeamActor,
  { id, account_id }: TeamMember,
): Promise<void> {
  await work.db.deleteFrom('team_member').where('id', '=', id).execute();
  await clearTeamFacts(work, account_id);
  await renewSessions(work, account_id);
  await work.publish(teamRoleChanged, { companyId: team.companyId, accountId: account_id, role: null });
  const left = account_id === actor.accountId;
  await work.audit({
    action: left ? enterpriseAudit.memberLeft : enterpriseAudit.memberRemoved,
    about: account_id,
    object: { type: 'company', id: team.companyId },
    detail: { company_name: team.company_name },
  });
  const owner = team.members.find(({ role }) => role === 'owner');
  if (!left) await tell(work, team, actor, { news: 'removed', accountId: account_id });
  else if (owner) {
    await tell(work, team, actor, { news: 'left', accountId: owner.account_id, otherId: account_id });
  }
}

/**
 * Makes a member the owner; the previous owner becomes an admin, who may not issue coupons until the new owner permits
 * it (D60). The company's saved card stays with it, unless it is removed with the switch (D143).
 * @param reason why staff do it, if they say so
 * @returns the new owner
 * @throws Refusal not-found; why it is not possible
 */
export async function switchOwner(
  work: Work<unknown>,
  team: Team,
  actor: TeamActor,
  { newuserid, memberid, remove_card: cardRemoved }: z.output<typeof teamInputs.switchOwner>,
  reason?: string,
): Promise<TeamMember> {
  const named = [newuserid, memberid].filter((id) => typeof id === 'string');
  const next =
    named[0] &&
    team.members.find(({ id, account_id }) => named.every((one) => one === id || one === account_id));
  const former = team.members.find(({ role }) => role === 'owner');
  if (!next || !former) throw new Refusal('not-found', { detail: `member ${named.join(' and ')}` });
  requireTeamAction('switchowner', actor.role, {
    role: next.role,
    own: next.account_id === actor.accountId,
    disabled: next.disabled,
  });
  const changes = [
    { member: next, role: 'owner', issue_coupons: true },
    { member: former, role: 'admin', issue_coupons: false },
  ] as const;
  for (const { member, role, issue_coupons } of changes) {
    await work.db
      .updateTable('team_member')
      .set({ role, issue_coupons })
      .where('id', '=', member.id)
      .execute();
  }
  await writeTeamFacts(work, team.companyId);
  for (const { member, role } of changes) {
    await renewSessions(work, member.account_id);
    await work.publish(teamRoleChanged, { companyId: team.companyId, accountId: member.account_id, role });
    await work.audit({
      action: enterpriseAudit.ownerSwitched,
      about: member.account_id,
      object: { type: 'company', id: team.companyId },
      detail: { company_name: team.company_name, from: member.role, to: role, ...(reason ? { reason } : {}) },
    });
  }
  await work.publish(ownerSwitched, { companyId: team.companyId, removeCard: cardRemoved });
  const [gained, lost] = [next.account_id, former.account_id];
  await tell(work, team, actor, { news: 'now-owner', accountId: gained, otherId: lost, cardRemoved });
  await tell(work, team, actor, { news: 'no-longer-owner', accountId: lost, otherId: gained, cardRemoved });
  return next;
}

interface News {
  news: TeamNews;
  accountId: string;
  /** The person whom the mail is about, other than its reader. */
  otherId?: string | null;
  /** The company's saved card was removed along with the change. */
  cardRemoved?: boolean;
}

async function tell(
  work: Pick<Work, 'enqueue'>,
  { companyId }: Team,
  actor: TeamActor,
  { news, accountId, otherId = null, cardRemoved = false }: News,
): Promise<void> {
  const byStaff = actor.role === 'staff';
  await work.enqueue(sendTeamNews, { companyId, news, accountId, otherId, cardRemoved, byStaff });
}
