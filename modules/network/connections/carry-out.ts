import { resendWaitOf } from '#modules/identity/index.ts';
import { anyOf, sql, type Work } from '#modules/platform/index.ts';
import { recordDeparture } from '../alerts/recording.ts';
import { networkAudit } from '../audit.ts';
import { extendCouponsOf, lapseCouponsOf } from '../invitations/coupon.ts';
import { extend } from '../invitations/inviting.ts';
import { limitNewcomer } from '../invitations/newcomers.ts';
import { enqueueNews, mailInvitations } from '../jobs.ts';
import { type NetworkActor, ownedBy, renewalRequested } from '../owner.ts';
import { endSharing } from '../shieldlink/company-links.ts';
import type { Compliance, ConnectionStatus, ConnectionType } from '../statuses.ts';
import { actionState, type ConnectionAction, type SelectionAction } from './action-rules.ts';
import { recordHistory } from './history.ts';
import { lockPeople } from './people.ts';
import { refreshConnections } from './refresh.ts';

/** The values of a connection that decide which actions are possible. */
export interface ActionTarget {
  id: string;
  account_id: string | null;
  accepted: boolean;
  status: ConnectionStatus;
  compliance: Compliance | null;
  connection_type: ConnectionType;
  report_shared: boolean;
  invite_expired: boolean;
  renewal_requested: boolean;
  /** Whether it was sent again within the last minutes; not read where nothing is resent. */
  resent_lately?: boolean;
}

type Reading = Pick<Work<NetworkActor>, 'db' | 'now' | 'caller'>;

/** Selects the connections of the caller's network among these ids, ordered by id so that locks cannot deadlock. */
export function selectActionTargets({ db, now, caller }: Reading, ids: readonly string[]) {
  return db
    .selectFrom('connection as c')
    .select([
      'c.id',
      'c.account_id',
      sql<boolean>`c.accepted_at is not null`.as('accepted'),
      // A score that has expired since the last sweep of due rows is not acted upon as a valid one.
      sql<ConnectionStatus>`(case
        when c.status in ('CURRENT', 'INRENEWALWINDOW')
          and (c.expiration + time '11:00') at time zone 'UTC' <= ${now}::timestamptz then 'EXPIRED'
        else c.status end)`.as('status'),
      'c.compliance',
      'c.report_shared',
      'c.connection_type',
      sql<boolean>`c.accepted_at is null and c.invite_expires_at <= ${now}`.as('invite_expired'),
      renewalRequested(now).as('renewal_requested'),
    ])
    .where('c.id', '=', anyOf(ids))
    .where(ownedBy(caller.owner))
    .orderBy('c.id');
}

export async function readActionTargets(work: Reading, ids: readonly string[]): Promise<ActionTarget[]> {
  return withResent(work, await selectActionTargets(work, ids).execute());
}

/** Like `readActionTargets`, with the people and the rows locked until the transaction ends. */
export async function lockActionTargets(
  work: Reading & Pick<Work, 'rows'>,
  ids: readonly string[],
): Promise<ActionTarget[]> {
  const found = await readActionTargets(work, ids);
  await lockPeople(work, { accountIds: found.flatMap(({ account_id }) => account_id ?? []) });
  return withResent(work, await selectActionTargets(work, ids).forUpdate().execute());
}

/** Adds what was resent lately. A statement of its own sees what another request did while this one waited for a lock. */
async function withResent(work: Reading, targets: readonly ActionTarget[]): Promise<ActionTarget[]> {
  const resent = await work.db
    .selectFrom('connection_event')
    .select(({ fn }) => ['connection_id as id', fn.max<Date>('at').as('at')])
    .where('connection_id', '=', anyOf(idsOf(targets)))
    .where('kind', '=', 'resent')
    .groupBy('connection_id')
    .execute();
  const lately = new Set(resent.filter(({ at }) => resendWaitOf(work, at) > 0).map(({ id }) => id));
  return targets.map((target) => ({ ...target, resent_lately: lately.has(target.id) }));
}

/** Why the caller cannot carry out an action on a connection; null if they can. */
export function findObstacle(
  { caller }: Pick<Work<NetworkActor>, 'caller'>,
  action: Exclude<ConnectionAction, 'smsaccept'>,
  target: ActionTarget,
): string | null {
  const row = {
    status: target.status,
    connectiontype: target.connection_type,
    reportShared: target.report_shared,
    // Only accepting by text message depends on it, whose steps read it themselves.
    hasPhone: false,
    inviteExpired: target.invite_expired,
    renewalRequested: target.renewal_requested,
  };
  const { reason } = actionState(action, row, caller.networkRole);
  if (reason !== null || action !== 'resendinvite' || !target.resent_lately) return reason;
  return 'It was resent a few minutes ago';
}

/** Carries out an action on connections that the caller has locked and checked with `findObstacle`. */
export async function carryOutAction(
  work: Work<NetworkActor>,
  action: SelectionAction,
  targets: readonly ActionTarget[],
): Promise<void> {
  switch (action) {
    case 'resendinvite':
      return resend(work, targets);
    case 'remove':
      return remove(work, targets);
    case 'cancelinvite':
      // An accepted connection is removed instead: in some statuses 'remove' is not possible, but 'cancelinvite' is.
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

const idsOf = (targets: readonly ActionTarget[]) => targets.map(({ id }) => id);

/**
 * A person who ignored an invitation is not mailed it again. It only expires later, so that its owner can still send
 * them the link.
 */
export const isMailedAgain = ({ status }: Pick<ActionTarget, 'status'>) => status !== 'INVITEIGNORE';

async function resend(work: Work<NetworkActor>, targets: readonly ActionTarget[]): Promise<void> {
  if (targets.length === 0) return;
  const ids = idsOf(targets);
  const mailed = idsOf(targets.filter(isMailedAgain));
  const ignored = idsOf(targets.filter((target) => !isMailedAgain(target)));
  await limitNewcomer(work, mailed.length);
  await extendCouponsOf(work, ids, await extend(work, ids));
  await recordHistory(work, 'resent', mailed, work.caller.accountId);
  await recordHistory(work, 'extended', ignored, work.caller.accountId);
  await work.auditAll(
    targets.map((target) => ({
      action: isMailedAgain(target) ? networkAudit.invitationResent : networkAudit.invitationExtended,
      ...subjectOf(target),
    })),
  );
  await refreshConnections(work, { connectionIds: ids });
  await mailInvitations(work, mailed);
}

async function remove(work: Work<NetworkActor>, targets: readonly ActionTarget[]): Promise<void> {
  const ids = idsOf(targets);
  if (ids.length === 0) return;
  await work.db
    .updateTable('connection')
    .set({ removed_at: work.now, removed_by_account_id: work.caller.accountId })
    .where('id', '=', anyOf(ids))
    .execute();
  await lapseCouponsOf(work, ids);
  await recordHistory(work, 'removed', ids, work.caller.accountId);
  await refreshConnections(work, { connectionIds: ids });
  await endSharing(work, ids);
  await work.auditAll(
    targets.map((target) => ({ action: networkAudit.connectionRemoved, ...subjectOf(target) })),
  );
  await recordDeparture(work, 'removeduser', targets);
  await enqueueNews(work, 'removed', ids);
}

async function cancel(work: Work<NetworkActor>, targets: readonly ActionTarget[]): Promise<void> {
  const ids = idsOf(targets);
  if (ids.length === 0) return;
  await work.db
    .updateTable('connection')
    .set({ cancelled_at: work.now })
    .where('id', '=', anyOf(ids))
    .execute();
  await lapseCouponsOf(work, ids);
  await recordHistory(work, 'cancelled', ids, work.caller.accountId);
  await work.auditAll(
    targets.map((target) => ({ action: networkAudit.invitationCancelled, ...subjectOf(target) })),
  );
}

function subjectOf({ id, account_id: about }: ActionTarget) {
  return { ...(about ? { about } : {}), object: { type: 'connection', id } };
}
