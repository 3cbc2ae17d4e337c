import { type Caller, column, sql, statement, type Work } from '#modules/platform/index.ts';
import type { CompanyNetworkRow } from './company-network.ts';
import {
  type ActionState,
  actionState,
  type ConnectionAction,
  type SelectionAction,
  selectionActions,
  selectionActionsOf,
} from './connections/action-rules.ts';
import { findObstacle, isMailedAgain, readActionTargets } from './connections/carry-out.ts';
import { rowName } from './connections/grid.ts';
import { cancelOne, removeOne, resendOne } from './invitations/manage.ts';
import { isReachedByMail } from './invitations/reach.ts';
import { type NetworkActor, ownedBy } from './owner.ts';
import { Refusal } from './refusals.ts';

/**
 * How staff act on a row of a company's network on its behalf: by the same rules, mails and history as an admin of its
 * team. The log names who of the staff it was.
 */

/** What staff may do with a row. */
export const staffActions = selectionActions;

const role = 'admin';

function asCompany(work: Work<Caller>, companyId: string): Work<NetworkActor> {
  const { accountId, emailaddress, facts } = work.caller;
  return work.as({ accountId, emailaddress, facts, owner: { companyId }, networkRole: role });
}

/** The actions on a row with their labels, and why one is not possible. */
export function staffActionsOn(
  row: Pick<CompanyNetworkRow, 'connectionstatus' | 'connectiontype' | 'reportshared' | 'invite_expired'>,
): (Pick<ActionState, 'reason'> & { action: SelectionAction; label: string })[] {
  const state = {
    status: row.connectionstatus,
    connectiontype: row.connectiontype,
    reportShared: row.reportshared,
    inviteExpired: row.invite_expired,
    // These two decide about actions that staff do not have.
    hasPhone: false,
    renewalRequested: false,
  };
  return selectionActionsOf(role).map(({ action, label }) => ({
    action,
    label,
    reason: actionState(action, state, role).reason,
  }));
}

const nameOfRow = statement({
  name: 'network.name-for-staff',
  row: { name: column.text },
  sql: (companyId: string, connectionId: string) => sql`
    select coalesce(nullif(trim(${rowName.firstname} || ' ' || ${rowName.lastname}), ''), c.to_email::text,
      c.shieldid, 'this person') as name
    from connection c
    left join account a on a.id = c.account_id
    left join company sharing on sharing.id = c.sharing_company_id
    where c.id = ${connectionId} and ${ownedBy({ companyId })}`,
});

/**
 * Whom a row of a company's network is about, whether they ignored an invitation of the company (which is then extended
 * but not mailed again), whether they get no mails of the kind, and why an action on it is not possible; null if it is.
 * @throws Refusal not-found for a row of another network
 */
export async function readForStaff(
  work: Work<Caller>,
  { companyId, connectionId, action }: StaffAction,
): Promise<{ name: string; accepted: boolean; ignored: boolean; withheld: boolean; reason: string | null }> {
  const acting = asCompany(work, companyId);
  const [target] = await readActionTargets(acting, [connectionId]);
  const named = await work.row(nameOfRow(companyId, connectionId));
  if (!target || !named) throw new Refusal('not-found', { detail: `connection ${connectionId}` });
  return {
    name: named.name,
    accepted: target.accepted,
    ignored: !isMailedAgain(target),
    withheld: !(await isReachedByMail(work, connectionId)),
    reason: findObstacle(acting, action, target),
  };
}

interface StaffAction {
  companyId: string;
  connectionId: string;
  action: Extract<ConnectionAction, SelectionAction>;
}

/**
 * Carries out an action on a row. Call it from a staged operation.
 * @returns whether a mail went out, and whether one is held back because the address takes none
 * @throws Refusal not-found, network.not-in-this-state, throttled
 */
export async function actForCompany(
  work: Work<Caller>,
  { companyId, connectionId, action }: StaffAction,
): Promise<{ mail_sent: boolean; mail_withheld: boolean }> {
  const acting = asCompany(work, companyId);
  if (action === 'resendinvite') return resendOne(acting, connectionId);
  const run = action === 'remove' ? removeOne : cancelOne;
  await acting.apart((inside) => run(inside, connectionId));
  return { mail_sent: false, mail_withheld: false };
}
