import { z } from 'zod';
import { renewSessions } from '#modules/identity/index.ts';
import {
  type Caller,
  HOUR,
  isSameEmailAddress,
  operation,
  person,
  trimmed,
  type Work,
} from '#modules/platform/index.ts';
import { addTeamMember, findTeamMembership } from '../company/companies.ts';
import type { InvitedRole } from '../fields.ts';
import { Refusal, type RefusalCode } from '../refusals.ts';
import { hashTeamCode } from './invitations.ts';
import { lockTeam } from './team.ts';

/** The link of a team invitation: it opens a page that asks, and a button there accepts (D108). */

const invitecode = z.object({ invitecode: trimmed(64, 1) });

interface Found {
  id: string;
  companyId: string;
  company_name: string;
  to_email: string;
  role: InvitedRole;
  /** Why it can no longer be accepted, and since when; null while it can. */
  ended: TeamLinkEnd | null;
  accepted_by_account_id: string | null;
}

/** `closed`: the company is turned off. */
export interface TeamLinkEnd {
  how: 'used' | 'withdrawn' | 'expired' | 'closed';
  at: Date | null;
}

/** The invitation with the code of a link, in any state; null for an unknown code. */
async function findByCode(work: Pick<Work, 'db' | 'portal' | 'now'>, code: string): Promise<Found | null> {
  const row = await work.db
    .selectFrom('team_invitation as i')
    .innerJoin('company as c', 'c.id', 'i.company_id')
    .select([
      'i.id',
      'i.company_id as companyId',
      'c.company_name',
      'c.enterprise_enabled',
      'i.to_email',
      'i.role',
      'i.expires_at',
      'i.accepted_at',
      'i.accepted_by_account_id',
      'i.withdrawn_at',
    ])
    .where('i.code_hash', '=', hashTeamCode(work, code))
    .executeTakeFirst();
  if (!row) return null;
  const { accepted_at, withdrawn_at, expires_at, enterprise_enabled, ...found } = row;
  const ended = (how: TeamLinkEnd['how'], at: Date | null) => ({ ...found, ended: { how, at } });
  if (accepted_at) return ended('used', accepted_at);
  if (withdrawn_at) return ended('withdrawn', withdrawn_at);
  if (!enterprise_enabled) return ended('closed', null);
  if (expires_at <= work.now) return ended('expired', expires_at);
  return { ...found, ended: null };
}

/** What the code of a link tells anybody who has it. */
export interface TeamLink {
  company_name: string;
  to_email: string;
  role: InvitedRole;
  /** Why it can no longer be accepted; null while it can. */
  ended: TeamLinkEnd | null;
  /** Somebody has an account with the invited address. */
  known: boolean;
}

/** Null if the code is not that of a team invitation. */
export async function findTeamLink(
  work: Pick<Work, 'db' | 'portal' | 'now'>,
  code: string,
): Promise<TeamLink | null> {
  const found = await findByCode(work, code);
  if (!found) return null;
  const account = await work.db
    .selectFrom('account')
    .select('id')
    .where('emailaddress', '=', found.to_email)
    .executeTakeFirst();
  const { company_name, to_email, role, ended } = found;
  return { company_name, to_email, role, ended, known: account !== undefined };
}

const endedAs = {
  used: 'enterprise.team-invite-used',
  withdrawn: 'enterprise.team-invite-withdrawn',
  closed: 'enterprise.team-invite-closed',
  expired: 'enterprise.team-invite-expired',
} as const satisfies Record<TeamLinkEnd['how'], RefusalCode>;

/** Why the caller cannot accept; null if they can. `team` is the one that they are already in. */
async function findObstacle(
  work: Work<Caller>,
  found: Found,
): Promise<{ obstacle: RefusalCode | null; team: { companyId: string; company_name: string } | null }> {
  const { caller } = work;
  const { ended } = found;
  const team = await findTeamMembership(work, caller.accountId);
  const codes: [RefusalCode, boolean][] = [
    // What ended is the same for everybody, and logging in with the invited address would not help.
    ...(ended ? [[endedAs[ended.how], true] as [RefusalCode, boolean]] : []),
    ['enterprise.team-invite-other-address', !isSameEmailAddress(found.to_email, caller.emailaddress)],
    ['enterprise.staff-in-team', caller.role === 'ADMIN'],
    ['enterprise.on-this-team', team?.companyId === found.companyId],
    ['enterprise.on-another-team', team !== null],
  ];
  return { obstacle: codes.find(([, holds]) => holds)?.[0] ?? null, team };
}

/**
 * What the page shows: whose team it is, the role, and why the invitation cannot be accepted, if it cannot (doc1 §4).
 */
export const getTeamInvite = operation({
  name: 'enterprise.get-team-invite',
  summary: 'The team invitation of a link, and whether the caller can accept it.',
  access: person,
  kind: 'read',
  input: invitecode,
  output: z.object({
    company_name: z.string(),
    role: z.enum(['admin', 'viewer']),
    /** The caller has accepted it and is in the team. */
    joined: z.boolean(),
    /** Why it cannot be accepted; null if it can. */
    obstacle: z.string().nullable(),
    /** The other team that the caller has to leave first. */
    blocked_by: z.string().nullable(),
  }),
  async run(work, input) {
    const found = await findByCode(work, input.invitecode);
    if (!found) throw new Refusal('not-found', { detail: 'no such team invitation' });
    const { obstacle, team } = await findObstacle(work, found);
    return {
      company_name: found.company_name,
      role: found.role,
      joined: found.accepted_by_account_id === work.caller.accountId && team?.companyId === found.companyId,
      obstacle: obstacle && new Refusal(obstacle).text,
      blocked_by: obstacle === 'enterprise.on-another-team' ? (team?.company_name ?? null) : null,
    };
  },
});

/**
 * Joins a team; the caller's session has the team with its next request and gets a new id (D10). Not possible while
 * staff act as the person (D107).
 */
export const acceptTeamInvite = operation({
  name: 'enterprise.accept-team-invite',
  summary: 'Accepts an invitation into the team of a company.',
  access: person,
  kind: 'write',
  inPersonOnly: true,
  input: invitecode,
  output: z.object({ company_name: z.string() }),
  throttle: { by: 'account', limit: 60, per: HOUR },
  async run(work, input) {
    const named = await findByCode(work, input.invitecode);
    if (!named) throw new Refusal('not-found', { detail: 'no such team invitation' });
    // Somebody who accepts, withdraws or resends it at the same time has to wait for this lock on the team.
    await lockTeam(work, named.companyId);
    const found = await findByCode(work, input.invitecode);
    if (!found) throw new Refusal('not-found', { detail: 'the team invitation is gone' });
    const { obstacle } = await findObstacle(work, found);
    if (obstacle) throw new Refusal(obstacle);
    const { accountId } = work.caller;
    await work.db
      .updateTable('team_invitation')
      .set({ accepted_at: work.now, accepted_by_account_id: accountId })
      .where('id', '=', found.id)
      .execute();
    await addTeamMember(work, { companyId: found.companyId, accountId, role: found.role });
    await renewSessions(work, accountId);
    return { company_name: found.company_name };
  },
});
