import { newId, newToken, sql, type Work } from '#modules/platform/index.ts';
import { acceptAutomatically } from './auto-accept.ts';
import { recordHistory } from './history.ts';
import { mailInvitation } from './jobs.ts';
import { networkTimings } from './limits.ts';
import { type Owner, ownerId } from './owner.ts';
import { refreshConnections } from './refresh.ts';

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
    action: 'network.invited',
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
  await extend(work, standing.id);
  await recordHistory(work, 'resent', [standing.id], inviterId);
  await finish(work, standing.id, options);
  return { id: standing.id, already: false };
}

/** Another 30 days, from now. */
export async function extend(work: Pick<Work, 'rows' | 'now'>, id: string): Promise<void> {
  await work.rows(sql`
    update connection set ignored_at = null, bounced_at = null,
      invite_expires_at = ${new Date(work.now.getTime() + networkTimings['invitations.lifetime'])}
    where id = ${id}`);
}

async function finish(work: Work, id: string, options: { mail: boolean }): Promise<void> {
  await acceptAutomatically(work, { connectionIds: [id] });
  await refreshConnections(work, { connectionIds: [id] });
  if (options.mail) await mailInvitation(work, id);
}
