import { z } from 'zod';
import { findPersonByEmail, getPerson } from '#modules/identity/index.ts';
import { HOUR, inputOf, newId, newToken, operation, sql, type Work, yesNo } from '#modules/platform/index.ts';
import { acceptAutomatically } from './answer.ts';
import { networkAudit } from './audit.ts';
import { inviteFields } from './fields.ts';
import { connectionStatuses } from './forms.ts';
import { recordHistory } from './history.ts';
import { mailInvitations } from './jobs.ts';
import { networkTimings } from './limits.ts';
import { type NetworkCaller, networkOwner, type Owner, ownerId } from './owner.ts';
import { refreshConnections } from './refresh.ts';
import { Refusal } from './refusals.ts';
import { readTerm, refuseOwn } from './search.ts';
import { networkTexts } from './texts.ts';

/** Invites a person that was searched, or an address (D53). */
export const newInvite = operation({
  name: 'network.new-invite',
  summary: 'Invites a person into the network.',
  access: networkOwner('admin'),
  kind: 'write',
  /** A userid of a search result, a ShieldID, or an e-mail address. */
  input: inputOf(inviteFields),
  output: z.object({
    inviteid: z.uuid(),
    connectionstatus: z.enum(connectionStatuses),
    already_invited: yesNo,
    error_message: z.string().nullable(),
  }),
  throttle: { by: 'account', limit: 200, per: HOUR },
  async run(work, input) {
    const invitee = await findInvitee(work, input.touser);
    const { id, already } = await invite(work, work.caller.owner, work.caller.accountId, invitee);
    const row = await work.row(sql<{ status: (typeof connectionStatuses)[number] }>`
      select status from connection where id = ${id}`);
    return {
      inviteid: id,
      connectionstatus: row?.status ?? 'INVITE',
      already_invited: already,
      error_message: already ? networkTexts['invitations.already-invited'] : null,
    };
  },
});

/** @throws Refusal for oneself, an address that is none, or a ShieldID that nobody has */
async function findInvitee(work: Work<NetworkCaller>, touser: string): Promise<Invitee> {
  if (z.uuid().safeParse(touser).success) return findById(work, touser);
  const term = readTerm(touser, 'touser');
  refuseOwn(work.caller, term, 'touser');
  if (term.kind === 'shieldid') {
    const found = await work.row(sql<{ account_id: string }>`
      select account_id from session_facts facts join account a on a.id = facts.account_id
      where facts.certification_number = ${term.value} and a.active`);
    if (!found) throw new Refusal('network.shieldid-not-found', { field: 'touser' });
    return { ...nameless, accountId: found.account_id, shieldId: term.value };
  }
  const known = await findPersonByEmail(work, term.value);
  const accountId = known?.active && known.email_verified ? known.accountId : null;
  return { ...nameless, accountId, email: term.value };
}

async function findById(work: Work<NetworkCaller>, userid: string): Promise<Invitee> {
  if (userid === work.caller.accountId) throw new Refusal('network.own-id', { field: 'touser' });
  const found = await getPerson(work, userid);
  if (!found.active || !found.email_verified) throw new Refusal('not-found', { detail: 'not active' });
  // A search shows the name of those whom searches may show.
  const shown = found.preferences.network_searchresults && found.preferences.network_sharing_master;
  return shown
    ? { ...nameless, accountId: userid, firstname: found.firstname, lastname: found.lastname }
    : { ...nameless, accountId: userid };
}

const nameless = { accountId: null, email: null, shieldId: null, firstname: '', lastname: '' };

/** Whom an invitation is for: a person with an account, or an address. */
export interface Invitee {
  accountId: string | null;
  email: string | null;
  /** The ShieldID by which the inviter asked. */
  shieldId: string | null;
  /** As the inviter may know it. */
  firstname: string;
  lastname: string;
}

export interface Invitation {
  id: string;
  /** There was one already, and it still stands. */
  already: boolean;
}

/** Where a code of a link is sealed. */
const sealedAt = (id: string) => `connection.code_sealed:${id}`;

/** The code of an invitation's link: only ever for its owner, and for the mail to the person invited (D22). */
export function openCode(work: Pick<Work, 'portal'>, id: string, sealed: string): string {
  return work.portal.keys.decrypt(sealed, sealedAt(id));
}

export function hashCode(work: Pick<Work, 'portal'>, code: string): string {
  return work.portal.keys.lookupHash('connection.code', code);
}

/**
 * Invites somebody into an owner's network: one live invitation or connection per pair. One that lapsed unanswered is
 * given another 30 days (D53); the mail is a job of the same transaction.
 */
export async function invite(
  work: Work,
  owner: Owner,
  inviterId: string,
  invitee: Invitee,
  options: { mail: boolean } = { mail: true },
): Promise<Invitation> {
  const id = newId();
  const code = newToken(16);
  const expires = new Date(work.now.getTime() + networkTimings['invitations.lifetime']);
  const made = await work.row(sql<{ id: string }>`
    insert into connection (id, owner_company_id, owner_account_id, account_id, to_email, to_shieldid, to_firstname,
      to_lastname, invited_by_account_id, invited_at, invite_expires_at, shared_at, code_sealed, code_hash)
    values (${id}, ${'companyId' in owner ? owner.companyId : null}, ${'accountId' in owner ? owner.accountId : null},
      ${invitee.accountId}, ${invitee.email}, ${invitee.shieldId}, ${invitee.firstname}, ${invitee.lastname},
      ${inviterId}, ${work.now}, ${expires}, ${work.now}, ${work.portal.keys.encrypt(code, sealedAt(id))},
      ${hashCode(work, code)})
    on conflict do nothing returning id`);
  if (!made) return renewLapsed(work, owner, inviterId, invitee, options);
  await recordHistory(work, 'invited', [id], inviterId);
  await work.audit({
    action: networkAudit.invitationSent,
    ...(invitee.accountId ? { about: invitee.accountId } : {}),
    object: { type: 'connection', id },
  });
  await finish(work, id, options);
  return { id, already: false };
}

async function renewLapsed(
  work: Work,
  owner: Owner,
  inviterId: string,
  invitee: Invitee,
  options: { mail: boolean },
): Promise<Invitation> {
  const standing = await work.row(sql<{ id: string; lapsed: boolean }>`
    select id, accepted_at is null and ignored_at is null and invite_expires_at <= ${work.now} as lapsed
    from connection c
    where c.owner_id = ${ownerId(owner)} and c.cancelled_at is null and c.removed_at is null
      and (c.account_id = ${invitee.accountId}::uuid or (c.account_id is null and c.to_email = ${invitee.email}::citext))
    for update`);
  // The one in the way was closed between the insert and the look.
  if (!standing) return invite(work, owner, inviterId, invitee, options);
  if (!standing.lapsed) return { id: standing.id, already: true };
  await extend(work, [standing.id]);
  await recordHistory(work, 'resent', [standing.id], inviterId);
  await work.audit({
    action: networkAudit.invitationResent,
    object: { type: 'connection', id: standing.id },
  });
  await finish(work, standing.id, options);
  return { id: standing.id, already: false };
}

/** Another 30 days for invitations, from now. */
export async function extend(work: Pick<Work, 'rows' | 'now'>, ids: readonly string[]): Promise<void> {
  await work.rows(sql`
    update connection set ignored_at = null, bounced_at = null,
      invite_expires_at = ${new Date(work.now.getTime() + networkTimings['invitations.lifetime'])}
    where id = any(${sql.val([...ids])}::uuid[])`);
}

async function finish(work: Work, id: string, options: { mail: boolean }): Promise<void> {
  await acceptAutomatically(work, { connectionIds: [id] });
  await refreshConnections(work, { connectionIds: [id] });
  if (options.mail) await mailInvitations(work, [id]);
}
