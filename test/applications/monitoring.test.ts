import { describe, expect, test } from 'vitest';
import {
  activateMonitorProfile,
  getMonitoringActions,
  getUser,
  removeMonitoringIds,
} from '#modules/admin/index.ts';
import {
  agreeToMonitoring,
  findActiveScore,
  getMonitoring,
  listMyApplications,
  monitoringSweep,
  notActionedSweep,
  readIdentityRecord,
  readyRemindersSweep,
  saveAccept,
  withdrawMonitoring,
} from '#modules/applications/index.ts';
import { DAY, newId, runSweep, setSetting, signHook } from '#modules/platform/index.ts';
import { monitoringUpdates, sandboxMonitoringDelay } from '#sandboxes/cra/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { type Applicant, hurrySandbox, withResult } from '#test/factories/applicants.ts';
import { newStaff, signIn } from '#test/factories/people.ts';
import { servedPortal } from '#test/factories/served-portal.ts';
import { hearAlerts } from '#test/factories/staff-alerts.ts';
import { shows } from '#test/shown.ts';

const portal = await servedPortal();
await hurrySandbox(portal);
await setSetting(portal.db, sandboxMonitoringDelay, 0, portal.clock.now());
const alerts = hearAlerts(portal);
const ada = await newStaff(portal, { firstname: 'Ada', lastname: 'Minton' });

/** A session of staff from now on: tests move the clock, and a session ends when it is idle. */
const asStaff = () => signIn(portal, ada);

const rows = async <T>(text: string, values: unknown[]) =>
  (await portal.pool.query(text, values)).rows as T[];

async function accept({ visitor, applicationId: applicationid }: Applicant): Promise<void> {
  await visitor.perform(saveAccept, { applicationid, acceptterms: 'YES' });
  await visitor.perform(saveAccept, { applicationid, reviewaction: 'accept' });
}

/** A person whose score is accepted and monitored. */
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

/** Posts an update of the agency, signed unless `header` says otherwise. */
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

describe('the consent', () => {
  test('is kept with its words, time, address and agent, once, and starts monitoring at the agency', async () => {
    const applicant = await monitored();
    await applicant.visitor.perform(agreeToMonitoring, {});
    const consents = await rows<Record<string, unknown>>(
      'select * from monitoring_consent where account_id = $1',
      [applicant.accountId],
    );
    expect(consents).toHaveLength(1);
    expect(consents[0]).toMatchObject({
      words: (await applicant.visitor.perform(getMonitoring, {})).words,
      agent: 'Visitor/1.0',
      withdrawn_at: null,
    });
    expect(await profilesOf(applicant)).toEqual([{ state: 'on', disabled_for: null }]);
    const { profile, monitoring_ids } = await (await asStaff()).perform(getUser, {
      userid: applicant.accountId,
    });
    expect(profile.shieldid_is_monitoring_on).toBe(true);
    expect(monitoring_ids).toMatchObject([
      {
        monitoring_id: expect.stringMatching(/^mon-/),
        is_monitoring_on: true,
        monitoring_disabled_dts: null,
      },
    ]);
  });

  test('is never given by accepting a score, and can be given in the step of the sharing choices', async () => {
    const applicant = await withResult(portal);
    await accept(applicant);
    const save = (monitoring: 'YES' | 'NO') =>
      applicant.visitor.perform(saveAccept, {
        applicationid: applicant.applicationId,
        details: {
          update_sharing: {
            network_autoacceptinvite: 'NO',
            network_searchresults: 'NO',
            monitoring,
            pendingInvites: [],
          },
        },
      });
    await save('NO');
    expect((await applicant.visitor.perform(getMonitoring, {})).agreed).toBe(false);
    expect(await profilesOf(applicant)).toEqual([]);
    await save('YES');
    await portal.runJobs();
    expect((await applicant.visitor.perform(getMonitoring, {})).agreed).toBe(true);
    expect(await profilesOf(applicant)).toEqual([{ state: 'on', disabled_for: null }]);
    // Leaving the box empty later withdraws nothing: that is done under Privacy & Data.
    await save('NO');
    expect((await applicant.visitor.perform(getMonitoring, {})).agreed).toBe(true);
  });

  test('withdrawn ends monitoring at the agency, and given again begins it anew', async () => {
    const applicant = await monitored();
    await applicant.visitor.perform(withdrawMonitoring, {});
    await portal.runJobs();
    expect(await profilesOf(applicant)).toEqual([{ state: 'off', disabled_for: 'withdrawn' }]);
    const [screening] = await rows<{ monitored: boolean }>(
      'select monitored from sandbox.screening where idempotency_key = $1',
      [applicant.applicationId],
    );
    expect(screening?.monitored).toBe(false);
    await applicant.visitor.perform(agreeToMonitoring, {});
    await portal.runJobs();
    expect((await profilesOf(applicant)).at(-1)).toEqual({ state: 'on', disabled_for: null });
  });

  test('cannot be changed or deleted afterwards', async () => {
    const { accountId } = await monitored();
    const of = 'where account_id = $1';
    await expect(
      portal.pool.query(`update monitoring_consent set words = 'Anything' ${of}`, [accountId]),
    ).rejects.toThrow(/permission denied/);
    await expect(portal.pool.query(`delete from monitoring_consent ${of}`, [accountId])).rejects.toThrow();
    const again = `update monitoring_consent set withdrawn_at = null, withdrawn_address = null, withdrawn_agent = null ${of}`;
    const ended = `update monitoring_consent set withdrawn_at = given_at, withdrawn_address = '', withdrawn_agent = '' ${of}`;
    await portal.pool.query(ended, [accountId]);
    await expect(portal.pool.query(again, [accountId])).rejects.toThrow(/stays withdrawn/);
  });

  test('is not asked of somebody without a score, whose monitoring begins with the score', async () => {
    const applicant = await withResult(portal);
    await applicant.visitor.perform(agreeToMonitoring, {});
    expect(await profilesOf(applicant)).toEqual([]);
    await accept(applicant);
    await portal.runJobs();
    expect(await profilesOf(applicant)).toEqual([{ state: 'on', disabled_for: null }]);
  });
});

describe('a monitoring update', () => {
  test('F105: 900-00-0013 waits for the person as IC03, is not shared meanwhile, and keeps its expiration', async () => {
    const applicant = await downgraded();
    const before = await scoreOf(applicant);
    expect(before?.score).toBe('IC01');
    expect(await statusOf(applicant)).toBe('monitorrequiresapproval');
    expect((await applicant.visitor.caller())?.facts.pending_score_change).toBe(true);
    expect(await subjectsTo(applicant)).toContain('Your ShieldScore has changed: please review it');
    await accept(applicant);
    expect(await statusOf(applicant)).toBe('done');
    expect(await scoreOf(applicant)).toMatchObject({
      score: 'IC03',
      shield_id: before?.shield_id,
      expiration: before?.expiration,
    });
    const { actions } = await (await asStaff()).perform(getMonitoringActions, {
      userid: applicant.accountId,
    });
    expect(actions.map((each) => [each.candidate_action, each.action_status])).toEqual([
      ['update', 'accepted'],
      ['on', 'done'],
    ]);
  });

  test('replayed changes nothing; forged or stale is refused', async () => {
    const applicant = await monitored('900-00-0002');
    const eventId = newId();
    expect(await update(applicant, 'IC03', { header: 't=1,v1=00' })).toBe(401);
    expect(await statusOf(applicant)).toBe('done');
    expect(await update(applicant, 'IC03', { eventId })).toBe(200);
    expect(await update(applicant, 'IC03', { eventId })).toBe(200);
    expect((await changesOf(applicant)).map(({ score }) => score)).toEqual(['IC01', 'IC03']);
  });

  test('made earlier than the newest that came changes nothing', async () => {
    const applicant = await monitored('900-00-0002');
    const first = portal.clock.now();
    portal.clock.advance(1000);
    await update(applicant, 'IC03');
    await update(applicant, 'IC04', { at: first });
    const changes = await changesOf(applicant);
    expect(changes.map(({ score, state }) => [score, state])).toEqual([
      ['IC01', 'accepted'],
      ['IC03', 'pending'],
    ]);
  });

  test('that is newer takes the place of one that waits, whose terms do not count for it', async () => {
    const applicant = await monitored('900-00-0002');
    await update(applicant, 'IC02');
    await applicant.visitor.perform(saveAccept, {
      applicationid: applicant.applicationId,
      acceptterms: 'YES',
    });
    portal.clock.advance(1000);
    await update(applicant, 'IC04');
    expect((await changesOf(applicant)).map(({ state }) => state)).toEqual([
      'accepted',
      'superseded',
      'pending',
    ]);
    await expect(
      applicant.visitor.perform(saveAccept, {
        applicationid: applicant.applicationId,
        reviewaction: 'accept',
      }),
    ).rejects.toMatchObject({ code: 'applications.score-terms-needed' });
  });

  test('with the same score asks nothing, until staff activate it', async () => {
    const applicant = await monitored('900-00-0002');
    await update(applicant, 'IC01');
    expect(await statusOf(applicant)).toBe('done');
    const userid = applicant.accountId;
    const asked = { userid, profileid: applicant.profile };
    await (await asStaff()).perform(activateMonitorProfile, asked);
    expect(await statusOf(applicant)).toBe('monitorrequiresapproval');
    const none = await (await asStaff()).perform(activateMonitorProfile, asked).catch((error) => error);
    expect(none).toMatchObject({ code: 'applications.no-monitoring-update' });
    shows('monitoring.nothing-waits', none.text);
    const stranger = await monitored('900-00-0001');
    await expect(
      (await asStaff()).perform(activateMonitorProfile, { userid, profileid: stranger.profile }),
    ).rejects.toMatchObject({ code: 'not-found' });
  });

  test('after the consent was withdrawn changes nothing and is not kept', async () => {
    const applicant = await monitored('900-00-0002');
    await applicant.visitor.perform(withdrawMonitoring, {});
    await portal.runJobs();
    expect(await update(applicant, 'IC04')).toBe(200);
    expect(await statusOf(applicant)).toBe('done');
    expect(
      await rows('select 1 from monitoring_update where account_id = $1', [applicant.accountId]),
    ).toEqual([]);
  });

  test('during a dispute waits, and is proposed once the disputed score was accepted', async () => {
    const applicant = await monitored('900-00-0002');
    await update(applicant, 'IC02');
    const { visitor, applicationId: applicationid } = applicant;
    await visitor.perform(saveAccept, { applicationid, acceptterms: 'YES' });
    await visitor.perform(saveAccept, {
      applicationid,
      details: { cra_error_request: { errortext: 'That record is not mine' } },
    });
    portal.clock.advance(1000);
    await update(applicant, 'IC03');
    expect(await statusOf(applicant)).toBe('correctionrequest');
    const asked = { userid: applicant.accountId, profileid: applicant.profile };
    const early = await (await asStaff()).perform(activateMonitorProfile, asked).catch((error) => error);
    expect(early).toMatchObject({ code: 'applications.monitoring-not-ready' });
    shows('monitoring.not-ready', early.text);
  });

  test('and the acceptance at the same moment leave one of two whole states', async () => {
    for (let round = 0; round < 4; round += 1) {
      const applicant = await monitored('900-00-0002');
      await update(applicant, 'IC02');
      const { visitor, applicationId: applicationid } = applicant;
      await visitor.perform(saveAccept, { applicationid, acceptterms: 'YES' });
      portal.clock.advance(1000);
      const [accepted] = await Promise.allSettled([
        visitor.perform(saveAccept, { applicationid, reviewaction: 'accept' }),
        update(applicant, 'IC03'),
      ]);
      await portal.runJobs();
      expect(await statusOf(applicant)).toBe('monitorrequiresapproval');
      expect((await changesOf(applicant)).map(({ score, state }) => [score, state])).toEqual([
        ['IC01', 'accepted'],
        ['IC02', accepted.status === 'fulfilled' ? 'accepted' : 'superseded'],
        ['IC03', 'pending'],
      ]);
    }
  });
});

describe('what is told while a score waits', () => {
  test('everybody who accepts gets their ShieldID and who sees the score', async () => {
    const applicant = await withResult(portal);
    await accept(applicant);
    await portal.runJobs();
    const mail = (await listOutbox(portal.db, { to: applicant.emailaddress })).find(
      ({ subject }) => subject === 'Your ShieldScore is active',
    );
    const score = await scoreOf(applicant);
    expect(mail?.text).toContain(score?.shield_id);
    expect(mail?.text).toContain('No one yet');
    expect(mail?.text).not.toContain('automatically');
    expect(mail?.text).not.toContain('IC01');
  });

  test('D49: staff hear of an update on which nobody decided for 7 days, and no more once it is decided', async () => {
    const applicant = await downgraded();
    const [waiting] = (await changesOf(applicant)).filter(({ state }) => state === 'pending');
    const alerted = async () =>
      (
        await rows<{ at: Date | null }>('select alerted_at as at from score_change where id = $1', [
          waiting?.id,
        ])
      )[0]?.at ?? null;
    const waitedFor = async (ms: number) => {
      const since = new Date(portal.clock.now().getTime() - ms);
      await portal.pool.query('update score_change set created_at = $2 where id = $1', [waiting?.id, since]);
      await runSweep(portal, notActionedSweep);
    };
    portal.clock.stop();
    await portal.pool.query(
      `update score_change set created_at = created_at - interval '9 days' where application_id = $1`,
      [applicant.applicationId],
    );
    await waitedFor(7 * DAY - 1);
    expect(await alerted()).toBeNull();
    await waitedFor(7 * DAY);
    expect(await alerted()).not.toBeNull();
    portal.clock.run();
    const alert = { alertType: 'monitor_profile_not_actioned', eventId: waiting?.id };
    expect(alerts.raised.filter(({ eventId }) => eventId === waiting?.id)).toEqual([
      expect.objectContaining({ ...alert, monitorScore: 'IC03', profileNumber: applicant.profile }),
    ]);
    expect(alerts.settled).not.toContainEqual(alert);
    await accept(applicant);
    expect(alerts.settled).toContainEqual(alert);
  });
});

describe('monitoring ends', () => {
  test('when staff turn its id off, until the person agrees anew; ids of others are refused', async () => {
    const [applicant, other] = [await monitored('900-00-0002'), await monitored('900-00-0002')];
    const idsOf = async ({ accountId: userid }: Applicant) =>
      (await (await asStaff()).perform(getUser, { userid })).monitoring_ids.map(
        ({ monitoring_id }) => monitoring_id,
      );
    const userid = applicant.accountId;
    await expect(
      (await asStaff()).perform(removeMonitoringIds, { userid, monitoringids: await idsOf(other) }),
    ).rejects.toMatchObject({ code: 'not-found' });
    await (await asStaff()).perform(removeMonitoringIds, { userid, monitoringids: await idsOf(applicant) });
    await portal.runJobs();
    expect(await profilesOf(applicant)).toEqual([{ state: 'off', disabled_for: 'staff' }]);
    await applicant.visitor.perform(agreeToMonitoring, {});
    await portal.runJobs();
    expect(await profilesOf(applicant)).toHaveLength(1);
    portal.clock.advance(1000);
    await applicant.visitor.perform(withdrawMonitoring, {});
    await applicant.visitor.perform(agreeToMonitoring, {});
    await portal.runJobs();
    expect((await profilesOf(applicant)).at(-1)?.state).toBe('on');
  });
});

test('D47: staff read what the agency has on record for the identity', async () => {
  const applicant = await withResult(portal);
  const { records } = await (await asStaff()).perform(readIdentityRecord, { userid: applicant.accountId });
  expect(records).toMatchObject([
    { provider: 'Ridgeline Screening, Inc.', result: 'Name, date of birth and SSN match' },
  ]);
  await expect((await asStaff()).perform(readIdentityRecord, { userid: newId() })).rejects.toMatchObject({
    code: 'not-found',
  });
  await portal.pool.query('delete from sandbox.screening_callback');
  await portal.pool.query('delete from sandbox.screening where idempotency_key = $1', [
    applicant.applicationId,
  ]);
  const silent = await (await asStaff())
    .perform(readIdentityRecord, { userid: applicant.accountId })
    .catch((error) => error);
  expect(silent).toMatchObject({ code: 'applications.agency-silent' });
  shows('agency.silent', silent.text);
});

describe('as days go by', () => {
  test('a reminder after 3 and after 7 days, and no third', async () => {
    portal.clock.stop();
    const applicant = await withResult(portal);
    const ready = 'Your ShieldScore is ready for your review';
    const sent = async () => (await subjectsTo(applicant)).filter((subject) => subject === ready).length;
    const sweep = async () => {
      await runSweep(portal, readyRemindersSweep);
      await portal.runJobs();
    };
    portal.clock.advance(3 * DAY - 1000);
    await sweep();
    expect(await sent()).toBe(1);
    portal.clock.advance(1000);
    await sweep();
    await sweep();
    expect(await sent()).toBe(2);
    portal.clock.advance(4 * DAY);
    await sweep();
    expect(await sent()).toBe(3);
    portal.clock.advance(30 * DAY);
    await sweep();
    expect(await sent()).toBe(3);
    portal.clock.run();
  });

  test('when the score expires', async () => {
    const applicant = await monitored('900-00-0002');
    portal.clock.advance(364 * DAY);
    await runSweep(portal, monitoringSweep);
    expect((await profilesOf(applicant))[0]?.state).toBe('on');
    portal.clock.advance(3 * DAY);
    await runSweep(portal, monitoringSweep);
    await portal.runJobs();
    expect(await profilesOf(applicant)).toEqual([{ state: 'off', disabled_for: 'expired' }]);
  });
});
