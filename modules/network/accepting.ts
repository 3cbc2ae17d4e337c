import { roleAtLeast } from '#modules/enterprise/index.ts';
import { type Caller, sql, type Work } from '#modules/platform/index.ts';
import { isShareable } from './auto-accept.ts';
import type { Connection } from './entities.ts';
import type { ConnectionType } from './forms.ts';
import { type NetworkRefusalCode, Refusal } from './refusals.ts';

/** What stands in the way of accepting: the operation refuses with it, the dialog says it before (doc1 §5). */

/** @throws Refusal when there is none such of the caller's, or it is answered, withdrawn or lapsed */
export function checkOpen(
  work: Pick<Work, 'now'>,
  invitation: Connection | null,
  id: string,
): asserts invitation is Connection {
  if (!invitation) throw new Refusal('not-found', { detail: `invitation ${id}` });
  if (invitation.acceptedAt ?? invitation.ignoredAt ?? invitation.cancelledAt ?? invitation.removedAt) {
    throw new Refusal('network.invitation-closed', { detail: id });
  }
  if (invitation.inviteExpiresAt <= work.now) throw new Refusal('network.invitation-expired', { detail: id });
}

/** As an individual: needs a ShieldID, and a score of 4 to 5 characters that has not lapsed. */
export async function findIndividualObstacle(
  work: Pick<Work<Caller>, 'row' | 'caller' | 'now'>,
  asked: ConnectionType,
): Promise<NetworkRefusalCode | null> {
  if (asked !== 'INDIVIDUAL') return 'network.accept-company-only';
  const score = await work.row(sql<{ score: string; expiration: string }>`
    select score, expiration from shield_score where account_id = ${work.caller.accountId} and ended_at is null`);
  if (!score && work.caller.facts.certification_number === null) return 'network.accept-check-first';
  const shareable = isShareable(score?.score ?? null, score?.expiration ?? null, work.now);
  return shareable ? null : 'network.accept-no-score';
}

/** As a company: the owner or an admin of one with ShieldLink shares its whole network, not with itself (D55). */
export function findCompanyObstacle(
  caller: Caller,
  ownerCompanyId: string | null,
): NetworkRefusalCode | null {
  const { companyId, teamRole, facts } = caller;
  const may = companyId !== null && teamRole !== null && roleAtLeast(teamRole, 'admin');
  return may && facts.shieldlink_enabled && companyId !== ownerCompanyId ? null : 'network.accept-no-company';
}
