import { z } from 'zod';
import { hasProof } from '#modules/applications/index.ts';
import { sharingFields } from '#modules/identity/fields.ts';
import { savePreferences } from '#modules/identity/index.ts';
import { anyOf, anyone, changesOf, operation, sql, type Work } from '#modules/platform/index.ts';
import { mostInvitations } from '../fields.ts';
import { findClosed, findIndividualObstacle, selectInvitations } from '../invitations/acceptable.ts';
import { acceptLocked } from '../invitations/answer.ts';
import { type NetworkRefusalCode, Refusal } from '../refusals.ts';
import { connectionStatuses } from '../statuses.ts';
import { networkTexts } from '../texts.ts';
import { centerThrottle, resolveCenterCode } from './codes.ts';
import { centerInput } from './listing.ts';

const { network_autoacceptinvite, network_searchresults } = sharingFields;

/** Puts the name of the network next to the outcome of its invitation. */
const named = z.object({ inviteid: z.uuid(), name: z.string() });

/**
 * Accepts those of the chosen invitations that can be accepted, each as an individual, and says of each other one why
 * it cannot (doc1 §5). If none can, nothing changes. The preferences are saved in the same transaction.
 * @throws Refusal not-found for an expired code and for somebody else's invitation, network.center-proof-needed,
 * network.center-none-accepted with the reason for each
 */
export const acceptPendingInvitations = operation({
  name: 'network.accept-pending-invites',
  summary:
    'Accepts chosen invitations and saves the two network preferences. Besides the code it takes the session of the person to whom the code was mailed, or the proof that the code’s page takes (date of birth and the last four digits of the SSN), which a cookie keeps for half an hour.',
  access: anyone,
  kind: 'write',
  inPersonOnly: true,
  input: centerInput.extend({
    invites: z.array(z.uuid()).min(1, networkTexts['center.none-selected']).max(mostInvitations),
    profile: changesOf({ network_autoacceptinvite, network_searchresults }).optional(),
  }),
  output: z.object({
    accepted: z.array(named.extend({ connectionstatus: z.enum(connectionStatuses) })),
    refused: z.array(named.extend({ error_code: z.string(), error_message: z.string() })),
  }),
  throttle: centerThrottle,
  async run(work, { invitecode, invites, profile }) {
    const link = await resolveCenterCode(work, invitecode);
    if (!hasProof(work, link)) throw new Refusal('network.center-proof-needed');
    const accountId = link.account_id;
    // This comes first: everything else that saves preferences locks the account before its connections, and so must
    // this.
    await savePreferences(work, accountId, profile ?? {});
    const chosen = await lockChosen(work, accountId, [...new Set(invites)]);
    const unable = await findIndividualObstacle(work, accountId, 'INDIVIDUAL');
    const acceptable: Chosen[] = [];
    const refused: { inviteid: string; name: string; error_code: string; error_message: string }[] = [];
    for (const invitation of chosen) {
      const obstacle = findClosed(work, invitation) ?? (isIndividual(invitation) ? unable : companyOnly);
      if (obstacle === null) acceptable.push(invitation);
      else {
        const { id: inviteid, name } = invitation;
        refused.push({ inviteid, name, error_code: obstacle, error_message: new Refusal(obstacle).text });
      }
    }
    if (acceptable.length === 0) {
      const reasons = refused.map(({ inviteid, name, error_message }) => [
        `invites.${inviteid}`,
        [`${name}: ${error_message}`],
      ]);
      throw new Refusal('network.center-none-accepted', { issues: Object.fromEntries(reasons) });
    }
    const ids = acceptable.map(({ id }) => id);
    await acceptLocked(work, accountId, ids);
    const statuses = await work.db
      .selectFrom('connection')
      .select(['id', 'status'])
      .where('id', '=', anyOf(ids))
      .execute();
    const statusOf = new Map(statuses.map(({ id, status }) => [id, status]));
    return {
      accepted: acceptable.map(({ id, name }) => ({
        inviteid: id,
        name,
        connectionstatus: statusOf.get(id) ?? 'CURRENT',
      })),
      refused,
    };
  },
});

const companyOnly = 'network.accept-company-only' satisfies NetworkRefusalCode;
const isIndividual = ({ connection_type }: Chosen) => connection_type === 'INDIVIDUAL';

type Chosen = Awaited<ReturnType<typeof lockChosen>>[number];

/** Locks invitations to a person, open or not. @throws Refusal not-found for one that is not theirs */
async function lockChosen(work: Pick<Work, 'db'>, accountId: string, ids: readonly string[]) {
  const found = await selectInvitations(work, { accountId, companyId: null })
    .innerJoin('account as inviter', 'inviter.id', 'c.invited_by_account_id')
    .leftJoin('company as o', 'o.id', 'c.owner_company_id')
    .select(
      sql<string>`coalesce(o.company_name, nullif(inviter.businessname, ''),
        inviter.firstname || ' ' || inviter.lastname)`.as('name'),
    )
    .where('c.id', '=', anyOf(ids))
    .orderBy('c.id')
    .forUpdate('c')
    .execute();
  if (found.length < ids.length) throw new Refusal('not-found', { detail: 'an invitation of somebody else' });
  return found;
}
