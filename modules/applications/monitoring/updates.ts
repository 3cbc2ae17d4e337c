import { LockMode } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { writeFacts } from '#modules/identity/index.ts';
import { newId, sealedColumn, sealedFiles, type Work } from '#modules/platform/index.ts';
import { type CraEvent, type Finding, finding } from '../cra/port.ts';
import type { Application, CraOrder } from '../entities/application.ts';
import { MonitoredProfile, MonitoringUpdate } from '../entities/monitoring.ts';
import { ScoreChange } from '../entities/score.ts';
import { sendApplicationText, sendScoreReady } from '../jobs.ts';
import { findingsAt } from '../reports/findings.ts';
import type { StoredReport } from '../reports/stored.ts';
import { findActiveScore } from '../score/scores.ts';
import { supersedePending } from '../score/waiting.ts';
import { lockApplication, moveApplication } from '../status-changes.ts';

/** What monitoring found becomes a score that the person has to accept; until then nobody else sees the old one (D41). */

const updateAt = sealedColumn({ table: 'monitoring_update', column: 'findings' });
sealedFiles({ table: 'monitoring_update', column: 'report_key' });

/** What an update found. @param sealed its column `findings` */
export function openUpdateFindings(work: Pick<Work, 'portal'>, updateId: string, sealed: string): Finding[] {
  return z.array(finding).parse(JSON.parse(work.portal.keys.decrypt(sealed, updateAt(updateId))));
}

/**
 * Handles a monitoring update. An update that arrives after monitoring ended, or is older than one that has already
 * arrived, changes nothing.
 * @param order locked
 */
export async function takeMonitorUpdate(
  work: Work<unknown>,
  order: CraOrder,
  event: Extract<CraEvent, { type: 'monitorupdate' }>,
  report: StoredReport,
): Promise<void> {
  const application = await lockApplication(work, order.applicationId);
  const profile = await work.em.findOne(
    MonitoredProfile,
    { craOrderId: order.id, disabledAt: null },
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  );
  if (!profile) return;
  const madeAt = earlier(new Date(event.occurred_at), work.now);
  if (profile.lastUpdateAt && madeAt <= profile.lastUpdateAt) return;
  profile.lastUpdateAt = madeAt;
  await supersedeWaiting(work, profile.id);
  const id = newId();
  const update = work.em.create(MonitoringUpdate, {
    id,
    accountId: application.accountId,
    monitoredProfileId: profile.id,
    score: event.score,
    findings: work.portal.keys.encrypt(JSON.stringify(event.findings), updateAt(id)),
    reportKey: report.key,
    reportHash: report.hash,
    receivedAt: work.now,
    state: 'waiting',
  });
  await work.em.flush();
  await settle(work, application, profile, update);
}

const earlier = (one: Date, other: Date) => (one < other ? one : other);

async function supersedeWaiting(work: Work<unknown>, monitoredProfileId: string): Promise<void> {
  await work.db
    .updateTable('monitoring_update')
    .set({ state: 'superseded', resolved_at: work.now })
    .where('monitored_profile_id', '=', monitoredProfileId)
    .where('state', '=', 'waiting')
    .execute();
}

/** Proposes a waiting update, if the check is ready for it and the score differs. */
async function settle(
  work: Work<unknown>,
  application: Application,
  profile: MonitoredProfile,
  update: MonitoringUpdate,
): Promise<void> {
  if (!(await isReady(work, application))) return;
  const active = await findActiveScore(work, application.accountId);
  if (active?.application_id !== application.id) return;
  if (active.score === update.score && application.status === 'done') {
    update.state = 'unchanged';
    update.resolvedAt = work.now;
    return;
  }
  await propose(work, application, profile, update);
}

/** A disputed check waits for its result first. */
export async function isReady(work: Pick<Work, 'db'>, { id, status }: Application): Promise<boolean> {
  if (status !== 'done' && status !== 'monitorrequiresapproval') return false;
  const open = await work.db
    .selectFrom('dispute')
    .select('id')
    .where('application_id', '=', id)
    .where('resolved_at', 'is', null)
    .executeTakeFirst();
  return open === undefined;
}

/**
 * Makes an update a score that is waiting for the person, in place of one that was already waiting.
 * @param application locked
 */
export async function propose(
  work: Work<unknown>,
  application: Application,
  profile: MonitoredProfile,
  update: MonitoringUpdate,
): Promise<void> {
  const { accountId } = application;
  await supersedePending(work, application.id);
  const active = await findActiveScore(work, accountId);
  const id = newId();
  const findings = openUpdateFindings(work, update.id, update.findings);
  work.em.create(ScoreChange, {
    id,
    applicationId: application.id,
    accountId,
    craOrderId: profile.craOrderId,
    scoreChangeType: 'monitorupdate',
    score: update.score,
    previousScore: active?.score ?? null,
    findings: work.portal.keys.encrypt(JSON.stringify(findings), findingsAt(id)),
    reportKey: update.reportKey,
    reportHash: update.reportHash,
    createdAt: work.now,
  });
  await work.em.flush();
  update.state = 'proposed';
  update.scoreChangeId = id;
  await writeFacts(work, accountId, { pending_score_change: true });
  if (application.status === 'done') {
    await moveApplication(work, application, 'monitorrequiresapproval', 'monitoring changed the score');
  }
  await work.enqueue(sendScoreReady, { scoreChangeId: id });
  await work.enqueue(sendApplicationText, { applicationId: application.id, kind: 'ready' });
}

/** After a score was accepted: an update that was waiting for that is proposed now. */
export async function proposeWaiting(
  work: Work<unknown>,
  { applicationId }: { applicationId: string },
): Promise<void> {
  const application = await lockApplication(work, applicationId);
  const profile = await work.em.findOne(MonitoredProfile, { applicationId, disabledAt: null });
  if (!profile) return;
  const update = await work.em.findOne(
    MonitoringUpdate,
    { monitoredProfileId: profile.id, state: 'waiting' },
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  );
  if (update) await settle(work, application, profile, update);
}
