import { z } from 'zod';
import { brandForCompany, isTeamMember, roleAtLeast } from '#modules/enterprise/index.ts';
import { getPerson } from '#modules/identity/index.ts';
import { type Caller, operation, SECOND, type Work, yesNo } from '#modules/platform/index.ts';
import type { ConnectionAction, SelectionAction } from '../connections/action-rules.ts';
import {
  type ActionTarget,
  carryOutAction,
  findObstacle,
  isMailedAgain,
  lockActionTargets,
  readActionTargets,
  selectActionTargets,
} from '../connections/carry-out.ts';
import { countSending } from '../connections/selection.ts';
import { findPurchaseLink } from '../links/purchase-links.ts';
import { type NetworkActor, networkOwner, ownerId } from '../owner.ts';
import { Refusal } from '../refusals.ts';
import { networkTexts } from '../texts.ts';
import { openCode } from './inviting.ts';
import { isReachedByMail } from './reach.ts';

const invitationInput = z.object({ inviteid: z.uuid() });

/** Sends an invitation again and extends it to 30 days from now. An ignored invitation is extended but not mailed. */
export const resendInvite = operation({
  name: 'network.resend-invite',
  summary: 'Sends an invitation again.',
  access: networkOwner('admin'),
  // Sendings are counted before the transaction, and stay counted if it fails.
  kind: 'staged',
  input: invitationInput,
  output: z.object({ inviteid: z.uuid(), mail_sent: yesNo, mail_withheld: yesNo }),
  run: async (work, { inviteid }) => ({ inviteid, ...(await resendOne(work, inviteid)) }),
});

/** @throws Refusal not-found, network.not-in-this-state, throttled */
export async function resendOne(
  work: Work<NetworkActor>,
  inviteid: string,
): Promise<{ mail_sent: boolean; mail_withheld: boolean }> {
  const [target] = await readActionTargets(work, [inviteid]);
  checkPossible(work, 'resendinvite', target);
  const { allowed, retryAfter } = await countSending(work, inviteid);
  if (!allowed) throw new Refusal('throttled', { retryAfter: Math.ceil(retryAfter / SECOND) });
  const resent = await work.apart((apart) => actOn(apart, inviteid, 'resendinvite'));
  const mailed = isMailedAgain(resent);
  const withheld = mailed && !(await isReachedByMail(work, inviteid));
  return { mail_sent: mailed && !withheld, mail_withheld: withheld };
}

/** Withdraws an invitation. An accepted connection for which this is possible is removed from the network. */
export const cancelInvite = operation({
  name: 'network.cancel-invite',
  summary: 'Withdraws an invitation.',
  access: networkOwner('admin'),
  kind: 'write',
  input: invitationInput,
  output: z.object({ inviteid: z.uuid() }),
  async run(work, { inviteid }) {
    await cancelOne(work, inviteid);
    return { inviteid };
  },
});

/** @returns the invitation as it was before @throws Refusal not-found, network.not-in-this-state */
export const cancelOne = (work: Work<NetworkActor>, inviteid: string): Promise<ActionTarget> =>
  actOn(work, inviteid, 'cancelinvite');

/** @returns the connection as it was before @throws Refusal not-found, network.not-in-this-state */
export const removeOne = (work: Work<NetworkActor>, connectionid: string): Promise<ActionTarget> =>
  actOn(work, connectionid, 'remove');

/** Removes a person from the network, effective immediately. History and access log are kept (D54). */
export const requestRemoval = operation({
  name: 'network.request-removal',
  summary: 'Removes a connection from the network.',
  access: networkOwner('admin'),
  kind: 'write',
  input: z.object({
    connectionid: z.uuid(),
    /** The network: the caller's own, or the connection with a company that shares its network with it. */
    networkid: z.uuid().optional(),
  }),
  output: z.object({ connectionid: z.uuid() }),
  async run(work, { connectionid, networkid }) {
    if (networkid !== undefined && networkid !== ownerId(work.caller.owner)) {
      const [network] = await readActionTargets(work, [networkid]);
      if (!network) throw new Refusal('not-found', { detail: `network ${networkid}` });
    }
    await removeOne(work, connectionid);
    return { connectionid };
  },
});

/** The link of one invitation, which only the owner can see again (D22). */
export const getInviteLink = operation({
  name: 'network.get-invite-link',
  summary: 'The link of an invitation, for its owner.',
  access: networkOwner('admin'),
  kind: 'read',
  input: invitationInput,
  output: z.object({
    network_invite_url: z.url(),
    linktype: z.enum(['shieldid', 'purchase']),
    /** Whether it carries a coupon that can still be redeemed. */
    coupon: z.boolean(),
  }),
  async run(work, { inviteid }) {
    const target = await selectActionTargets(work, [inviteid])
      .select(['c.owner_company_id', 'c.code_sealed'])
      // Only rows of type EXTENDED have no code, and for those this is not possible.
      .$narrowType<{ code_sealed: string }>()
      .executeTakeFirst();
    checkPossible(work, 'getinvitelink', target);
    const brand = await brandForCompany(work.portal, target.owner_company_id);
    const purchase = await findPurchaseLink(work, inviteid, null);
    return {
      network_invite_url: `${brand.origin}/link/${openCode(work, inviteid, target.code_sealed)}`,
      linktype: purchase ? ('purchase' as const) : ('shieldid' as const),
      coupon: purchase?.coupon ?? false,
    };
  },
});

/**
 * The permanent link into the caller's network: the company's for members of a team, otherwise the person's own; null
 * for viewers (D59).
 */
export async function findInviteUrl(
  work: Pick<Work<Caller>, 'caller' | 'db' | 'portal'>,
): Promise<string | null> {
  const { caller } = work;
  const { facts, accountId } = caller;
  const member = isTeamMember(caller) ? caller : null;
  if (member && !roleAtLeast(member.teamRole, 'admin')) return null;
  const id = member ? facts.shieldlinkid : facts.certification_number;
  if (!id) return null;
  if (!member && !(await getPerson(work, accountId)).preferences.network_sharing_master) return null;
  const brand = await brandForCompany(work.portal, member?.companyId ?? null);
  return `${brand.origin}/link/${id}`;
}

/**
 * The permanent link of the caller's network. Whoever opens it and signs in gets an invitation from its owner (D59). It
 * has the company's ShieldLink ID, or the caller's ShieldID; null if there is no such id. Viewers see none (D100).
 */
export const getNetworkInviteUrl = operation({
  name: 'network.get-network-invite-url',
  summary: "The signed-in person's permanent invitation link.",
  access: networkOwner('admin'),
  kind: 'read',
  input: z.object({}),
  output: z.object({ network_invite_url: z.url().nullable() }),
  run: async (work) => ({ network_invite_url: await findInviteUrl(work) }),
});

/**
 * @returns the connection as it was before
 * @throws Refusal not-found for a row of another network, or one with the reason if the action is not possible
 */
async function actOn(work: Work<NetworkActor>, id: string, action: SelectionAction): Promise<ActionTarget> {
  const [target] = await lockActionTargets(work, [id]);
  checkPossible(work, action, target);
  await carryOutAction(work, action, [target]);
  return target;
}

/** @throws Refusal not-found for a row of another network, or one with the reason if the action is not possible */
export function checkPossible(
  work: Pick<Work<NetworkActor>, 'caller'>,
  action: Exclude<ConnectionAction, 'smsaccept'>,
  target: ActionTarget | undefined,
): asserts target is ActionTarget {
  if (!target) throw new Refusal('not-found', { detail: 'no such connection in this network' });
  const reason = findObstacle(work, action, target);
  if (reason === null) return;
  throw new Refusal('network.not-in-this-state', {
    detail: action,
    message: `${networkTexts['network.not-in-this-state']} ${reason}.`,
  });
}
