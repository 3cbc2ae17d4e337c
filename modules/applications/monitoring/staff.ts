import { LockMode } from '@mikro-orm/postgresql';
import { type Caller, takeTransactionLock, type Work } from '#modules/platform/index.ts';
import { applicationsAudit } from '../audit.ts';
import { MonitoredProfile, MonitoringUpdate } from '../entities/monitoring.ts';
import { Refusal } from '../refusals.ts';
import { lockApplication } from '../status-changes.ts';
import { endConsent } from './consent.ts';
import { endMonitoring } from './profiles.ts';
import { isReady, propose } from './updates.ts';

/** What staff do with the monitoring of a person (doc3 §4). */

/**
 * Ends the monitoring with these ids, and with it the consent; it begins again only with a new one (D147).
 * @throws Refusal not-found unless each is an id of this person whose monitoring is on
 */
export async function endMonitoringOf(
  work: Work<Caller>,
  accountId: string,
  monitoringIds: readonly string[],
): Promise<void> {
  const wanted = [...new Set(monitoringIds)];
  // If another request ends the same ones at the same moment, the later one finds them already ended.
  await takeTransactionLock(work.db, `monitoring:${accountId}`);
  const running = await work.db
    .selectFrom('monitored_profile')
    .select(['id', 'monitoring_id'])
    .where('account_id', '=', accountId)
    .where('monitoring_id', 'in', wanted)
    .where('disabled_at', 'is', null)
    .execute();
  if (running.length !== wanted.length) throw new Refusal('not-found', { detail: 'monitoring id' });
  for (const { id, monitoring_id: monitoringId } of running) {
    await endMonitoring(work, id, 'staff', work.caller.accountId);
    await work.audit({
      action: applicationsAudit.monitoringEnded,
      about: accountId,
      object: { type: 'monitored_profile', id },
      detail: { monitoring_id: monitoringId ?? '' },
    });
  }
  await endConsent(work, accountId, 'staff');
}

/**
 * Asks the person to accept the newest update of a check, if it did not change the score or is still waiting.
 * @throws Refusal not-found, applications.no-monitoring-update, applications.monitoring-not-ready during a dispute
 */
export async function activateMonitoringUpdate(
  work: Work<Caller>,
  accountId: string,
  profileNumber: string,
): Promise<void> {
  const order = await work.db
    .selectFrom('cra_order')
    .innerJoin('application', 'application.id', 'cra_order.application_id')
    .select(['cra_order.id', 'cra_order.application_id'])
    .where('application.account_id', '=', accountId)
    .where('cra_order.profile_number', '=', profileNumber)
    .executeTakeFirst();
  if (!order) throw new Refusal('not-found', { detail: 'profile of another person' });
  const application = await lockApplication(work, order.application_id);
  const profile = await work.em.findOne(
    MonitoredProfile,
    { craOrderId: order.id, disabledAt: null },
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  );
  const update =
    profile &&
    (await work.em.findOne(
      MonitoringUpdate,
      { monitoredProfileId: profile.id },
      { orderBy: { receivedAt: 'desc' } },
    ));
  if (!update || !['waiting', 'unchanged'].includes(update.state)) {
    throw new Refusal('applications.no-monitoring-update', { detail: profileNumber });
  }
  if (!(await isReady(work, application))) throw new Refusal('applications.monitoring-not-ready');
  update.resolvedAt = work.now;
  update.resolvedByAccountId = work.caller.accountId;
  await propose(work, application, profile, update);
  await work.audit({
    action: applicationsAudit.monitoringActivated,
    about: accountId,
    object: { type: 'application', id: application.id },
  });
}
