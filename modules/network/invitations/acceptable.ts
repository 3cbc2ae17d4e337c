import { sql, type Work } from '#modules/platform/index.ts';
import { answeredBy, type Sharer } from '../owner.ts';
import { type NetworkRefusalCode, Refusal } from '../refusals.ts';
import { isValid } from '../rules.ts';
import type { ConnectionType } from '../statuses.ts';

/** Which invitations can be accepted, and why not. */

/** Selects the invitations to a person, and to the company for which they answer, open or not. */
export function selectInvitations({ db }: Pick<Work, 'db'>, sharer: Sharer) {
  return db
    .selectFrom('connection as c')
    .select([
      'c.id',
      'c.owner_company_id',
      'c.sharing_company_id',
      'c.connection_type',
      'c.accepted_at',
      'c.ignored_at',
      'c.cancelled_at',
      'c.invite_expires_at',
    ])
    .where(answeredBy(sharer));
}

export interface StoredInvitation {
  id: string;
  owner_company_id: string | null;
  sharing_company_id: string | null;
  connection_type: ConnectionType;
  accepted_at: Date | null;
  ignored_at: Date | null;
  cancelled_at: Date | null;
  invite_expires_at: Date;
}

/** Why nobody can answer an invitation anymore: it was answered, withdrawn or expired. Null while it is open. */
export function findClosed(
  { now }: Pick<Work, 'now'>,
  invitation: StoredInvitation,
): 'network.invitation-closed' | 'network.invitation-expired' | null {
  const { accepted_at, ignored_at, cancelled_at } = invitation;
  if (accepted_at ?? ignored_at ?? cancelled_at) return 'network.invitation-closed';
  return invitation.invite_expires_at <= now ? 'network.invitation-expired' : null;
}

/** @throws Refusal if the invitation was not found, or is answered, withdrawn or expired */
export function checkOpen(
  work: Pick<Work, 'now'>,
  invitation: StoredInvitation | undefined,
  id: string,
): asserts invitation is StoredInvitation {
  if (!invitation) throw new Refusal('not-found', { detail: `invitation ${id}` });
  const closed = findClosed(work, invitation);
  if (closed) throw new Refusal(closed, { detail: id });
}

/** Why a person cannot accept as an individual, for which they need a ShieldID and a shareable score. */
export async function findIndividualObstacle(
  work: Pick<Work, 'db' | 'now'>,
  accountId: string,
  asked: ConnectionType,
): Promise<NetworkRefusalCode | null> {
  if (asked !== 'INDIVIDUAL') return 'network.accept-company-only';
  const person = await work.db
    .selectFrom('session_facts as facts')
    .leftJoin('shield_score as s', (join) =>
      join.onRef('s.account_id', '=', 'facts.account_id').on('s.ended_at', 'is', null),
    )
    .select(['facts.certification_number', 's.score', 's.expiration'])
    .where('facts.account_id', '=', accountId)
    .executeTakeFirst();
  if (!person?.score && !person?.certification_number) return 'network.accept-check-first';
  return isShareable(person.score, person.expiration, work.now) ? null : 'network.accept-no-score';
}

/** Whether an individual can share a score: 4 to 5 characters, not expired (doc1 §5). */
function isShareable(score: string | null, expiration: string | null, now: Date): boolean {
  return score !== null && score.length >= 4 && score.length <= 5 && isValid(expiration, now);
}

/** The condition on `c` for an open invitation, not expired, that an individual can accept. */
export const acceptableSql = (now: Date) => sql<boolean>`(
  c.accepted_at is null and c.ignored_at is null and c.cancelled_at is null
  and c.connection_type = 'INDIVIDUAL' and c.invite_expires_at > ${now}::timestamptz)`;

/** The condition that the person of `c` has a shareable score: 4 to 5 characters (not NA), not expired (doc1 §5). */
export const hasShareableScore = (now: Date) => sql<boolean>`exists (
  select 1 from shield_score s
  where s.account_id = c.account_id and s.ended_at is null and length(s.score) between 4 and 5
    and (s.expiration + time '11:00') at time zone 'UTC' > ${now}::timestamptz)`;
