import { describe, expect, test } from 'vitest';
import { activateMonitorProfile, getMonitoringActions, getUser } from '#modules/admin/index.ts';
import {
  agreeToMonitoring,
  getApprovalEnd,
  getMonitoring,
  getMyApplication,
  saveAccept,
  saveAcceptFromCode,
  scoreApproval,
  withdrawMonitoring,
} from '#modules/applications/index.ts';
import { acceptInvite, getSharingObstacle, newInvite } from '#modules/network/index.ts';
import { DAY, newId, runSweep, SECOND } from '#modules/platform/index.ts';
import { getStart } from '#modules/purchasing/index.ts';
import { monitoringUpdates } from '#sandboxes/cra/index.ts';
import { alertSubjectsTo, newAlertedCompany, subscribeTo } from '#test/factories/alert-mails.ts';
import { newestApprovalCode, withResult } from '#test/factories/applicants.ts';
import { monitoringAt } from '#test/factories/monitored.ts';
import { someFile, someHash, someSealed } from '#test/factories/placeholders.ts';
import { servedPortal } from '#test/factories/served-portal.ts';
import { shows } from '#test/shown.ts';

const portal = await servedPortal();
const {
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
} = await monitoringAt(portal);

test('D45: the link of a score that gave way to a newer one decides nothing, and the newer one has its own', async () => {
  const applicant = await downgraded();
  const { visitor, emailaddress, applicationId: applicationid } = applicant;
  const pendingapprovalcode = await newestApprovalCode(portal, emailaddress);
  await update(applicant, 'IC04', { at: new Date(portal.clock.now().getTime() + SECOND) });
  const by = { applicationid, pendingapprovalcode };
  const dead = { code: 'not-found' };
  await expect(visitor.perform(scoreApproval, { approvalcode: pendingapprovalcode })).rejects.toMatchObject(
    dead,
  );
  await expect(visitor.perform(saveAcceptFromCode, { ...by, acceptterms: 'YES' })).rejects.toMatchObject(
    dead,
  );
  await expect(visitor.perform(saveAcceptFromCode, { ...by, reviewaction: 'accept' })).rejects.toMatchObject(
    dead,
  );
  expect((await changesOf(applicant)).map(({ score, state }) => [score, state])).toEqual([
    ['IC01', 'accepted'],
    ['IC03', 'superseded'],
    ['IC04', 'pending'],
  ]);
  const newest = await newestApprovalCode(portal, emailaddress);
  expect(newest).not.toBe(pendingapprovalcode);
  expect(await visitor.perform(getApprovalEnd, { approvalcode: pendingapprovalcode })).toEqual({
    how: 'replaced',
  });
  const found = await visitor.perform(scoreApproval, { approvalcode: newest });
  expect(found.pendingapprovalcode).toBe(newest);
});

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
    const asked = async () => {
      const { applicationId: applicationid } = applicant;
      return (await applicant.visitor.perform(getMyApplication, { applicationid })).pendingapproval
        ?.monitoring;
    };
    await save('NO');
    expect(await asked()).toBe(false);
    expect((await applicant.visitor.perform(getMonitoring, {})).agreed).toBe(false);
    expect(await profilesOf(applicant)).toEqual([]);
    await save('YES');
    expect(await asked()).toBe(true);
    await portal.runJobs();
    expect((await applicant.visitor.perform(getMonitoring, {})).agreed).toBe(true);
    expect(await profilesOf(applicant)).toEqual([{ state: 'on', disabled_for: null }]);
    // Leaving the box empty later does not withdraw the consent; that is done under Privacy & Data.
    await save('NO');
    expect((await applicant.visitor.perform(getMonitoring, {})).agreed).toBe(true);
  });

  test('withdrawn ends monitoring at the agency, and given again begins it anew', async () => {
    const applicant = await monitored();
    await applicant.visitor.perform(withdrawMonitoring, {});
    const { pendingapproval } = await applicant.visitor.perform(getMyApplication, {
      applicationid: applicant.applicationId,
    });
    expect(pendingapproval?.monitoring).toBe(false);
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
    const again = `update monitoring_consent set withdrawn_at = null, withdrawn_by = null,
      withdrawn_address = null, withdrawn_agent = null ${of}`;
    const ended = `update monitoring_consent set withdrawn_at = given_at, withdrawn_by = 'person',
      withdrawn_address = '', withdrawn_agent = '' ${of}`;
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
    const facts = async () => (await applicant.visitor.caller())?.facts;
    const [waiting] = await rows<{ created_at: Date }>(
      'select created_at from score_change where application_id = $1 order by created_at desc limit 1',
      [applicant.applicationId],
    );
    const since = { score_review_since: waiting?.created_at };
    expect(await facts()).toMatchObject({ pending_score_change: true, ...since });
    const { obstacle } = await applicant.visitor.perform(getSharingObstacle, {});
    expect(obstacle).toBe('under-review');
    expect(await applicant.visitor.perform(getStart, {})).toMatchObject({
      status: 'active',
      ...since,
    });
    const { pendingapproval } = await applicant.visitor.perform(getMyApplication, {
      applicationid: applicant.applicationId,
    });
    expect(pendingapproval).toMatchObject({
      scorechangetype: 'monitorupdate',
      valid_through: before?.expiration,
    });
    expect(await subjectsTo(applicant)).toContain('Your ShieldScore has changed: please review it');
    await accept(applicant);
    expect(await statusOf(applicant)).toBe('done');
    expect((await facts())?.score_review_since).toBeNull();
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

  test('F107: is told to a subscriber once the person has accepted it, and not before', async () => {
    const company = await newAlertedCompany(portal);
    await subscribeTo(company.owner, { scorechange: 'YES' });
    const applicant = await monitored();
    const { inviteid } = await company.owner.visitor.perform(newInvite, { touser: applicant.emailaddress });
    await applicant.visitor.perform(acceptInvite, { inviteid });
    await runSweep(portal, monitoringUpdates);
    await portal.runJobs();
    expect(await alertSubjectsTo(portal, company.owner)).toEqual([]);
    await accept(applicant);
    expect(await alertSubjectsTo(portal, company.owner)).toEqual([expect.stringMatching(/^Score change: /)]);
  });

  test('that changed nothing can be given to the person by staff: the newest alone, while monitoring is on', async () => {
    const applicant = await monitored('900-00-0002');
    const staff = await asStaff();
    const kept = async (score: string) => {
      portal.clock.advance(1000);
      await portal.pool.query(
        `insert into monitoring_update (id, account_id, monitored_profile_id, score, findings, report_key, report_hash,
           received_at, state, resolved_at)
         select gen_random_uuid(), account_id, id, $3, '${someSealed}', '${someFile}', '${someHash}', $2, 'unchanged', $2
         from monitored_profile where application_id = $1`,
        [applicant.applicationId, portal.clock.now(), score],
      );
    };
    await kept('IC02');
    await kept('IC03');
    const offered = async () => {
      const { actions } = await staff.perform(getMonitoringActions, { userid: applicant.accountId });
      return actions.map((each) => [each.candidate_action, each.monitor_score, each.can_activate]);
    };
    expect(await offered()).toEqual([
      ['update', 'IC03', true],
      ['update', 'IC02', false],
      ['on', null, false],
    ]);
    await portal.pool.query(
      `update monitored_profile set state = 'off', disabled_at = $2, disabled_for = 'expired' where application_id = $1`,
      [applicant.applicationId, portal.clock.now()],
    );
    expect((await offered()).filter(([, , activable]) => activable)).toEqual([]);
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

  test('of an agency whose clock is ahead counts from when it came, and a later one is not taken for older', async () => {
    const applicant = await monitored('900-00-0002');
    await update(applicant, 'IC03', { at: new Date(portal.clock.now().getTime() + DAY) });
    portal.clock.advance(1000);
    await update(applicant, 'IC04');
    expect((await changesOf(applicant)).map(({ score, state }) => [score, state])).toEqual([
      ['IC01', 'accepted'],
      ['IC03', 'superseded'],
      ['IC04', 'pending'],
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
