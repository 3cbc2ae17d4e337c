import { takeTransactionLock, type Work } from '#modules/platform/index.ts';
import type { CraOrder } from '../entities/application.ts';
import { lockApplication } from '../status-changes.ts';
import { endConsent } from './consent.ts';
import { endMonitoring } from './profiles.ts';

/**
 * The agency no longer monitors a check: monitoring is off for the person too (D147). Changes nothing if it was off
 * already.
 * @param order locked
 */
export async function takeMonitoringEnd(work: Work<unknown>, order: CraOrder): Promise<void> {
  const { accountId } = await lockApplication(work, order.applicationId);
  await takeTransactionLock(work.db, `monitoring:${accountId}`);
  const running = await work.db
    .selectFrom('monitored_profile')
    .select('id')
    .where('cra_order_id', '=', order.id)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  if (!running) return;
  await endMonitoring(work, running.id, 'agency');
  await endConsent(work, accountId, 'agency');
}
