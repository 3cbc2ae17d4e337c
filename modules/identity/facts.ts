import type { SessionFacts, TeamRole, Work } from '#modules/platform/index.ts';
import { SessionFactsRow } from './entities/session.ts';

/** What the upper modules may write of a person: the facts and the team the person is in. */
export type FactChanges = Partial<SessionFacts> & { company_id?: string | null; team_role?: TeamRole | null };

/**
 * Keeps true what a session answers about a person (D10). Called in the transaction that changes the state behind it.
 * @param changes only what changed; the rest stays
 */
export async function writeFacts(
  work: Pick<Work, 'em'>,
  accountId: string,
  changes: FactChanges,
): Promise<void> {
  const row = await work.em.findOneOrFail(SessionFactsRow, { accountId });
  work.em.assign(row, toColumns(changes));
  await work.em.flush();
}

const columns = {
  certification_number: 'certificationNumber',
  certification_score: 'certificationScore',
  certification_expiration: 'certificationExpiration',
  has_current_verification: 'hasCurrentVerification',
  pending_score_change: 'pendingScoreChange',
  open_score_dispute: 'openScoreDispute',
  alert_count: 'alertCount',
  application_count: 'applicationCount',
  company_id: 'companyId',
  company_name: 'companyName',
  team_role: 'teamRole',
  dashboard_enabled: 'dashboardEnabled',
  alert_dashboard_enabled: 'alertDashboardEnabled',
  shieldlink_enabled: 'shieldlinkEnabled',
  shieldlinkid: 'shieldlinkid',
  enable_payments: 'enablePayments',
  enterprise_enabled: 'enterpriseEnabled',
} as const satisfies Record<keyof Required<FactChanges>, keyof SessionFactsRow>;

function toColumns(changes: FactChanges): Partial<SessionFactsRow> {
  const known = Object.entries(changes).filter(([name, value]) => name in columns && value !== undefined);
  return Object.fromEntries(known.map(([name, value]) => [columns[name as keyof FactChanges], value]));
}
