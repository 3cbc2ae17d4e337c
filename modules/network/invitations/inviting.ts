import { anyOf, newId, newToken, sealedColumn, sql, type Work } from '#modules/platform/index.ts';
import { networkAudit } from '../audit.ts';
import { recordHistory } from '../connections/history.ts';
import { lockPeople } from '../connections/people.ts';
import { refreshConnections } from '../connections/refresh.ts';
import { mailInvitations } from '../jobs.ts';
import { networkTimings } from '../limits.ts';
import type { Owner } from '../owner.ts';
import { acceptAutomatically } from './answer.ts';
import { lapseCouponsOf } from './coupon.ts';
import type { Invitee } from './invitee.ts';
import { firstReminder } from './reminders.ts';
import { readStandings, type Standing } from './standing.ts';

interface InviteOptions {
  /** Whether the invitation is mailed: at once, or behind the mails of single invitations. */
  mail: boolean | 'in-bulk';
  /** The invited person opened the inviter's link, so that it is never accepted automatically (D108). */
  byLink?: boolean;
  /** Creates whatever else belongs to a new invitation, in the same transaction and before it is mailed. */
  before?: (connectionId: string, place: number) => Promise<void>;
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

/** The purpose of the lookup hash of a code. */
export const INVITATION_CODE = 'connection.code';

export function hashCode(work: Pick<Work, 'portal'>, code: string): string {
  return work.portal.keys.lookupHash(INVITATION_CODE, code);
}

/** @see inviteAll */
export async function invite(
  work: Work,
  owner: Owner,
  inviterId: string,
  invitee: Invitee,
  options: InviteOptions = { mail: true },
): Promise<Invitation> {
  const [invitation] = await inviteAll(work, owner, inviterId, [invitee], options);
  if (!invitation) throw new Error('Nobody was invited');
  return invitation;
}

/**
 * Invites people or companies into an owner's network. For each owner and person there is at most one open invitation or
 * connection. An invitation that expired without an answer is extended by 30 days (D53). Whoever ignored one of this
 * owner's that was withdrawn has ignored the new one as well: otherwise an owner could withdraw and invite again, and
 * mail the person any number of times. The mails are enqueued in the same transaction.
 * @returns in the order of the invitees, each of whom is named once
 */
export async function inviteAll(
  work: Work,
  owner: Owner,
  inviterId: string,
  invitees: readonly Invitee[],
  options: InviteOptions = { mail: true },
): Promise<Invitation[]> {
  await lockPeople(work, { accountIds: invitees.flatMap(({ accountId }) => accountId ?? []) });
  const invitations = new Map<number, Invitation>();
  let places = [...invitees.keys()];
  // A row that keeps one from being made may be closed before it is read, so that the next turn makes it.
  while (places.length > 0) {
    const asked = places.map((place) => asAsked(invitees, place));
    for (const [place, invitation] of await inviteThese(work, owner, inviterId, asked, options)) {
      invitations.set(place, invitation);
    }
    places = places.filter((place) => !invitations.has(place));
  }
  return invitees.map((_, place) => invitations.get(place) as Invitation);
}

interface Asked {
  place: number;
  invitee: Invitee;
}

function asAsked(invitees: readonly Invitee[], place: number): Asked {
  return { place, invitee: invitees[place] as Invitee };
}

/** @returns the invitations by their places, without those that a row of somebody else kept from being made */
async function inviteThese(
  work: Work,
  owner: Owner,
  inviterId: string,
  asked: readonly Asked[],
  options: InviteOptions,
): Promise<Map<number, Invitation>> {
  const standings = await lockStandings(work, owner, asked);
  const invitations = new Map<number, Invitation>();
  const fresh: Made[] = [];
  const lapsed: Made[] = [];
  for (const [at, { place, invitee }] of asked.entries()) {
    const { connectionId, ignoredAt, lapsed: isLapsed } = standings[at] as Standing;
    if (connectionId === null) fresh.push({ id: newId(), place, invitee, ignoredAt });
    else if (isLapsed) lapsed.push({ id: connectionId, place, invitee, ignoredAt: null });
    else invitations.set(place, { id: connectionId, already: true });
  }
  const made = await insert(work, owner, inviterId, fresh, options);
  await renew(work, inviterId, lapsed, options);
  await finish(work, [...made, ...lapsed], options);
  for (const { id, place } of [...made, ...lapsed]) invitations.set(place, { id, already: false });
  return invitations;
}

/** Rows that will change are locked in the order of their ids, and then read once more. */
async function lockStandings(work: Work, owner: Owner, asked: readonly Asked[]): Promise<Standing[]> {
  const invitees = asked.map(({ invitee }) => invitee);
  const standings = await readStandings(work, owner, invitees);
  const lapsed = standings.flatMap(({ lapsed, connectionId }) =>
    lapsed && connectionId ? connectionId : [],
  );
  if (lapsed.length === 0) return standings;
  await work.db
    .selectFrom('connection')
    .select('id')
    .where('id', '=', anyOf(lapsed))
    .orderBy('id')
    .forUpdate()
    .execute();
  return readStandings(work, owner, invitees);
}

interface Made extends Asked {
  id: string;
  ignoredAt: Date | null;
}

async function insert(
  work: Work,
  owner: Owner,
  inviterId: string,
  fresh: readonly Made[],
  options: InviteOptions,
): Promise<Made[]> {
  if (fresh.length === 0) return [];
  const expires = new Date(work.now.getTime() + networkTimings['invitations.lifetime']);
  const remindAt = options.mail ? await firstReminder(work) : null;
  const rows = fresh.map(({ id, invitee, ignoredAt }) => {
    const code = newToken(16);
    return {
      id,
      owner_company_id: 'companyId' in owner ? owner.companyId : null,
      owner_account_id: 'accountId' in owner ? owner.accountId : null,
      connection_type: invitee.company ? ('FULLNETWORK' as const) : ('INDIVIDUAL' as const),
      sharing_company_id: invitee.companyId ?? null,
      account_id: invitee.accountId,
      to_email: invitee.email,
      to_shieldid: invitee.shieldId,
      to_firstname: invitee.firstname,
      to_lastname: invitee.lastname,
      invited_by_account_id: inviterId,
      invited_at: work.now,
      invite_expires_at: expires,
      remind_at: isIgnored(ignoredAt, options) ? null : remindAt,
      ignored_at: isIgnored(ignoredAt, options) ? ignoredAt : null,
      shared_at: work.now,
      code_sealed: work.portal.keys.encrypt(code, sealedAt(id)),
      code_hash: hashCode(work, code),
      came_by_link: options.byLink ?? false,
      opened_at: options.byLink ? work.now : null,
      package_id: invitee.packageId ?? null,
    };
  });
  // In one order, so that two transactions that invite the same people cannot wait for each other.
  rows.sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
  const inserted = await work.db
    .insertInto('connection')
    .values(rows)
    .onConflict((same) => same.doNothing())
    .returning('id')
    .execute();
  const ids = new Set(inserted.map(({ id }) => id));
  const made = fresh.filter(({ id }) => ids.has(id));
  const ignored = made.filter(({ ignoredAt }) => isIgnored(ignoredAt, options));
  await recordHistory(work, 'invited', idsOf(made), inviterId);
  await recordHistory(work, 'ignored', idsOf(ignored), null);
  await auditEach(work, networkAudit.invitationSent, made);
  return made;
}

/** Who opens the link of a network has asked for the invitation. */
const isIgnored = (ignoredAt: Date | null, { byLink }: InviteOptions) => ignoredAt !== null && !byLink;

const keyOf = (row: {
  account_id: string | null;
  to_email: string | null;
  sharing_company_id: string | null;
}) => `${row.account_id ?? ''} ${row.sharing_company_id ?? ''} ${row.to_email ?? ''}`;

const idsOf = (made: readonly { id: string }[]) => made.map(({ id }) => id);

async function auditEach(
  work: Work,
  action: typeof networkAudit.invitationSent,
  made: readonly Made[],
): Promise<void> {
  await work.auditAll(
    made.map(({ id, invitee }) => ({
      action,
      ...(invitee.accountId ? { about: invitee.accountId } : {}),
      object: { type: 'connection', id },
    })),
  );
}

/** An invitation that expired carries what is sent now, not what it carried then. */
async function renew(
  work: Work,
  inviterId: string,
  lapsed: readonly Made[],
  options: InviteOptions,
): Promise<void> {
  if (lapsed.length === 0) return;
  const ids = idsOf(lapsed);
  await extend(work, ids);
  await lapseCouponsOf(work, ids);
  const packageIds = lapsed.map(({ invitee }) => invitee.packageId ?? null);
  await work.db
    .updateTable('connection as c')
    .from(
      sql<{
        id: string;
        package_id: string | null;
      }>`unnest(${sql.val(ids)}::uuid[], ${sql.val(packageIds)}::uuid[])`.as<'asked'>(
        sql`asked (id, package_id)`,
      ),
    )
    .set({
      coupon_id: null,
      package_id: sql<string | null>`asked.package_id`,
      ...(options.mail ? {} : { remind_at: null }),
      ...(options.byLink ? { came_by_link: true, opened_at: work.now } : {}),
    })
    .where(sql<boolean>`c.id = asked.id`)
    .execute();
  await recordHistory(work, 'resent', ids, inviterId);
  await auditEach(work, networkAudit.invitationResent, lapsed);
}

/**
 * Lets invitations expire 30 days from now. An ignored one stays ignored, and no reminder is sent for it.
 * @returns when they expire
 */
export async function extend(work: Pick<Work, 'db' | 'now'>, ids: readonly string[]): Promise<Date> {
  const remindAt = await firstReminder(work);
  const expires = new Date(work.now.getTime() + networkTimings['invitations.lifetime']);
  await work.db
    .updateTable('connection')
    .set({
      bounced_at: null,
      invite_expires_at: expires,
      remind_at: sql<Date | null>`case when ignored_at is null then ${remindAt}::timestamptz end`,
    })
    .where('id', '=', anyOf(ids))
    .execute();
  return expires;
}

/** Neither mail nor coupon goes to somebody who ignored an invitation. */
async function finish(work: Work, made: readonly Made[], options: InviteOptions): Promise<void> {
  if (made.length === 0) return;
  const asking = made.filter(({ ignoredAt }) => !isIgnored(ignoredAt, options));
  if (options.before) for (const { id, place } of asking) await options.before(id, place);
  const scope = { connectionIds: idsOf(made) };
  await acceptAutomatically(work, scope);
  await refreshConnections(work, scope);
  if (options.mail) await mailInvitations(work, idsOf(asking), options.mail === 'in-bulk');
}
