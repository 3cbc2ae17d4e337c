/**
 * What can be done with a company's team, by whom and to whom (doc2 §6, doc3 §6, D60). Pages, calls and tests all use
 * this one table.
 */
import type { TeamRole } from '#modules/platform/index.ts';
import { Refusal, type RefusalCode } from '../refusals.ts';

export const teamActions = [
  'invite',
  'resendinvite',
  'withdrawinvite',
  'editrole',
  'issuecoupons',
  'switchowner',
  'remove',
  'leave',
] as const;
export type TeamAction = (typeof teamActions)[number];

/** What can be done to an invitation, and what to a member. */
export const inviteActions = ['resendinvite', 'withdrawinvite'] as const satisfies TeamAction[];
export const memberActions = [
  'editrole',
  'issuecoupons',
  'switchowner',
  'remove',
  'leave',
] as const satisfies TeamAction[];

/** Who acts: a member by their role, or staff in the console. */
export type TeamActorRole = TeamRole | 'staff';

/** To whom it is done. */
export interface TeamTarget {
  role: TeamRole;
  /** Whether this is the person who acts, or an invitation that they sent. */
  own: boolean;
  /** Whether the account is disabled, so that nobody can sign in to it. */
  disabled?: boolean;
}

type Rule = (target: TeamTarget) => RefusalCode | null;

const yes: Rule = () => null;
const no: Rule = () => 'role-too-low';
const viewers: Rule = ({ role }) => (role === 'viewer' ? null : 'role-too-low');
const viewersAndOwn: Rule = ({ role, own }) => (role === 'viewer' || own ? null : 'role-too-low');
const allButOwner: Rule = ({ role }) => (role === 'owner' ? 'enterprise.owner-stays' : null);
const allButSelf: Rule = ({ own }) => (own ? 'enterprise.own-role' : null);
const admins: Rule = ({ role }) => (role === 'admin' ? null : 'enterprise.coupons-admins-only');
/** The person who owns the company had already become its owner in the meantime. */
const nextOwner: Rule = ({ role, disabled }) => {
  if (role === 'owner') return 'conflict';
  return disabled ? 'enterprise.owner-disabled' : null;
};
const self: Rule = ({ own }) => (own ? null : 'role-too-low');
const ownerStays: Rule = ({ own }) => (own ? 'enterprise.owner-stays' : 'role-too-low');

const rules: Record<TeamAction, Record<TeamActorRole, Rule>> = {
  invite: { staff: yes, owner: yes, admin: yes, viewer: no },
  resendinvite: { staff: yes, owner: yes, admin: yes, viewer: no },
  withdrawinvite: { staff: yes, owner: yes, admin: viewersAndOwn, viewer: no },
  editrole: { staff: allButOwner, owner: allButSelf, admin: no, viewer: no },
  issuecoupons: { staff: admins, owner: admins, admin: no, viewer: no },
  switchowner: { staff: nextOwner, owner: nextOwner, admin: no, viewer: no },
  remove: { staff: allButOwner, owner: allButOwner, admin: viewers, viewer: no },
  leave: { staff: no, owner: ownerStays, admin: self, viewer: self },
};

/** Why an action is not possible; null if it is. */
export function findTeamObstacle(
  action: TeamAction,
  actor: TeamActorRole,
  target: TeamTarget = { role: 'viewer', own: false },
): RefusalCode | null {
  return rules[action][actor](target);
}

/** @throws Refusal if an action is not possible */
export function requireTeamAction(action: TeamAction, actor: TeamActorRole, target?: TeamTarget): void {
  const obstacle = findTeamObstacle(action, actor, target);
  if (obstacle) throw new Refusal(obstacle, { detail: `${action} by ${actor}` });
}
