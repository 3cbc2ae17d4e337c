import {
  agreeToMonitoring,
  findActiveScore,
  listMyApplications,
  saveAccept,
} from '#modules/applications/index.ts';
import { newId, runSweep, setSetting, signHook } from '#modules/platform/index.ts';
import { monitoringUpdates, sandboxMonitoringDelay } from '#sandboxes/cra/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { type Applicant, removeSandboxDelays, withResult } from '#test/factories/applicants.ts';
import { newStaff, signIn } from '#test/factories/people.ts';
import type { servedPortal } from '#test/factories/served-portal.ts';

/** People whose score is monitored by the sandbox agency, which answers without delay. */
export async function monitoringAt(portal: Awaited<ReturnType<typeof servedPortal>>) {
  await removeSandboxDelays(portal);
  await setSetting(portal.db, sandboxMonitoringDelay, 0, portal.clock.now());
  const ada = await newStaff(portal, { firstname: 'Ada', lastname: 'Minton' });

  /** Opens a new session of staff, because tests move the clock and idle sessions end. */
  const asStaff = () => signIn(portal, ada);

  const rows = async <T>(text: string, values: unknown[]) =>
    (await portal.pool.query(text, values)).rows as T[];

  async function accept({ visitor, applicationId: applicationid }: Applicant): Promise<void> {
    await visitor.perform(saveAccept, { applicationid, acceptterms: 'YES' });
    await visitor.perform(saveAccept, { applicationid, reviewaction: 'accept' });
  }

  /** A person with an accepted score that is monitored. */
  async function monitored(ssn = '900-00-0013'): Promise<Applicant & { profile: string }> {
    const applicant = await withResult(portal, ssn);
    await accept(applicant);
    await applicant.visitor.perform(agreeToMonitoring, {});
    await portal.runJobs();
    const [order] = await rows<{ profile_number: string }>(
      'select profile_number from cra_order where application_id = $1',
      [applicant.applicationId],
    );
    return { ...applicant, profile: order?.profile_number ?? '' };
  }

  async function downgraded(): Promise<Applicant & { profile: string }> {
    const applicant = await monitored();
    await runSweep(portal, monitoringUpdates);
    await portal.runJobs();
    return applicant;
  }

  const statusOf = async ({ visitor }: Applicant) =>
    (await visitor.perform(listMyApplications, {})).applications[0]?.composite_status_code;
  const scoreOf = ({ accountId }: Applicant) =>
    portal.work('test.score', (work) => findActiveScore(work, accountId));
  const profilesOf = ({ accountId }: Applicant) =>
    rows<{ state: string; disabled_for: string | null }>(
      'select state, disabled_for from monitored_profile where account_id = $1 order by created_at',
      [accountId],
    );
  const changesOf = ({ applicationId }: Applicant) =>
    rows<{ id: string; score: string; state: string; score_change_type: string }>(
      'select id, score, state, score_change_type from score_change where application_id = $1 order by created_at',
      [applicationId],
    );
  const subjectsTo = async ({ emailaddress }: Applicant) =>
    (await listOutbox(portal.db, { to: emailaddress })).map(({ subject }) => subject);

  /** Posts an update of the agency. It is signed, unless `header` is given. */
  async function update(
    applicant: Applicant & { profile: string },
    score: string,
    {
      at = portal.clock.now(),
      eventId = newId(),
      header,
    }: { at?: Date; eventId?: string; header?: string } = {},
  ): Promise<number> {
    const body = JSON.stringify({
      event_id: eventId,
      craid: '2',
      idempotency_key: applicant.applicationId,
      profile_number: applicant.profile,
      occurred_at: at.toISOString(),
      type: 'monitorupdate',
      score,
      findings: [],
    });
    const response = await fetch(`${portal.origin}/hooks/cra`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'cra-signature': header ?? signHook(portal.config.cra.webhookSecret, body, portal.clock.now()),
      },
      body,
    });
    await response.body?.cancel();
    await portal.runJobs();
    return response.status;
  }

  return {
    ada,
    asStaff,
    rows,
    accept,
    monitored,
    downgraded,
    statusOf,
    scoreOf,
    profilesOf,
    changesOf,
    subjectsTo,
    update,
  };
}
