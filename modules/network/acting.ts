import { sql, type Work } from '#modules/platform/index.ts';
import { actionState, type ConnectionAction, type SelectionAction } from './actions.ts';
import { networkAudit } from './audit.ts';
import type { ConnectionStatus } from './forms.ts';
import { recordHistory } from './history.ts';
import { extend } from './invite.ts';
import { mailInvitations } from './jobs.ts';
import { type NetworkCaller, ownedBy } from './owner.ts';
import { refreshConnections } from './refresh.ts';

/** What of a connection decides which actions are possible. */
export interface Target {
  id: string;
  account_id: string | null;
  accepted: boolean;
  status: ConnectionStatus;
  report_shared: boolean;
  invite_expired: boolean;
}

/** The connections of the caller's network among these ids. @param lock until the transaction ends */
export function readTargets(
  work: Pick<Work<NetworkCaller>, 'rows' | 'now' | 'caller'>,
  ids: readonly string[],
  { lock }: { lock: boolean },
): Promise<Target[]> {
  return work.rows(sql<Target>`
    select c.id, c.account_id, c.accepted_at is not null as accepted, c.status, c.report_shared,
      c.accepted_at is null and c.invite_expires_at <= ${work.now} as invite_expired
    from connection c
    where c.id = any(${sql.val([...ids])}::uuid[]) and ${ownedBy(work.caller.owner)}
    order by c.id ${lock ? sql`for update` : sql``}`);
}

/** Why the caller cannot do it with a connection; null when they can. */
export function findObstacle(
  { caller }: Pick<Work<NetworkCaller>, 'caller'>,
  action: ConnectionAction,
  target: Target,
): string | null {
  const row = {
    status: target.status,
    reportShared: target.report_shared,
    hasPhone: false,
    inviteExpired: target.invite_expired,
  };
  return actionState(action, row, caller.networkRole).reason;
}

/** Carries an action out on connections that are locked and for which it is possible. */
export async function carryOut(
  work: Work<NetworkCaller>,
  action: SelectionAction,
  targets: readonly Target[],
): Promise<void> {
  switch (action) {
    case 'resendinvite':
      return resend(work, targets);
    case 'remove':
      return remove(work, targets);
    case 'cancelinvite':
      // One that was accepted and cannot be removed in its state leaves the network.
      await remove(
        work,
        targets.filter((target) => target.accepted),
      );
      return cancel(
        work,
        targets.filter((target) => !target.accepted),
      );
  }
}

const idsOf = (targets: readonly Target[]) => targets.map(({ id }) => id);

async function resend(work: Work<NetworkCaller>, targets: readonly Target[]): Promise<void> {
  const ids = idsOf(targets);
  if (ids.length === 0) return;
  await extend(work, ids);
  await recordHistory(work, 'resent', ids, work.caller.accountId);
  for (const id of ids) {
    await work.audit({ action: networkAudit.invitationResent, object: { type: 'connection', id } });
  }
  await refreshConnections(work, { connectionIds: ids });
  await mailInvitations(work, ids);
}

async function remove(work: Work<NetworkCaller>, targets: readonly Target[]): Promise<void> {
  const ids = idsOf(targets);
  if (ids.length === 0) return;
  await work.rows(
    sql`update connection set removed_at = ${work.now} where id = any(${sql.val(ids)}::uuid[])`,
  );
  await recordHistory(work, 'removed', ids, work.caller.accountId);
  for (const target of targets) {
    await work.audit({ action: networkAudit.connectionRemoved, ...subjectOf(target) });
  }
}

async function cancel(work: Work<NetworkCaller>, targets: readonly Target[]): Promise<void> {
  const ids = idsOf(targets);
  if (ids.length === 0) return;
  await work.rows(
    sql`update connection set cancelled_at = ${work.now} where id = any(${sql.val(ids)}::uuid[])`,
  );
  await recordHistory(work, 'cancelled', ids, work.caller.accountId);
  for (const target of targets) {
    await work.audit({ action: networkAudit.invitationCancelled, ...subjectOf(target) });
  }
}

function subjectOf({ id, account_id: about }: Target) {
  return { ...(about ? { about } : {}), object: { type: 'connection', id } };
}
