import { z } from 'zod';
import { photoAddress } from '#modules/identity/index.ts';
import { type Work, yesNo } from '#modules/platform/index.ts';
import { Refusal } from '../refusals.ts';
import { findTeamObstacle, inviteActions, memberActions, type TeamTarget, teamActions } from './actions.ts';
import { fingerprintOfTeam, selectMembers, type TeamActor } from './team.ts';

/** A member of a company's team, or somebody who is invited into it (doc2 §3, doc3 §3). */
export const teamMemberAnswer = z.object({
  /** Null until the invitation is accepted. */
  memberid: z.uuid().nullable(),
  /** Null for a member. */
  invitationid: z.uuid().nullable(),
  /** Empty until the invitation is accepted, so that it does not reveal who has the address. */
  firstname: z.string(),
  lastname: z.string(),
  emailaddress: z.string(),
  role: z.enum(['owner', 'admin', 'viewer']),
  accepted: yesNo,
  /** Always NO: whoever was removed is not listed. Saving takes YES. */
  delete_flag: yesNo,
  issue_coupons: yesNo,
  last_auth_dts: z.date().nullable(),
  profileimageurl: z.string().nullable(),
  initials: z.string(),
  /** When the newest email of the invitation was sent, and how long its link works. */
  invite_dts: z.date().nullable(),
  invite_expires_dts: z.date().nullable(),
});
type Row = z.output<typeof teamMemberAnswer>;

/** The same, with what the reader may do. */
export const teamRowAnswer = teamMemberAnswer.extend({
  /** The reader themself. */
  self: z.boolean(),
  /** The actions that make sense for the reader's role and this row, whether or not they are possible now. */
  actions: z.array(
    z.object({
      action: z.enum(teamActions),
      enabled: z.boolean(),
      /** Why the action is not possible; null if it is. */
      reason: z.string().nullable(),
    }),
  ),
});

/** The members in the order in which they joined, followed by the open invitations. */
export async function listTeam(work: Pick<Work, 'db'>, companyId: string): Promise<Row[]> {
  const [members, invitations] = await Promise.all([
    readMembers(work, companyId),
    readInvitations(work, companyId),
  ]);
  return [...members, ...invitations].map(({ row }) => row);
}

/**
 * The same for somebody who works on the team.
 * @returns the rows, the account of each member, and the fingerprint that prevents overwriting somebody else's changes
 */
export async function listTeamFor(work: Pick<Work, 'db'>, companyId: string, actor: TeamActor) {
  const [members, invitations, stored] = await Promise.all([
    readMembers(work, companyId),
    readInvitations(work, companyId),
    selectMembers(work, companyId),
  ]);
  const disabled = new Set(stored.filter((member) => member.disabled).map(({ account_id }) => account_id));
  const isOwn = (accountId: string) => accountId === actor.accountId;
  const states = (actions: readonly (typeof teamActions)[number][], target: TeamTarget) =>
    actions.flatMap((action) => {
      const obstacle = findTeamObstacle(action, actor.role, target);
      if (obstacle === 'role-too-low' || obstacle === 'conflict') return [];
      return [{ action, enabled: obstacle === null, reason: obstacle && new Refusal(obstacle).text }];
    });
  return {
    members: [
      ...members.map(({ row, accountId }) => ({
        ...row,
        self: isOwn(accountId),
        actions: states(memberActions, {
          role: row.role,
          own: isOwn(accountId),
          disabled: disabled.has(accountId),
        }),
      })),
      ...invitations.map(({ row, accountId }) => ({
        ...row,
        self: false,
        actions: states(inviteActions, { role: row.role, own: isOwn(accountId) }),
      })),
    ],
    accounts: new Map(stored.map(({ id, account_id }) => [id, account_id])),
    seen: fingerprintOfTeam(stored),
  };
}

async function readMembers(
  { db }: Pick<Work, 'db'>,
  companyId: string,
): Promise<{ row: Row; accountId: string }[]> {
  const members = await db
    .selectFrom('team_member as m')
    .innerJoin('account as a', 'a.id', 'm.account_id')
    .select([
      'm.id as memberid',
      'm.account_id',
      'a.firstname',
      'a.lastname',
      'a.emailaddress',
      'm.role',
      'm.issue_coupons',
      'a.last_login_at as last_auth_dts',
      'a.profile_image_key',
    ])
    .where('m.company_id', '=', companyId)
    .orderBy('m.joined_at')
    .orderBy('m.id')
    .execute();
  return members.map(({ profile_image_key, account_id: accountId, ...member }) => ({
    accountId,
    row: {
      ...member,
      invitationid: null,
      accepted: true,
      delete_flag: false,
      profileimageurl: photoAddress(profile_image_key),
      initials: [member.firstname, member.lastname].map(firstLetter).join(''),
      invite_dts: null,
      invite_expires_dts: null,
    },
  }));
}

/** The open invitations, and who sent each; expired ones are listed until they are withdrawn or deleted. */
async function readInvitations(
  { db }: Pick<Work, 'db'>,
  companyId: string,
): Promise<{ row: Row; accountId: string }[]> {
  const invitations = await db
    .selectFrom('team_invitation')
    .select([
      'id as invitationid',
      'to_email as emailaddress',
      'role',
      'sent_at as invite_dts',
      'expires_at as invite_expires_dts',
      'invited_by_account_id',
    ])
    .where('company_id', '=', companyId)
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .orderBy('invited_at')
    .orderBy('id')
    .execute();
  return invitations.map(({ invited_by_account_id: accountId, ...invitation }) => ({
    accountId,
    row: {
      ...invitation,
      memberid: null,
      firstname: '',
      lastname: '',
      accepted: false,
      delete_flag: false,
      issue_coupons: false,
      last_auth_dts: null,
      profileimageurl: null,
      initials: firstLetter(invitation.emailaddress),
    },
  }));
}

function firstLetter(name: string): string {
  return (Array.from(name)[0] ?? '').toUpperCase();
}
