import { LockMode } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { brandForCompany } from '#modules/enterprise/index.ts';
import { getPerson } from '#modules/identity/index.ts';
import { DAY, operation, person, type Work } from '#modules/platform/index.ts';
import { actionState, type ConnectionAction } from './actions.ts';
import { networkAudit } from './audit.ts';
import { Connection } from './entities.ts';
import { recordHistory } from './history.ts';
import { extend, openCode } from './invite.ts';
import { mailInvitation } from './jobs.ts';
import { type NetworkCaller, networkOwner, ownerId } from './owner.ts';
import { refreshConnections } from './refresh.ts';
import { Refusal } from './refusals.ts';
import { networkTexts } from './texts.ts';

const invitationInput = z.object({ inviteid: z.uuid() });

/** Sends an invitation anew, for another 30 days. */
export const resendInvite = operation({
  name: 'network.resend-invite',
  summary: 'Sends an invitation again.',
  access: networkOwner('admin'),
  kind: 'write',
  input: invitationInput,
  output: z.object({ inviteid: z.uuid() }),
  throttle: { key: (_visit, input) => input.inviteid, limit: 3, per: DAY },
  async run(work, input) {
    const connection = await getActionable(work, input.inviteid, 'resendinvite');
    await extend(work, connection.id);
    await recordHistory(work, 'resent', [connection.id], work.caller.accountId);
    await work.audit({
      action: networkAudit.invitationResent,
      object: { type: 'connection', id: connection.id },
    });
    await refreshConnections(work, { connectionIds: [connection.id] });
    await mailInvitation(work, connection.id);
    return { inviteid: connection.id };
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
  async run(work, input) {
    const connection = await getActionable(work, input.inviteid, 'cancelinvite');
    if (connection.acceptedAt) connection.removedAt = work.now;
    else connection.cancelledAt = work.now;
    await close(work, connection, connection.acceptedAt ? 'removed' : 'cancelled');
    return { inviteid: connection.id };
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
  async run(work, input) {
    const connection = await getActionable(work, input.connectionid, 'remove');
    connection.removedAt = work.now;
    await close(work, connection, 'removed');
    return { connectionid: connection.id };
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
  async run(work, input) {
    const connection = await work.db
      .selectFrom('connection')
      .select([
        'id',
        'status',
        'report_shared as reportShared',
        'accepted_at as acceptedAt',
        'invite_expires_at as inviteExpiresAt',
        'owner_company_id',
        'code_sealed',
      ])
      .where('id', '=', input.inviteid)
      .where('owner_id', '=', ownerId(work.caller.owner))
      .where('cancelled_at', 'is', null)
      .where('removed_at', 'is', null)
      .executeTakeFirst();
    checkAction(work, connection, 'getinvitelink');
    const brand = await brandForCompany(work.portal, connection.owner_company_id);
    const code = openCode(work, connection.id, connection.code_sealed);
    return { network_invite_url: `${brand.origin}/link/${code}` };
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

function ownedRow(work: Work<NetworkCaller>, id: string) {
  return { id, ownerId: ownerId(work.caller.owner), cancelledAt: null, removedAt: null };
}

/** @throws Refusal not-found for another network's row, and with the reason where the action is not possible */
async function getActionable(
  work: Work<NetworkCaller>,
  id: string,
  action: ConnectionAction,
): Promise<Connection> {
  const lock = { lockMode: LockMode.PESSIMISTIC_WRITE };
  const connection = await work.em.findOne(Connection, ownedRow(work, id), lock);
  checkAction(work, connection, action);
  return connection;
}

function checkAction<
  T extends Pick<Connection, 'status' | 'reportShared' | 'acceptedAt' | 'inviteExpiresAt'>,
>(
  work: Work<NetworkCaller>,
  connection: T | null | undefined,
  action: ConnectionAction,
): asserts connection is T {
  if (!connection) throw new Refusal('not-found', { detail: 'no such connection in this network' });
  const row = {
    status: connection.status,
    reportShared: connection.reportShared,
    hasPhone: false,
    inviteExpired: !connection.acceptedAt && connection.inviteExpiresAt <= work.now,
  };
  const state = actionState(action, row, work.caller.networkRole);
  if (!state.enabled) {
    throw new Refusal('network.not-in-this-state', {
      detail: action,
      message: `${networkTexts['network.not-in-this-state']} ${state.reason}.`,
    });
  }
}

async function close(
  work: Work<NetworkCaller>,
  connection: Connection,
  kind: 'cancelled' | 'removed',
): Promise<void> {
  await work.em.flush();
  await recordHistory(work, kind, [connection.id], work.caller.accountId);
  await work.audit({
    action: kind === 'removed' ? networkAudit.connectionRemoved : networkAudit.invitationCancelled,
    ...(connection.accountId ? { about: connection.accountId } : {}),
    object: { type: 'connection', id: connection.id },
  });
}
