import type { z } from 'zod';
import { findPersonByEmail, resendWaitOf } from '#modules/identity/index.ts';
import { DAY, newId, newToken, SECOND, sealedColumn, type Work } from '#modules/platform/index.ts';
import { enterpriseAudit } from '../audit.ts';
import { findTeamMembership } from '../company/companies.ts';
import type { InvitedRole } from '../fields.ts';
import { sendTeamInvitation } from '../jobs.ts';
import { Refusal, type RefusalCode } from '../refusals.ts';
import { requireTeamAction } from './actions.ts';
import type { inviteeAnswer, teamInputs } from './inputs.ts';
import type { Team, TeamActor } from './team.ts';

/** Invitations into a team. They are sent to an address, so that somebody without an account can be invited (D60). */

/** The same as for an invitation into a network (D53). */
const LIFETIME = 30 * DAY;

const sealedAt = sealedColumn({ table: 'team_invitation', column: 'code_sealed' });

/** Decrypts the code of an invitation's link, only for its mail (D22). */
export function openTeamCode(work: Pick<Work, 'portal'>, id: string, sealed: string): string {
  return work.portal.keys.decrypt(sealed, sealedAt(id));
}

/** The purpose of the lookup hash of a code. */
export const TEAM_CODE = 'team_invitation.code';

export function hashTeamCode(work: Pick<Work, 'portal'>, code: string): string {
  return work.portal.keys.lookupHash(TEAM_CODE, code);
}

interface Invitee {
  exists: z.output<typeof inviteeAnswer>['exists'];
  /** Why the address cannot be invited; null if it can. */
  obstacle: RefusalCode | null;
}

/**
 * The documented answer of the check before an invitation.
 * @param emailaddress in any case
 */
export async function checkInvitee(
  work: Work<unknown>,
  companyId: string,
  emailaddress: string,
): Promise<z.output<typeof inviteeAnswer>> {
  const { exists, obstacle } = await findInvitee(work, companyId, emailaddress);
  return {
    exists,
    pending: obstacle === 'enterprise.team-invite-pending',
    obstacle: obstacle && new Refusal(obstacle).text,
  };
}

async function findInvitee(work: Work<unknown>, companyId: string, emailaddress: string): Promise<Invitee> {
  const known = await findPersonByEmail(work, emailaddress);
  if (known?.role === 'ADMIN') return { exists: 'adminuser', obstacle: 'enterprise.staff-in-team' };
  const team = known && (await findTeamMembership(work, known.accountId));
  if (team) {
    const here = team.companyId === companyId;
    const obstacle = here ? 'enterprise.on-this-team' : 'enterprise.on-another-team';
    return { exists: 'alreadylinked', obstacle };
  }
  const pending = await openInvitations(work, companyId)
    .select('id')
    .where('to_email', '=', emailaddress)
    .where('expires_at', '>', work.now)
    .executeTakeFirst();
  return { exists: known !== null, obstacle: pending ? 'enterprise.team-invite-pending' : null };
}

function openInvitations({ db }: Pick<Work, 'db'>, companyId: string) {
  return db
    .selectFrom('team_invitation')
    .where('company_id', '=', companyId)
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null);
}

/**
 * Invites an address; the mail is enqueued in the same transaction. An expired invitation is replaced by the new one.
 * @returns the invitation's id
 * @throws Refusal why the address cannot be invited, for the field `emailaddress`
 */
export async function inviteTeamMember(
  work: Work<unknown>,
  team: Team,
  actor: TeamActor,
  { emailaddress, role }: { emailaddress: string; role: InvitedRole },
): Promise<string> {
  requireTeamAction('invite', actor.role);
  await requireInvitable(work, team.companyId, emailaddress);
  await work.db
    .updateTable('team_invitation')
    .set({ withdrawn_at: work.now })
    .where('company_id', '=', team.companyId)
    .where('to_email', '=', emailaddress)
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .execute();
  const id = newId();
  const code = newToken(16);
  await work.db
    .insertInto('team_invitation')
    .values({
      id,
      company_id: team.companyId,
      to_email: emailaddress,
      role,
      invited_by_account_id: actor.accountId,
      invited_at: work.now,
      sent_at: work.now,
      expires_at: new Date(work.now.getTime() + LIFETIME),
      code_sealed: work.portal.keys.encrypt(code, sealedAt(id)),
      code_hash: hashTeamCode(work, code),
    })
    .execute();
  await record(work, 'teamInviteSent', team, id, role);
  await work.enqueue(sendTeamInvitation, { invitationId: id });
  return id;
}

async function requireInvitable(work: Work<unknown>, companyId: string, emailaddress: string): Promise<void> {
  const { obstacle } = await findInvitee(work, companyId, emailaddress);
  if (obstacle) throw new Refusal(obstacle, { field: 'emailaddress' });
}

/** How a call names an invitation. */
type NamedInvitation = z.output<typeof teamInputs.resend>;

async function lockInvitation(work: Work<unknown>, { companyId }: Team, named: NamedInvitation) {
  const { invitationid, memberid, emailaddress } = named;
  if (!invitationid && !memberid && !emailaddress)
    throw new Refusal('not-found', { detail: 'no invitation named' });
  let found = work.db
    .selectFrom('team_invitation')
    .select([
      'id',
      'to_email',
      'role',
      'invited_by_account_id',
      'accepted_at',
      'withdrawn_at',
      'invited_at',
      'sent_at',
    ])
    .where('company_id', '=', companyId)
    .orderBy('invited_at', 'desc');
  if (invitationid) found = found.where('id', '=', invitationid);
  if (memberid) found = found.where('id', '=', memberid);
  if (emailaddress) found = found.where('to_email', '=', emailaddress);
  const invitation = await found.forUpdate().limit(1).executeTakeFirst();
  if (!invitation) throw new Refusal('not-found', { detail: 'no such team invitation' });
  if (invitation.accepted_at ?? invitation.withdrawn_at) throw new Refusal('enterprise.team-invite-closed');
  return invitation;
}

/**
 * Mails the link of an open invitation again and lets it expire later.
 * @throws Refusal not-found; enterprise.team-invite-closed; why the address can no longer be invited
 */
export async function resendTeamInvite(
  work: Work<unknown>,
  team: Team,
  actor: TeamActor,
  named: NamedInvitation,
): Promise<void> {
  const { id, to_email, role, ...invitation } = await lockInvitation(work, team, named);
  requireTeamAction('resendinvite', actor.role, {
    role,
    own: invitation.invited_by_account_id === actor.accountId,
  });
  const resent = invitation.sent_at > invitation.invited_at;
  const wait = resent ? resendWaitOf(work, invitation.sent_at) : 0;
  if (wait > 0) throw new Refusal('throttled', { retryAfter: Math.ceil(wait / SECOND) });
  const { obstacle } = await findInvitee(work, team.companyId, to_email);
  if (obstacle && obstacle !== 'enterprise.team-invite-pending') throw new Refusal(obstacle);
  await work.db
    .updateTable('team_invitation')
    .set({ sent_at: work.now, expires_at: new Date(work.now.getTime() + LIFETIME) })
    .where('id', '=', id)
    .execute();
  await record(work, 'teamInviteResent', team, id, role);
  await work.enqueue(sendTeamInvitation, { invitationId: id });
}

/**
 * Withdraws an invitation; from then on its link leads nowhere.
 * @throws Refusal not-found, enterprise.team-invite-closed
 */
export async function withdrawTeamInvite(
  work: Work<unknown>,
  team: Team,
  actor: TeamActor,
  named: NamedInvitation,
): Promise<void> {
  const { id, role, invited_by_account_id } = await lockInvitation(work, team, named);
  requireTeamAction('withdrawinvite', actor.role, { role, own: invited_by_account_id === actor.accountId });
  await work.db.updateTable('team_invitation').set({ withdrawn_at: work.now }).where('id', '=', id).execute();
  await record(work, 'teamInviteWithdrawn', team, id, role);
}

async function record(
  work: Work<unknown>,
  action: 'teamInviteSent' | 'teamInviteResent' | 'teamInviteWithdrawn',
  { company_name }: Team,
  id: string,
  role: InvitedRole,
): Promise<void> {
  await work.audit({
    action: enterpriseAudit[action],
    object: { type: 'team_invitation', id },
    detail: { company_name, role },
  });
}
