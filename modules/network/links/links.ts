import { z } from 'zod';
import { isShieldId } from '#modules/applications/index.ts';
import { findTeamLink } from '#modules/enterprise/index.ts';
import { anyone, type Caller, HOUR, operation, trimmed, type Work } from '#modules/platform/index.ts';
import { networkAudit } from '../audit.ts';
import { attachInvitations } from '../invitations/attach.ts';
import { invite } from '../invitations/inviting.ts';
import { markOpened } from '../invitations/opened.ts';
import { findIgnored, reopenIgnored } from '../invitations/reopening.ts';
import { sharerOf } from '../owner.ts';
import { Refusal } from '../refusals.ts';
import { networkTexts } from '../texts.ts';
import { type FoundLink, findInvited, findLink, inviterName, type Unopened } from './found-link.ts';
import { linkEnds } from './link-ends.ts';
import { findPurchaseLink } from './purchase-links.ts';
import { openTeamLink, teamLinkEnd, whereTeamLinkLeads } from './team-links.ts';

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
    /** Why the link no longer leads anywhere, since when, and whose it was; null while it does. */
    ended: z
      .object({
        how: z.enum(linkEnds),
        at: z.date().nullable(),
        inviter: z.string(),
        /** It was an invitation to the inviter's team. */
        team: z.boolean(),
      })
      .nullable(),
    linktype: z.enum(linkTypes),
  }),
  throttle: { by: 'address', limit: 240, per: HOUR },
  async run(work, { linkid }) {
    const team = await findTeamLink(work, linkid);
    const none = {
      newuser: false,
      redirectto: null,
      inviter: null,
      ignored: false,
      notice: null,
      ended: null,
    };
    if (team) {
      const leads = whereTeamLinkLeads(work, linkid, team);
      return { ...none, linktype: 'teaminvite' as const, ...leads, ended: teamLinkEnd(work, team) };
    }
    const found = await findLink(work, linkid);
    const answer = { ...none, linktype: await typeOf(work, found) };
    if (found.kind === 'ended') {
      const { how, at } = found;
      return { ...answer, ended: { how, at, inviter: await inviterName(work, found), team: false } };
    }
    if (found.kind === 'other') return { ...answer, redirectto: otherAddressPage(linkid) };
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
    if (found.kind === 'other') return { ...answer, newuser: false, redirectto: otherAddressPage(linkid) };
    if (found.kind === 'ended') {
      const expired = found.how === 'expired';
      throw new Refusal(expired ? 'network.invitation-expired' : 'network.invitation-closed');
    }
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
  summary: 'Who sent the link, for a person who has not logged in yet.',
  access: anyone,
  kind: 'read',
  input: link,
  output: z.object({
    inviter: z.string().nullable(),
    emailaddress: z.string().nullable(),
    /** The role in the inviting company's team; null for an invitation into a network. */
    team_role: z.enum(['admin', 'viewer']).nullable(),
    /** A company is asked to share its network. */
    to_company: z.boolean(),
    /** The invitation was accepted before, so it only says whose it was. */
    accepted: z.boolean(),
  }),
  throttle: { by: 'address', limit: 240, per: HOUR },
  async run(work, { linkid }) {
    const team = await findTeamLink(work, linkid);
    const nobody = { inviter: null, emailaddress: null, team_role: null, to_company: false, accepted: false };
    if (team) {
      const { company_name, to_email, role, ended } = team;
      return ended ? nobody : { ...nobody, inviter: company_name, emailaddress: to_email, team_role: role };
    }
    const invited = await findInvited(work, linkid);
    if (!invited) return nobody;
    const { accepted, to } = invited;
    const inviter = await inviterName(work, invited);
    return { ...nobody, inviter, emailaddress: to.address, to_company: to.company, accepted };
  },
});

async function typeOf(
  work: Pick<Work, 'db' | 'portal' | 'now'>,
  found: FoundLink,
): Promise<'shieldid' | 'purchase'> {
  if (found.kind === 'own' || found.kind === 'other' || found.kind === 'ended') return 'shieldid';
  if (found.connectionId === null) return 'shieldid';
  const inviteeId = found.kind === 'signed-out' ? null : found.caller.accountId;
  return (await findPurchaseLink(work, found.connectionId, inviteeId)) ? 'purchase' : 'shieldid';
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

const ownNetwork = '/user/network';

/** The page for who is signed in with another address than the invited one (D115). */
const otherAddressPage = (linkid: string) => `/link/${linkid}/address`;

async function targetOf(
  work: Pick<Work, 'db' | 'portal' | 'now'>,
  found: Extract<FoundLink, { kind: 'own' | 'theirs' }>,
): Promise<string> {
  if (found.kind === 'own') return ownNetwork;
  return (await whereTo(work, found.connectionId, found.caller.accountId)).redirectto;
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
