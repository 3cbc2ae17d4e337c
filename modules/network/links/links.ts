import { z } from 'zod';
import { isShieldId } from '#modules/applications/index.ts';
import { findTeamLink, findTeamMembership, isShieldLinkId, roleAtLeast } from '#modules/enterprise/index.ts';
import { anyone, type Caller, HOUR, operation, sql, trimmed, type Work } from '#modules/platform/index.ts';
import { networkAudit } from '../audit.ts';
import { attachInvitations } from '../invitations/attach.ts';
import { hashCode, invite } from '../invitations/invite.ts';
import { markOpened } from '../invitations/opened.ts';
import { findIgnored, reopenIgnored } from '../invitations/reopening.ts';
import { companyOf, type Owner, ownedBy, sharerOf } from '../owner.ts';
import { Refusal } from '../refusals.ts';
import { networkTexts } from '../texts.ts';
import { findPurchaseLink } from './purchase-links.ts';
import { completeCaller, openTeamLink, whereTeamLinkLeads } from './team-links.ts';

/**
 * What a link leads to; `purchase` for an invitation to buy a check (D96), `teaminvite` for an invitation to join a
 * company's team.
 */
const linkTypes = ['shieldid', 'teaminvite', 'purchase'] as const;

const link = z.object({ linkid: trimmed(64, 1) });

/**
 * Where a link leads (doc1 §4). Reading this changes nothing, because any site can send a browser to a link without the
 * person's decision (D108).
 */
export const getLink = operation({
  name: 'network.get-link',
  summary: 'What a link leads to.',
  access: anyone,
  kind: 'read',
  input: link,
  output: z.object({
    newuser: z.boolean(),
    /** Where to redirect; null if the person must sign in or decide first. */
    redirectto: z.string().nullable(),
    /**
     * The inviter whose invitation the caller gets by opening the link; null if there is none, or without a complete
     * session.
     */
    inviter: z.string().nullable(),
    /** The caller ignored the invitation, and opening the link opens it again. */
    ignored: z.boolean(),
    /** Why the link leads to the caller's home page: their invitation has expired or was accepted before. */
    notice: z.object({ words: z.string(), tone: z.enum(['ok', 'bad']) }).nullable(),
    linktype: z.enum(linkTypes),
  }),
  throttle: { by: 'address', limit: 240, per: HOUR },
  async run(work, { linkid }) {
    const team = await findTeamLink(work, linkid);
    const none = { newuser: false, redirectto: null, inviter: null, ignored: false, notice: null };
    if (team) return { ...none, linktype: 'teaminvite' as const, ...whereTeamLinkLeads(work, linkid, team) };
    const found = await findLink(work, linkid);
    const answer = { ...none, linktype: await typeOf(work, found) };
    if (found.kind === 'signed-out') return { ...answer, newuser: found.newuser };
    if (found.kind === 'unopened') return { ...answer, inviter: await inviterName(work, found) };
    const ignored = found.kind === 'theirs' ? await findIgnored(work, found.connectionId) : null;
    if (ignored) return { ...answer, ignored: true, inviter: await inviterName(work, ignored) };
    if (found.kind === 'own') return { ...answer, redirectto: ownNetwork };
    return { ...answer, ...(await whereTo(work, found.connectionId, found.caller.accountId)) };
  },
});

/**
 * Opens a link (doc1 §4): the code of an invitation, or the ShieldID or ShieldLink ID of a permanent link. A caller with
 * a complete session gets the invitation and can then accept or ignore it (D108).
 */
export const openLink = operation({
  name: 'network.open-link',
  summary: 'Opens the link of an invitation.',
  access: anyone,
  kind: 'write',
  input: link,
  output: z.object({
    linktype: z.enum(linkTypes),
    shieldid: z.string().nullable(),
    /** The code of a team invitation; null for other links, so that no answer contains another person's code (D22). */
    invite_code: z.string().nullable(),
    newuser: z.boolean(),
    redirectto: z.string().nullable(),
  }),
  throttle: { by: 'address', limit: 120, per: HOUR },
  async run(work, { linkid }) {
    const team = await findTeamLink(work, linkid);
    if (team) return openTeamLink(work, linkid, team);
    const shieldid = isShieldId(linkid.toUpperCase()) ? linkid.toUpperCase() : null;
    const found = await findLink(work, linkid);
    const answer = { linktype: await typeOf(work, found), shieldid, invite_code: null };
    if (found.kind === 'signed-out') return { ...answer, newuser: found.newuser, redirectto: null };
    if (found.kind === 'theirs') {
      await reopenIgnored(work, found.connectionId, sharerOf(found.caller));
      await markOpened(work, found.connectionId);
    }
    if (found.kind !== 'unopened') {
      return { ...answer, newuser: false, redirectto: await targetOf(work, found) };
    }
    const connectionId = await connect(work, found);
    const { redirectto } = await whereTo(work, connectionId, found.caller.accountId);
    return { ...answer, newuser: false, redirectto };
  },
});

/**
 * Who invited the reader of an invitation's link, and at which address. This may be told because the code was sent to
 * that address alone. A permanent link, which anybody can guess, reveals neither.
 */
export const getInvited = operation({
  name: 'network.get-invited',
  summary: 'Who sent the link, for a person who has no account yet.',
  access: anyone,
  kind: 'read',
  input: link,
  output: z.object({
    inviter: z.string().nullable(),
    emailaddress: z.string().nullable(),
    /** The role in the inviting company's team; null for an invitation into a network. */
    team_role: z.enum(['admin', 'viewer']).nullable(),
  }),
  throttle: { by: 'address', limit: 240, per: HOUR },
  async run(work, { linkid }) {
    const team = await findTeamLink(work, linkid);
    if (team?.open && !team.known) {
      return { inviter: team.company_name, emailaddress: team.to_email, team_role: team.role };
    }
    const row = await work.db
      .selectFrom('connection as c')
      .select(['c.to_email', 'c.owner_company_id', 'c.invited_by_account_id'])
      .where('c.code_hash', '=', hashCode(work, linkid))
      .where('c.account_id', 'is', null)
      .where('c.cancelled_at', 'is', null)
      .where('c.removed_at', 'is', null)
      .where('c.ignored_at', 'is', null)
      .where('c.invite_expires_at', '>', work.now)
      .executeTakeFirst();
    if (!row) return { inviter: null, emailaddress: null, team_role: null };
    const inviterId = row.invited_by_account_id;
    const owner = row.owner_company_id ? { companyId: row.owner_company_id } : { accountId: inviterId };
    return {
      inviter: await inviterName(work, { owner, inviterId }),
      emailaddress: row.to_email,
      team_role: null,
    };
  },
});

async function typeOf(
  work: Pick<Work, 'db' | 'portal' | 'now'>,
  found: FoundLink,
): Promise<'shieldid' | 'purchase'> {
  if (found.kind === 'own' || found.connectionId === null) return 'shieldid';
  const inviteeId = found.kind === 'signed-out' ? null : found.caller.accountId;
  return (await findPurchaseLink(work, found.connectionId, inviteeId)) ? 'purchase' : 'shieldid';
}

/** What a link means for the caller. */
type FoundLink =
  | { kind: 'signed-out'; newuser: boolean; connectionId: string | null }
  /** The caller's own link. */
  | { kind: 'own' }
  /** An invitation that already belongs to the caller. */
  | { kind: 'theirs'; caller: Caller; connectionId: string }
  /** An invitation that the caller gets by opening the link; `connectionId` is null if it is not created yet. */
  | ({ kind: 'unopened'; caller: Caller; connectionId: string | null } & LinkOwner);

type Unopened = Extract<FoundLink, { kind: 'unopened' }>;

/** @throws Refusal not-found for an unknown link, or the link of somebody else's invitation */
async function findLink(work: Work<Caller | null>, linkid: string): Promise<FoundLink> {
  const caller = completeCaller(work.caller);
  const id = linkid.toUpperCase();
  if (isShieldId(id)) return asPermanent(work, caller, await findPersonOwner(work, id));
  if (isShieldLinkId(id)) return asPermanent(work, caller, await findCompanyOwner(work, id));
  return findInvitation(work, caller, linkid);
}

/** Gives the caller the invitation of a link. @returns its id @throws Refusal not-found if somebody else got it first */
async function connect(work: Work<Caller | null>, found: Unopened): Promise<string> {
  const { accountId } = found.caller;
  const id = found.connectionId ?? (await inviteByLink(work, found));
  if (found.connectionId) {
    await attachInvitations(work, accountId, { connectionId: id });
    const { account_id } = await work.db
      .selectFrom('connection')
      .select('account_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    if (account_id !== null && account_id !== accountId) {
      throw new Refusal('not-found', { detail: 'attached at the same time' });
    }
  }
  await work.audit({ action: networkAudit.linkOpened, about: accountId, object: { type: 'connection', id } });
  return id;
}

async function inviteByLink(work: Work<Caller | null>, found: Unopened): Promise<string> {
  const { accountId } = found.caller;
  const invitee = { accountId, email: null, shieldId: null, firstname: '', lastname: '' };
  const { id } = await invite(work, found.owner, found.inviterId, invitee, { mail: false, byLink: true });
  return id;
}

/** The name of the company or person who invites by a link. */
async function inviterName({ db }: Pick<Work, 'db'>, { owner, inviterId }: LinkOwner): Promise<string> {
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

const ownNetwork = '/user/network';

async function targetOf(
  work: Pick<Work, 'db' | 'portal' | 'now'>,
  found: Extract<FoundLink, { kind: 'own' | 'theirs' }>,
): Promise<string> {
  if (found.kind === 'own') return ownNetwork;
  return (await whereTo(work, found.connectionId, found.caller.accountId)).redirectto;
}

interface LinkOwner {
  owner: Owner;
  /** The account that is recorded as the inviter. */
  inviterId: string;
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

async function findInvitation(
  work: Work<Caller | null>,
  caller: Caller | null,
  code: string,
): Promise<FoundLink> {
  const row = await work.db
    .selectFrom('connection as c')
    .select([
      'c.id',
      'c.account_id',
      'c.to_email',
      'c.sharing_company_id',
      'c.owner_account_id',
      'c.owner_company_id',
      'c.invited_by_account_id',
      sql<boolean>`exists (select 1 from account a where a.emailaddress = c.to_email)`.as('known'),
    ])
    .where('c.code_hash', '=', hashCode(work, code))
    .where('c.cancelled_at', 'is', null)
    .where('c.removed_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw new Refusal('not-found', { detail: 'no such link' });
  const newuser = row.account_id === null && row.sharing_company_id === null && !row.known;
  if (!caller) {
    return { kind: 'signed-out', newuser, connectionId: row.id };
  }
  const answers = row.sharing_company_id !== null && row.sharing_company_id === companyOf(caller);
  if (answers || row.account_id === caller.accountId) return { kind: 'theirs', caller, connectionId: row.id };
  if (row.owner_account_id === caller.accountId) return { kind: 'own' };
  // Members of a company's team who open its own links are not invited, unless the company invited that very member.
  const ofTeam = row.owner_company_id !== null && row.owner_company_id === caller.companyId;
  if (ofTeam && row.to_email !== caller.emailaddress) return { kind: 'own' };
  if (row.sharing_company_id !== null) throw new Refusal('not-found', { detail: 'not their company’s' });
  // An invitation to the address of an account belongs to that account, even if other people have the link.
  if (row.account_id !== null || (row.known && row.to_email !== caller.emailaddress)) {
    throw new Refusal('not-found', { detail: 'not theirs' });
  }
  const inviterId = row.invited_by_account_id;
  const owner = row.owner_company_id ? { companyId: row.owner_company_id } : { accountId: inviterId };
  return { kind: 'unopened', caller, connectionId: row.id, owner, inviterId };
}

/**
 * The page for an invitation of a person: to buy what it asks for; to accept it while it is open; to renew if an
 * accepted score is due; otherwise the home page, which says why.
 */
async function whereTo(
  work: Pick<Work, 'db' | 'portal' | 'now'>,
  id: string,
  inviteeId: string,
): Promise<{ redirectto: string; notice: { words: string; tone: 'ok' | 'bad' } | null }> {
  const purchase = await findPurchaseLink(work, id, inviteeId);
  if (purchase?.packageId) {
    return { redirectto: `/user/purchase?packageid=${purchase.packageId}`, notice: null };
  }
  if (purchase) return { redirectto: '/user/purchase', notice: null };
  const { db, now } = work;
  const row = await db
    .selectFrom('connection')
    .select(['accepted_at', 'ignored_at', 'cancelled_at', 'invite_expires_at', 'status'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const answered = row.accepted_at ?? row.ignored_at ?? row.cancelled_at;
  if (!answered && row.invite_expires_at > now) {
    return { redirectto: `/user/invitations/${id}/accept`, notice: null };
  }
  if (row.status === 'EXPIRED' || row.status === 'INRENEWALWINDOW') {
    return { redirectto: '/user/purchase', notice: null };
  }
  const notice = row.accepted_at
    ? { words: networkTexts['invitations.accepted-before'], tone: 'ok' as const }
    : { words: networkTexts['invitations.expired'], tone: 'bad' as const };
  return { redirectto: '/user', notice };
}
