import { z } from 'zod';
import { isShieldId } from '#modules/applications/index.ts';
import { findTeamMembership, isShieldLinkId, roleAtLeast } from '#modules/enterprise/index.ts';
import {
  Refusal as AnyRefusal,
  anyone,
  type Caller,
  HOUR,
  operation,
  person,
  sql,
  trimmed,
  type Work,
} from '#modules/platform/index.ts';
import { acceptAutomatically } from './answer.ts';
import { recordHistory } from './history.ts';
import { hashCode, invite } from './invite.ts';
import type { Owner } from './owner.ts';
import { refreshConnections } from './refresh.ts';
import { Refusal } from './refusals.ts';

/**
 * What a link leads to (doc1 §4). An invitation's code, or the ShieldID or ShieldLink ID of somebody's permanent link.
 * For a complete session the invitation becomes the caller's own, open, to accept or ignore; opening decides nothing.
 */
export const openLink = operation({
  name: 'network.open-link',
  summary: 'Resolves the link of an invitation.',
  access: anyone,
  kind: 'write',
  input: z.object({ linkid: trimmed(64, 1) }),
  output: z.object({
    linktype: z.enum(['shieldid', 'teaminvite', 'purchase']),
    shieldid: z.string().nullable(),
    /** Of a team invitation only: no answer carries another person's code (D22). */
    invite_code: z.string().nullable(),
    newuser: z.boolean(),
    redirectto: z.string().nullable(),
  }),
  throttle: { by: 'address', limit: 120, per: HOUR },
  async run(work, input) {
    const caller = completeCaller(work.caller);
    const id = input.linkid.toUpperCase();
    if (isShieldId(id)) return openPermanentLink(work, caller, await findPersonOwner(work, id), id);
    if (isShieldLinkId(id)) return openPermanentLink(work, caller, await findCompanyOwner(work, id), null);
    return openInvitation(work, caller, input.linkid);
  },
});

/** A session that still owes a step is nobody yet: the link waits until it is complete. */
function completeCaller(caller: Caller | null): Caller | null {
  try {
    return person.admit(caller);
  } catch (error) {
    if (error instanceof AnyRefusal) return null;
    throw error;
  }
}

interface LinkOwner {
  owner: Owner;
  /** In whose name the invitation is. */
  inviterId: string;
}

/** A team member who may invite stands for the company, anyone else for themself (D59). */
async function findPersonOwner(work: Work, shieldId: string): Promise<LinkOwner> {
  const found = await work.db
    .selectFrom('session_facts as facts')
    .innerJoin('account as a', 'a.id', 'facts.account_id')
    .select('facts.account_id')
    .where('facts.certification_number', '=', shieldId)
    .where('a.active', '=', true)
    .where('a.network_sharing_master', '=', true)
    .executeTakeFirst();
  if (!found) throw new Refusal('not-found', { detail: 'no such permanent link' });
  const team = await findTeamMembership(work, found.account_id);
  const acts = team && roleAtLeast(team.role, 'admin');
  return {
    inviterId: found.account_id,
    owner: acts ? { companyId: team.companyId } : { accountId: found.account_id },
  };
}

async function findCompanyOwner(work: Work, shieldLinkId: string): Promise<LinkOwner> {
  const found = await work.db
    .selectFrom('company as c')
    .innerJoin('team_member as m', 'm.company_id', 'c.id')
    .select(['c.id as company_id', 'm.account_id'])
    .where('c.shieldlinkid', '=', shieldLinkId)
    .where('c.enterprise_enabled', '=', true)
    .where('m.role', '=', 'owner')
    .executeTakeFirst();
  if (!found) throw new Refusal('not-found', { detail: 'no such permanent link' });
  return { owner: { companyId: found.company_id }, inviterId: found.account_id };
}

async function openPermanentLink(
  work: Work<Caller | null>,
  caller: Caller | null,
  link: LinkOwner,
  shieldid: string | null,
) {
  const answer = { linktype: 'shieldid' as const, shieldid, invite_code: null };
  if (!caller) return { ...answer, newuser: true, redirectto: null };
  const own = 'companyId' in link.owner ? link.owner.companyId === caller.companyId : false;
  if (own || link.inviterId === caller.accountId)
    return { ...answer, newuser: false, redirectto: '/user/network' };
  const invitee = { accountId: caller.accountId, email: null, shieldId: null, firstname: '', lastname: '' };
  const { id } = await invite(work, link.owner, link.inviterId, invitee, { mail: false });
  return { ...answer, newuser: false, redirectto: await whereTo(work, id) };
}

async function openInvitation(work: Work<Caller | null>, caller: Caller | null, code: string) {
  const row = await work.db
    .selectFrom('connection as c')
    .select([
      'c.id',
      'c.account_id',
      'c.to_email',
      'c.owner_account_id',
      sql<boolean>`exists (select 1 from account a where a.emailaddress = c.to_email)`.as('known'),
    ])
    .where('c.code_hash', '=', hashCode(work, code))
    .where('c.cancelled_at', 'is', null)
    .where('c.removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Refusal('not-found', { detail: 'no such link' });
  const answer = { linktype: 'shieldid' as const, shieldid: null, invite_code: null };
  if (!caller) return { ...answer, newuser: row.account_id === null && !row.known, redirectto: null };
  if (row.owner_account_id === caller.accountId)
    return { ...answer, newuser: false, redirectto: '/user/network' };
  if (row.account_id === null) {
    // The address belongs to somebody else's account: the invitation is theirs, whoever was given the link.
    if (row.known && row.to_email !== caller.emailaddress)
      throw new Refusal('not-found', { detail: 'not theirs' });
    await attachInvitations(work, caller.accountId, { connectionId: row.id });
  } else if (row.account_id !== caller.accountId) {
    throw new Refusal('not-found', { detail: 'not theirs' });
  }
  return { ...answer, newuser: false, redirectto: await whereTo(work, row.id) };
}

/** An open invitation is shown; an accepted one leads to what the person can do for it: renew, or nothing. */
async function whereTo({ db, now }: Pick<Work, 'db' | 'now'>, id: string): Promise<string> {
  const row = await db
    .selectFrom('connection')
    .select(['accepted_at', 'ignored_at', 'cancelled_at', 'invite_expires_at', 'status'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const answered = row.accepted_at ?? row.ignored_at ?? row.cancelled_at;
  if (!answered && row.invite_expires_at > now) return `/user/invitations/${id}/accept`;
  return row.status === 'EXPIRED' || row.status === 'INRENEWALWINDOW' ? '/user/purchase' : '/user';
}

/**
 * Gives a person the invitations that wait for them: those to their proven address, or the one whose link they hold.
 * Where the network has a row of theirs already, the other one is closed.
 */
export async function attachInvitations(
  work: Pick<Work, 'rows' | 'db' | 'now'>,
  accountId: string,
  which: { email: string } | { connectionId: string },
): Promise<void> {
  const waiting =
    'email' in which ? sql`c.to_email = ${which.email}::citext` : sql`c.id = ${which.connectionId}`;
  const open = sql<boolean>`(
    c.account_id is null and ${waiting} and c.cancelled_at is null and c.removed_at is null)`;
  const doubled = await work.db
    .updateTable('connection as c')
    .set({ cancelled_at: work.now })
    .where(open)
    .where(
      sql<boolean>`(c.owner_account_id = ${accountId} or exists (
        select 1 from connection other where other.owner_id = c.owner_id and other.account_id = ${accountId}
          and other.cancelled_at is null and other.removed_at is null))`,
    )
    .returning('c.id')
    .execute();
  await recordHistory(
    work,
    'cancelled',
    doubled.map((row) => row.id),
    null,
  );
  const attached = await work.db
    .updateTable('connection as c')
    .set({ account_id: accountId })
    .where(open)
    .returning('c.id')
    .execute();
  const ids = attached.map((row) => row.id);
  await recordHistory(work, 'attached', ids, accountId);
  await acceptAutomatically(work, { connectionIds: ids });
  await refreshConnections(work, { connectionIds: ids });
}
