import { z } from 'zod';
import { findActiveScore } from '#modules/applications/index.ts';
import { findPersonByEmail, getPerson } from '#modules/identity/index.ts';
import {
  anyOf,
  HOUR,
  inputOf,
  newId,
  newToken,
  operation,
  sealedColumn,
  sql,
  type Work,
  yesNo,
} from '#modules/platform/index.ts';
import { networkAudit } from '../audit.ts';
import { recordHistory } from '../connections/history.ts';
import { lockPeople } from '../connections/people.ts';
import { refreshConnections } from '../connections/refresh.ts';
import { inviteFields } from '../fields.ts';
import { connectionStatuses } from '../forms.ts';
import { mailInvitations } from '../jobs.ts';
import { networkTimings } from '../limits.ts';
import { requireOffered } from '../links/purchase-links.ts';
import { type NetworkCaller, networkOwner, type Owner, ownedBy, ownerId } from '../owner.ts';
import { Refusal } from '../refusals.ts';
import { readTerm, refuseOwn } from '../search/search.ts';
import { findShieldLink, isShieldLinkTerm } from '../shieldlink/search.ts';
import { networkTexts } from '../texts.ts';
import { acceptAutomatically } from './answer.ts';
import { attachCoupon, lapseCouponsOf } from './coupon.ts';
import { limitNewcomer, limitRepeats } from './newcomers.ts';
import { isReachedByMail } from './reach.ts';
import { firstReminder } from './reminders.ts';

/** Invites a person who was found by a search, or an email address (D53). */
export const newInvite = operation({
  name: 'network.new-invite',
  summary: 'Invites a person into the network.',
  access: networkOwner('admin'),
  kind: 'write',
  /** A userid of a search result, a ShieldID, or an email address. */
  input: inputOf(inviteFields).extend({
    purchase_coupon: z.union([z.uuid(), z.literal('')]).nullish(),
    purchase_package: z.union([z.uuid(), z.literal('')]).nullish(),
    /** FULLNETWORK invites a company, by its ShieldLink ID or by its email address (D55). */
    connectiontype: z.enum(['INDIVIDUAL', 'FULLNETWORK']).default('INDIVIDUAL'),
  }),
  output: z.object({
    inviteid: z.uuid(),
    connectionstatus: z.enum(connectionStatuses),
    already_invited: yesNo,
    /** No mail is sent, because the recipient does not want such mails or cannot get any. */
    mail_withheld: yesNo,
    error_message: z.string().nullable(),
  }),
  throttle: { by: 'account', limit: 200, per: HOUR },
  async run(work, input) {
    const toCompany = input.connectiontype === 'FULLNETWORK';
    const invitee = await (toCompany ? findCompanyInvitee : findInvitee)(work, input.touser);
    await limitNewcomer(work, 1);
    const { owner, accountId } = work.caller;
    const coupon = (!toCompany && input.purchase_coupon) || null;
    const packageId = (!toCompany && input.purchase_package) || null;
    if (packageId) await requireOffered(work, packageId);
    const { id, already } = await invite(work, owner, accountId, invitee, {
      mail: true,
      packageId,
      ...(coupon ? { before: (connectionId) => attachCoupon(work, connectionId, coupon) } : {}),
    });
    if (!already) await limitRepeats(work, invitee);
    const { status } = await work.db
      .selectFrom('connection')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return {
      inviteid: id,
      connectionstatus: status,
      already_invited: already,
      mail_withheld: !already && status !== 'INVITEIGNORE' && !(await isReachedByMail(work, id)),
      error_message: already ? networkTexts['invitations.already-invited'] : null,
    };
  },
});

/** @throws Refusal for the caller's own address or ShieldID, an invalid address, or an unknown ShieldID */
async function findInvitee(work: Work<NetworkCaller>, touser: string): Promise<Invitee> {
  if (z.uuid().safeParse(touser).success) return findById(work, touser);
  const term = readTerm(touser, 'touser');
  refuseOwn(work.caller, term, 'touser');
  if (term.kind === 'shieldid') {
    const found = await work.db
      .selectFrom('session_facts as facts')
      .innerJoin('account as a', 'a.id', 'facts.account_id')
      .select('facts.account_id')
      .where('facts.certification_number', '=', term.value)
      .where('a.active', '=', true)
      .executeTakeFirst();
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
  // Keeps the name only if a search may show it; it is then the name that the search shows (D98).
  const shown = found.preferences.network_searchresults && found.preferences.network_sharing_master;
  if (!shown) return { ...nameless, accountId: userid };
  const score = await findActiveScore(work, userid);
  return {
    ...nameless,
    accountId: userid,
    firstname: score?.legal_firstname ?? found.firstname,
    lastname: score?.legal_lastname ?? found.lastname,
  };
}

const nameless = { accountId: null, email: null, shieldId: null, firstname: '', lastname: '' };

/**
 * Which company to invite (D55).
 * @throws Refusal if the caller's company has no ShieldLink, for its own id or the caller's address, an unknown
 * ShieldLink ID or an invalid address
 */
async function findCompanyInvitee(work: Work<NetworkCaller>, touser: string): Promise<Invitee> {
  const { caller } = work;
  if (!('companyId' in caller.owner && caller.facts.shieldlink_enabled)) {
    throw new Refusal('network.shieldlink-off');
  }
  if (isShieldLinkTerm(touser)) {
    const company = await findShieldLink(work, touser, 'touser');
    return { ...nameless, company: true, companyId: company.id };
  }
  const term = touser.includes('@') ? readTerm(touser, 'touser') : null;
  if (term?.kind !== 'email') throw new Refusal('network.shieldlinkid-not-found', { field: 'touser' });
  refuseOwn(caller, term, 'touser');
  const known = await findPersonByEmail(work, term.value);
  const accountId = known?.active && known.email_verified ? known.accountId : null;
  return { ...nameless, company: true, accountId, email: term.value };
}

/** Who an invitation is for: a person with an account, an address, or a company. */
export interface Invitee {
  /** Whether a company is asked to share its network (D55). */
  company?: boolean;
  /** The company, if it was invited by its ShieldLink ID. */
  companyId?: string | null;
  accountId: string | null;
  email: string | null;
  /** The ShieldID that the inviter entered. */
  shieldId: string | null;
  /** The name, if the inviter may know it. */
  firstname: string;
  lastname: string;
}

interface InviteOptions {
  /** Whether the invitation is mailed. */
  mail: boolean;
  /** The invited person opened the inviter's link, so that it is never accepted automatically (D108). */
  byLink?: boolean;
  /** The package that the person is asked to buy (D96). */
  packageId?: string | null;
  /** Creates whatever else belongs to a new invitation, in the same transaction and before it is mailed. */
  before?: (connectionId: string) => Promise<void>;
}

export interface Invitation {
  id: string;
  /** Whether an invitation or connection already existed; nothing was changed then. */
  already: boolean;
}

/** The encryption context of a link's code: it cannot be decrypted in any other row. */
const sealedAt = sealedColumn({ table: 'connection', column: 'code_sealed' });

/** Decrypts the code of an invitation's link. Show it only to the owner and in the mail to the invited person (D22). */
export function openCode(work: Pick<Work, 'portal'>, id: string, sealed: string): string {
  return work.portal.keys.decrypt(sealed, sealedAt(id));
}

export function hashCode(work: Pick<Work, 'portal'>, code: string): string {
  return work.portal.keys.lookupHash('connection.code', code);
}

/**
 * Invites somebody into an owner's network. For each owner and person there is at most one open invitation or
 * connection. An invitation that expired without an answer is extended by 30 days (D53). Whoever ignored one of this
 * owner's that was withdrawn has ignored the new one as well. The mail is enqueued in the same transaction.
 */
export async function invite(
  work: Work,
  owner: Owner,
  inviterId: string,
  invitee: Invitee,
  options: InviteOptions = { mail: true },
): Promise<Invitation> {
  await lockPeople(work, { accountIds: invitee.accountId === null ? [] : [invitee.accountId] });
  const id = newId();
  const code = newToken(16);
  const expires = new Date(work.now.getTime() + networkTimings['invitations.lifetime']);
  const ignoredAt = options.byLink ? null : await findFormerIgnoring(work, owner, invitee);
  const mailed = options.mail && ignoredAt === null;
  const made = await work.db
    .insertInto('connection')
    .values({
      id,
      owner_company_id: 'companyId' in owner ? owner.companyId : null,
      owner_account_id: 'accountId' in owner ? owner.accountId : null,
      connection_type: typeOf(invitee),
      sharing_company_id: invitee.companyId ?? null,
      account_id: invitee.accountId,
      to_email: invitee.email,
      to_shieldid: invitee.shieldId,
      to_firstname: invitee.firstname,
      to_lastname: invitee.lastname,
      invited_by_account_id: inviterId,
      invited_at: work.now,
      invite_expires_at: expires,
      remind_at: mailed ? firstReminder(work.now) : null,
      ignored_at: ignoredAt,
      shared_at: work.now,
      code_sealed: work.portal.keys.encrypt(code, sealedAt(id)),
      code_hash: hashCode(work, code),
      came_by_link: options.byLink ?? false,
      opened_at: options.byLink ? work.now : null,
      package_id: options.packageId ?? null,
    })
    .onConflict((same) => same.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) return renewLapsed(work, owner, inviterId, invitee, options);
  await recordHistory(work, 'invited', [id], inviterId);
  if (ignoredAt) await recordHistory(work, 'ignored', [id], null);
  await work.audit({
    action: networkAudit.invitationSent,
    ...(invitee.accountId ? { about: invitee.accountId } : {}),
    object: { type: 'connection', id },
  });
  // Neither mail nor coupon goes to somebody who ignored it.
  await finish(work, id, ignoredAt ? { mail: false } : options);
  return { id, already: false };
}

/**
 * When a person ignored an invitation of this owner that was withdrawn afterwards; null if they did not. Ignoring is
 * permanent (doc1 §4). Otherwise an owner could withdraw and invite again, and mail the person any number of times.
 */
async function findFormerIgnoring(
  { db }: Pick<Work, 'db'>,
  owner: Owner,
  { accountId, company }: Invitee,
): Promise<Date | null> {
  if (accountId === null || company) return null;
  const former = await db
    .selectFrom('connection')
    .select('ignored_at')
    .where('account_id', '=', accountId)
    .where('owner_id', '=', ownerId(owner))
    .where('connection_type', '=', 'INDIVIDUAL')
    .where('ignored_at', 'is not', null)
    .where('cancelled_at', 'is not', null)
    .orderBy('ignored_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return former?.ignored_at ?? null;
}

const typeOf = ({ company }: Invitee) => (company ? ('FULLNETWORK' as const) : ('INDIVIDUAL' as const));

async function renewLapsed(
  work: Work,
  owner: Owner,
  inviterId: string,
  invitee: Invitee,
  options: InviteOptions,
): Promise<Invitation> {
  const existing = await work.db
    .selectFrom('connection as c')
    .select(['c.id', 'c.account_id', 'c.accepted_at', 'c.ignored_at', 'c.invite_expires_at'])
    .where(ownedBy(owner))
    .where('c.connection_type', '=', typeOf(invitee))
    .where(
      sql<boolean>`(c.account_id = ${invitee.accountId}::uuid or c.sharing_company_id = ${invitee.companyId ?? null}::uuid
        or (c.account_id is null and c.to_email = ${invitee.email}::citext))`,
    )
    .forUpdate()
    .executeTakeFirst();
  // The row that conflicted with the insert was closed in the meantime, so the insert can be tried again.
  if (!existing) return invite(work, owner, inviterId, invitee, options);
  const { id } = existing;
  const lapsed = !existing.accepted_at && !existing.ignored_at && existing.invite_expires_at <= work.now;
  if (!lapsed) return { id, already: true };
  await extend(work, [id]);
  // The invitation carries what is sent now, not what it carried when it expired.
  await lapseCouponsOf(work, [id]);
  await work.db
    .updateTable('connection')
    .set({
      coupon_id: null,
      package_id: options.packageId ?? null,
      ...(options.mail ? {} : { remind_at: null }),
      ...(options.byLink ? { came_by_link: true, opened_at: work.now } : {}),
    })
    .where('id', '=', id)
    .execute();
  await recordHistory(work, 'resent', [id], inviterId);
  await work.audit({
    action: networkAudit.invitationResent,
    ...(existing.account_id ? { about: existing.account_id } : {}),
    object: { type: 'connection', id },
  });
  await finish(work, id, options);
  return { id, already: false };
}

/**
 * Lets invitations expire 30 days from now. An ignored one stays ignored, and no reminder is sent for it.
 * @returns when they expire
 */
export async function extend({ db, now }: Pick<Work, 'db' | 'now'>, ids: readonly string[]): Promise<Date> {
  const expires = new Date(now.getTime() + networkTimings['invitations.lifetime']);
  await db
    .updateTable('connection')
    .set({
      bounced_at: null,
      invite_expires_at: expires,
      remind_at: sql<Date | null>`case when ignored_at is null then ${firstReminder(now)}::timestamptz end`,
    })
    .where('id', '=', anyOf(ids))
    .execute();
  return expires;
}

async function finish(work: Work, id: string, options: InviteOptions): Promise<void> {
  await options.before?.(id);
  await acceptAutomatically(work, { connectionIds: [id] });
  await refreshConnections(work, { connectionIds: [id] });
  if (options.mail) await mailInvitations(work, [id]);
}
