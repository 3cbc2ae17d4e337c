import { z } from 'zod';
import { brandForCompany } from '#modules/enterprise/index.ts';
import { getPerson } from '#modules/identity/index.ts';
import { operation, person, SECOND, sql, type Work } from '#modules/platform/index.ts';
import { carryOut, findObstacle, readTargets, type Target } from './acting.ts';
import type { ConnectionAction, SelectionAction } from './actions.ts';
import { openCode } from './invite.ts';
import { type NetworkCaller, networkOwner } from './owner.ts';
import { Refusal } from './refusals.ts';
import { countSending } from './selection.ts';
import { networkTexts } from './texts.ts';

const invitationInput = z.object({ inviteid: z.uuid() });

/** Sends an invitation anew, for another 30 days. */
export const resendInvite = operation({
  name: 'network.resend-invite',
  summary: 'Sends an invitation again.',
  access: networkOwner('admin'),
  // Sendings are counted before the transaction, and stay counted if it fails.
  kind: 'staged',
  input: invitationInput,
  output: z.object({ inviteid: z.uuid() }),
  async run(work, { inviteid }) {
    checkPossible(work, 'resendinvite', await readTargets(work, [inviteid], { lock: false }));
    const { allowed, retryAfter } = await countSending(work, inviteid);
    if (!allowed) throw new Refusal('throttled', { retryAfter: Math.ceil(retryAfter / SECOND) });
    await work.apart((apart) => actOn(apart, inviteid, 'resendinvite'));
    return { inviteid };
  },
});

/** Withdraws an invitation; a row that was accepted and cannot be removed in its state leaves the network. */
export const cancelInvite = operation({
  name: 'network.cancel-invite',
  summary: 'Withdraws an invitation.',
  access: networkOwner('admin'),
  kind: 'write',
  input: invitationInput,
  output: z.object({ inviteid: z.uuid() }),
  async run(work, { inviteid }) {
    await actOn(work, inviteid, 'cancelinvite');
    return { inviteid };
  },
});

/** Removes a person from the network: for viewing at once; history and the access log stay (D54). */
export const requestRemoval = operation({
  name: 'network.request-removal',
  summary: 'Removes a connection from the network.',
  access: networkOwner('admin'),
  kind: 'write',
  input: z.object({ connectionid: z.uuid() }),
  output: z.object({ connectionid: z.uuid() }),
  async run(work, { connectionid }) {
    await actOn(work, connectionid, 'remove');
    return { connectionid };
  },
});

/** The link of one invitation, shown again to the owner alone (D22). */
export const getInviteLink = operation({
  name: 'network.get-invite-link',
  summary: 'The link of an invitation, for its owner.',
  access: networkOwner('admin'),
  kind: 'read',
  input: invitationInput,
  output: z.object({ network_invite_url: z.url() }),
  async run(work, { inviteid }) {
    checkPossible(work, 'getinvitelink', await readTargets(work, [inviteid], { lock: false }));
    const row = await work.row(sql<{ owner_company_id: string | null; code_sealed: string }>`
      select owner_company_id, code_sealed from connection where id = ${inviteid}`);
    if (!row) throw new Refusal('not-found', { detail: `connection ${inviteid}` });
    const brand = await brandForCompany(work.portal, row.owner_company_id);
    return { network_invite_url: `${brand.origin}/link/${openCode(work, inviteid, row.code_sealed)}` };
  },
});

/**
 * One's own standing link: whoever follows it and signs in gets an open invitation from its owner (D59). By ShieldID;
 * by ShieldLink ID for a team member, who acts for the company; null before there is either.
 */
export const getNetworkInviteUrl = operation({
  name: 'network.get-network-invite-url',
  summary: 'The standing invitation link of the person who is signed in.',
  access: person,
  kind: 'read',
  input: z.object({}),
  output: z.object({ network_invite_url: z.url().nullable() }),
  async run(work) {
    const { facts, companyId, teamRole, accountId } = work.caller;
    const acts = companyId !== null && teamRole !== 'viewer';
    const id = acts ? facts.shieldlinkid : facts.certification_number;
    if (!id) return { network_invite_url: null };
    const brand = await brandForCompany(work.portal, acts ? companyId : null);
    const { preferences } = await getPerson(work, accountId);
    if (!acts && !preferences.network_sharing_master) return { network_invite_url: null };
    return { network_invite_url: `${brand.origin}/link/${id}` };
  },
});

/** @throws Refusal not-found for another network's row, and with the reason where the action is not possible */
async function actOn(work: Work<NetworkCaller>, id: string, action: SelectionAction): Promise<void> {
  const targets = await readTargets(work, [id], { lock: true });
  checkPossible(work, action, targets);
  await carryOut(work, action, targets);
}

function checkPossible(
  work: Pick<Work<NetworkCaller>, 'caller'>,
  action: ConnectionAction,
  [target]: readonly Target[],
): void {
  if (!target) throw new Refusal('not-found', { detail: 'no such connection in this network' });
  const reason = findObstacle(work, action, target);
  if (reason === null) return;
  throw new Refusal('network.not-in-this-state', {
    detail: action,
    message: `${networkTexts['network.not-in-this-state']} ${reason}.`,
  });
}
