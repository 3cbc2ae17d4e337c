import { isShieldId } from '#modules/applications/index.ts';
import { findTeamMembership, isShieldLinkId, roleAtLeast } from '#modules/enterprise/index.ts';
import { type Caller, isSameEmailAddress, sql, type Work } from '#modules/platform/index.ts';
import { hashCode } from '../invitations/inviting.ts';
import { companyOf, type Owner, ownedBy } from '../owner.ts';
import { Refusal } from '../refusals.ts';
import type { ConnectionType } from '../statuses.ts';
import type { LinkEnd } from './link-ends.ts';
import { completeCaller } from './team-links.ts';

/** What the code of a link stands for, and what it means for the caller. Reading it changes nothing (D108). */

export interface LinkOwner {
  owner: Owner;
  /** The account that is recorded as the inviter. */
  inviterId: string;
}

export type FoundLink =
  | { kind: 'signed-out'; newuser: boolean; connectionId: string | null }
  /** The caller's own link. */
  | { kind: 'own' }
  /** An invitation that already belongs to the caller. */
  | { kind: 'theirs'; caller: Caller; connectionId: string }
  /** An invitation that the caller gets by opening the link; `connectionId` is null if it is not created yet. */
  | ({ kind: 'unopened'; caller: Caller; connectionId: string | null } & LinkOwner)
  /** An open invitation to another address or account than the caller's (D115). */
  | ({ kind: 'other'; caller: Caller; connectionId: string; to: InvitedTo } & LinkOwner)
  | ({ kind: 'ended'; how: LinkEnd; at: Date | null } & LinkOwner);

export type Unopened = Extract<FoundLink, { kind: 'unopened' }>;

/** Whom an invitation is for. */
export interface InvitedTo {
  /** The address that was invited; null for an invitation to a ShieldID or to a company by its ShieldLink ID. */
  address: string | null;
  /** A company is asked to share its network. */
  company: boolean;
}

/** @throws Refusal not-found for an unknown link */
export async function findLink(work: Work<Caller | null>, linkid: string): Promise<FoundLink> {
  const caller = completeCaller(work.caller);
  const id = linkid.toUpperCase();
  if (isShieldId(id)) return asPermanent(work, caller, await findPersonOwner(work, id));
  if (isShieldLinkId(id)) return asPermanent(work, caller, await findCompanyOwner(work, id));
  return findInvitation(work, caller, linkid);
}

/** The name of the company or person who invites by a link. */
export async function inviterName(
  { db }: Pick<Work, 'db'>,
  { owner, inviterId }: LinkOwner,
): Promise<string> {
  if ('companyId' in owner) {
    const company = await db
      .selectFrom('company')
      .select('company_name')
      .where('id', '=', owner.companyId)
      .executeTakeFirstOrThrow();
    return company.company_name;
  }
  const person = await db
    .selectFrom('account')
    .select(['firstname', 'lastname', 'businessname'])
    .where('id', '=', inviterId)
    .executeTakeFirstOrThrow();
  return person.businessname || `${person.firstname} ${person.lastname}`;
}

/** The link of a team member who may invite belongs to the company; any other link belongs to the person (D59). */
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

async function asPermanent(
  work: Pick<Work, 'db' | 'now'>,
  caller: Caller | null,
  { owner, inviterId }: LinkOwner,
): Promise<FoundLink> {
  if (!caller) return { kind: 'signed-out', newuser: true, connectionId: null };
  const own = 'companyId' in owner && owner.companyId === caller.companyId;
  if (own || inviterId === caller.accountId) return { kind: 'own' };
  const existing = await work.db
    .selectFrom('connection as c')
    .select('c.id')
    .where(ownedBy(owner))
    .where('c.account_id', '=', caller.accountId)
    .where('c.connection_type', '=', 'INDIVIDUAL')
    // An expired invitation without an answer is left out: opening the link renews it.
    .where(({ eb, or }) =>
      or([
        eb('c.accepted_at', 'is not', null),
        eb('c.ignored_at', 'is not', null),
        eb('c.invite_expires_at', '>', work.now),
      ]),
    )
    .executeTakeFirst();
  if (existing) return { kind: 'theirs', caller, connectionId: existing.id };
  return { kind: 'unopened', caller, connectionId: null, owner, inviterId };
}

/**
 * An invitation by the code of its link, in any state. A mailed one belongs to its address: whoever else has the link is
 * told so, and changes nothing by opening it (D115).
 */
async function findInvitation(
  work: Pick<Work, 'db' | 'portal' | 'now'>,
  caller: Caller | null,
  code: string,
): Promise<FoundLink> {
  const row = await readInvitation(work, code);
  if (!row) throw new Refusal('not-found', { detail: 'no such link' });
  const { id: connectionId, owner_company_id } = row;
  const from = ownerOf(row);
  const ended = (how: LinkEnd, at: Date | null): FoundLink => ({ kind: 'ended', how, at, ...from });
  if (row.removed_at) return ended('removed', row.removed_at);
  if (row.cancelled_at) return ended('canceled', row.cancelled_at);
  const theirs = caller !== null && isTheirs(row, caller);
  const { to_email } = row;
  const toCaller = caller !== null && to_email !== null && isSameEmailAddress(to_email, caller.emailaddress);
  if (caller && !theirs) {
    if (row.owner_account_id === caller.accountId) return { kind: 'own' };
    // Members of a company's team who open its own links are not invited, unless the company invited that very member.
    const ofTeam = owner_company_id !== null && owner_company_id === caller.companyId;
    if (ofTeam && !toCaller) return { kind: 'own' };
  }
  if (!row.accepted_at && row.invite_expires_at <= work.now) return ended('expired', row.invite_expires_at);
  if (!caller) {
    const newuser = row.account_id === null && row.sharing_company_id === null && !row.known;
    return { kind: 'signed-out', newuser, connectionId };
  }
  if (theirs) return { kind: 'theirs', caller, connectionId };
  const attached = row.account_id !== null || row.sharing_company_id !== null;
  if (!attached && toCaller) return { kind: 'unopened', caller, connectionId, ...from };
  if (row.accepted_at ?? row.ignored_at) return ended('answered', null);
  return { kind: 'other', caller, connectionId, to: invitedTo(row), ...from };
}

function isTheirs(
  row: { account_id: string | null; sharing_company_id: string | null },
  caller: Caller,
): boolean {
  const answers = row.sharing_company_id !== null && row.sharing_company_id === companyOf(caller);
  return answers || row.account_id === caller.accountId;
}

/** The owner of an invitation that its reader can still answer or has answered, and the address that it was sent to. */
export async function findInvited(
  work: Pick<Work, 'db' | 'portal' | 'now'>,
  code: string,
): Promise<(LinkOwner & { to: InvitedTo; accepted: boolean }) | null> {
  const row = await readInvitation(work, code);
  if (!row || row.cancelled_at || row.removed_at) return null;
  if (!row.accepted_at && row.invite_expires_at <= work.now) return null;
  return { ...ownerOf(row), to: invitedTo(row), accepted: row.accepted_at !== null };
}

function readInvitation(work: Pick<Work, 'db' | 'portal'>, code: string) {
  return work.db
    .selectFrom('connection as c')
    .select([
      'c.id',
      'c.account_id',
      'c.to_email',
      'c.connection_type',
      'c.sharing_company_id',
      'c.owner_account_id',
      'c.owner_company_id',
      'c.invited_by_account_id',
      'c.invite_expires_at',
      'c.accepted_at',
      'c.ignored_at',
      'c.cancelled_at',
      'c.removed_at',
      sql<boolean>`exists (select 1 from account a where a.emailaddress = c.to_email)`.as('known'),
    ])
    .where('c.code_hash', '=', hashCode(work, code))
    .executeTakeFirst();
}

function invitedTo(row: { to_email: string | null; connection_type: ConnectionType }): InvitedTo {
  return { address: row.to_email, company: row.connection_type === 'FULLNETWORK' };
}

function ownerOf({
  owner_company_id,
  invited_by_account_id: inviterId,
}: {
  owner_company_id: string | null;
  invited_by_account_id: string;
}): LinkOwner {
  return { inviterId, owner: owner_company_id ? { companyId: owner_company_id } : { accountId: inviterId } };
}
