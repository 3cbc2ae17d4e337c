import { describe, expect, test } from 'vitest';
import { activateMonitorProfile, getUser, removeMonitoringIds } from '#modules/admin/index.ts';
import { type Cra, craPort } from '#modules/applications/cra/port.ts';
import {
  agreeToMonitoring,
  agreeToTexts,
  getMonitoring,
  monitoringSweep,
  notActionedSweep,
  openDispute,
  saveAccept,
  withdrawMonitoring,
} from '#modules/applications/index.ts';
import { expiresAt } from '#modules/platform/browser.ts';
import { DAY, runSweep } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { type Applicant, withResult } from '#test/factories/applicants.ts';
import { monitoringAt } from '#test/factories/monitored.ts';
import { servedPortal } from '#test/factories/served-portal.ts';
import { hearAlerts } from '#test/factories/staff-alerts.ts';
import { addAcceptedCheck } from '#test/factories/transfers.ts';

/** The edges of monitoring: exact moments, late answers, and what happens beside others who are monitored too. */

const portal = await servedPortal();
const alerts = hearAlerts(portal);
const { ada, asStaff, rows, accept, monitored, statusOf, changesOf, profilesOf, update } =
  await monitoringAt(portal);

const ofAgency = async ({ applicationId }: Applicant) =>
  (
    await rows<{ monitored: boolean }>('select monitored from sandbox.screening where idempotency_key = $1', [
      applicationId,
    ])
  )[0]?.monitored;

const updatesOf = ({ accountId }: Applicant) =>
  rows<{ score: string; state: string; resolved: boolean; by: string | null }>(
    `select score, state, resolved_at is not null as resolved, resolved_by_account_id as by from monitoring_update
     where account_id = $1 order by received_at`,
    [accountId],
  );

const consentsOf = ({ accountId }: Applicant) =>
  rows<Record<string, unknown>>(
    `select withdrawn_at is not null as ended, withdrawn_address = address as address, withdrawn_agent = agent as agent,
       (select count(*)::int from audit_entry where object_id = consent.id::text and about_id = consent.account_id
          and action = 'applications.monitoring-withdrawn') as entries
     from monitoring_consent consent where account_id = $1 order by given_at`,
    [accountId],
  );

const idsOf = async ({ accountId: userid }: Applicant) =>
  (await (await asStaff()).perform(getUser, { userid })).monitoring_ids.map(
    ({ monitoring_id }) => monitoring_id,
  );

describe('the consent', () => {
  test('ends with address, agent and entry, once, and that of nobody else', async () => {
    const [applicant, other] = [await monitored('900-00-0002'), await monitored('900-00-0002')];
    for (let time = 0; time < 2; time += 1) await applicant.visitor.perform(withdrawMonitoring, {});
    await portal.runJobs();
    expect(await consentsOf(applicant)).toEqual([{ ended: true, address: true, agent: true, entries: 1 }]);
    expect(await consentsOf(other)).toEqual([{ ended: false, address: null, agent: null, entries: 0 }]);
    expect([await ofAgency(applicant), await ofAgency(other)]).toEqual([false, true]);
    expect(await applicant.visitor.perform(getMonitoring, {})).toMatchObject({
      agreed: false,
      agreed_dts: null,
    });
    expect(await other.visitor.perform(getMonitoring, {})).toMatchObject({
      agreed: true,
      agreed_dts: expect.any(Date),
    });
  });

  test('is shown in the words in which it was given', async () => {
    const { visitor, accountId } = await withResult(portal);
    await rows(
      `insert into monitoring_consent (id, account_id, words, given_at, address, agent)
       values (gen_random_uuid(), $1, 'Older words', $2, '', '')`,
      [accountId, portal.clock.now()],
    );
    expect((await visitor.perform(getMonitoring, {})).words).toBe('Older words');
  });

  test('withdrawn and given at one moment begins monitoring anew, which the late end does not undo', async () => {
    const applicant = await monitored('900-00-0002');
    portal.clock.stop();
    await applicant.visitor.perform(withdrawMonitoring, {});
    await applicant.visitor.perform(agreeToMonitoring, {});
    await portal.runJobs();
    portal.clock.run();
    expect((await profilesOf(applicant)).map(({ state }) => state).sort()).toEqual(['off', 'on']);
    expect(await ofAgency(applicant)).toBe(true);
  });

  test('withdrawn while the agency begins the monitoring ends it', async () => {
    const applicant = await withResult(portal, '900-00-0002');
    await accept(applicant);
    await portal.runJobs();
    const cra = craPort.of(portal);
    const setMonitoring: Cra['setMonitoring'] = cra.setMonitoring.bind(cra);
    await applicant.visitor.perform(agreeToMonitoring, {});
    Object.assign(cra, {
      setMonitoring: async (...given: Parameters<typeof setMonitoring>) => {
        Object.assign(cra, { setMonitoring });
        await applicant.visitor.perform(withdrawMonitoring, {});
        return setMonitoring(...given);
      },
    });
    await portal.runJobs();
    expect(await profilesOf(applicant)).toEqual([{ state: 'off', disabled_for: 'withdrawn' }]);
    expect(await ofAgency(applicant)).toBe(false);
  });
});

describe('monitoring ends', () => {
  test('at the moment when the score expires, and not before', async () => {
    const [applicant, other] = [await monitored('900-00-0002'), await monitored('900-00-0002')];
    portal.clock.stop();
    const tomorrow = new Date(portal.clock.now().getTime() + DAY).toISOString().slice(0, 10);
    await rows('update shield_score set expiration = $2 where account_id = $1', [
      applicant.accountId,
      tomorrow,
    ]);
    const keys = () => portal.work('test.keys', (work) => monitoringSweep.keys(work, null, 1_000));
    const end = expiresAt(tomorrow).getTime();
    portal.clock.advance(end - 1 - portal.clock.now().getTime());
    expect(await keys()).not.toContain(applicant.accountId);
    await portal.work('test.run', (work) => monitoringSweep.run(work, [applicant.accountId]));
    expect(await profilesOf(applicant)).toEqual([{ state: 'on', disabled_for: null }]);
    portal.clock.advance(1);
    expect(await keys()).toContain(applicant.accountId);
    expect(await keys()).not.toContain(other.accountId);
    await runSweep(portal, monitoringSweep);
    expect(await keys()).not.toContain(applicant.accountId);
    expect(await profilesOf(applicant)).toEqual([{ state: 'stopping', disabled_for: 'expired' }]);
    portal.clock.run();
    await portal.runJobs();
    expect((await profilesOf(other)).map(({ state }) => state)).toEqual(['on']);
  });

  test('with a score that a renewal replaces, whose own check is monitored from then on', async () => {
    const applicant = await monitored('900-00-0002');
    await addAcceptedCheck(portal, applicant, '900-00-0002');
    expect(await profilesOf(applicant)).toEqual([
      { state: 'off', disabled_for: 'renewed' },
      { state: 'on', disabled_for: null },
    ]);
  });

  test('by staff once: named twice it ends, ended it is not found, and it is noted who ended it', async () => {
    const [applicant, other] = [await monitored('900-00-0002'), await monitored('900-00-0002')];
    const [id = ''] = await idsOf(applicant);
    const userid = applicant.accountId;
    const staff = await asStaff();
    portal.clock.stop();
    await staff.perform(removeMonitoringIds, { userid, monitoringids: [id, id] });
    await expect(staff.perform(removeMonitoringIds, { userid, monitoringids: [id] })).rejects.toMatchObject({
      code: 'not-found',
    });
    expect(
      await rows(
        `select disabled_for, disabled_by_account_id as by, disabled_at = $2 as now, monitoring_id,
           first_detected_at is not null as detected from monitored_profile where account_id = $1`,
        [userid, portal.clock.now()],
      ),
    ).toEqual([{ disabled_for: 'staff', by: ada.accountId, now: true, monitoring_id: id, detected: true }]);
    // The end took the consent with it (D147), so the next one is a new one, even at that moment.
    await applicant.visitor.perform(agreeToMonitoring, {});
    expect(await profilesOf(applicant)).toHaveLength(2);
    portal.clock.run();
    await portal.runJobs();
    expect(await profilesOf(other)).toEqual([{ state: 'on', disabled_for: null }]);
  });
});

describe('an update', () => {
  test('with the time of one that came before changes nothing', async () => {
    const applicant = await monitored('900-00-0002');
    const at = portal.clock.now();
    await update(applicant, 'IC03', { at });
    await update(applicant, 'IC04', { at });
    expect((await changesOf(applicant)).map(({ score }) => score)).toEqual(['IC01', 'IC03']);
  });

  test('back to the score in force takes the place of the one that waits', async () => {
    const applicant = await monitored('900-00-0002');
    await update(applicant, 'IC02');
    portal.clock.advance(1000);
    await update(applicant, 'IC01');
    expect((await changesOf(applicant)).map(({ score, state }) => [score, state])).toEqual([
      ['IC01', 'accepted'],
      ['IC02', 'superseded'],
      ['IC01', 'pending'],
    ]);
  });

  test('is told by text as well to who agreed to that, and settles the alert about the one before', async () => {
    const applicant = await monitored('900-00-0002');
    const mobile = '5125559911';
    await rows('update account set mobile = $2, mobile_verified_at = now() where id = $1', [
      applicant.accountId,
      mobile,
    ]);
    await applicant.visitor.perform(agreeToTexts, {});
    await rows('delete from application_text where application_id = $1', [applicant.applicationId]);
    await update(applicant, 'IC02');
    const texts = await listOutbox(portal.db, { to: `+1${mobile}` });
    expect(texts.map(({ text }) => text)).toEqual([expect.stringContaining('There is news')]);
    const pending = async () => (await changesOf(applicant)).at(-1)?.id;
    const settled = (eventId: string | undefined) =>
      alerts.settled.filter((each) => each.eventId === eventId);
    const first = await pending();
    portal.clock.advance(1000);
    await update(applicant, 'IC03');
    // Nobody was alerted about the first one.
    expect(settled(first)).toEqual([]);
    const second = await pending();
    await rows(`update score_change set created_at = created_at - interval '7 days' where id = $1`, [second]);
    await runSweep(portal, notActionedSweep);
    portal.clock.advance(1000);
    await update(applicant, 'IC04');
    expect(settled(second)).toEqual([{ alertType: 'monitor_profile_not_actioned', eventId: second }]);
    expect((await applicant.visitor.caller())?.facts.pending_score_change).toBe(true);
  });

  test('during a dispute waits, gives way to a newer one, and disturbs nobody else’s', async () => {
    const [applicant, other] = [await monitored('900-00-0002'), await monitored('900-00-0002')];
    for (const each of [applicant, other]) {
      await each.visitor.perform(openDispute, {
        applicationid: each.applicationId,
        errortext: 'no answer to this one',
        items: [],
      });
      await update(each, 'IC03');
    }
    portal.clock.advance(1000);
    await update(applicant, 'IC04');
    const waits = { state: 'waiting', resolved: false, by: null };
    expect(await updatesOf(applicant)).toEqual([
      { score: 'IC03', state: 'superseded', resolved: true, by: null },
      { ...waits, score: 'IC04' },
    ]);
    expect(await updatesOf(other)).toEqual([{ ...waits, score: 'IC03' }]);
    // Who has no dispute is not held up by theirs.
    const free = await monitored('900-00-0002');
    await update(free, 'IC03');
    expect(await statusOf(free)).toBe('monitorrequiresapproval');
  });

  test.each(['unchanged', 'waiting'])('that is %s is activated by staff, the newest alone', async (state) => {
    const applicant = await monitored('900-00-0002');
    for (let time = 0; time < 2; time += 1) {
      portal.clock.advance(1000);
      await update(applicant, 'IC01');
    }
    await rows(
      `update monitoring_update set state = $2, resolved_at = case $2 when 'waiting' then null else resolved_at end
      where account_id = $1 and received_at = (select max(received_at) from monitoring_update where account_id = $1)`,
      [applicant.accountId, state],
    );
    await (await asStaff()).perform(activateMonitorProfile, {
      userid: applicant.accountId,
      profileid: applicant.profile,
    });
    expect(await updatesOf(applicant)).toEqual([
      { score: 'IC01', state: 'unchanged', resolved: true, by: null },
      { score: 'IC01', state: 'proposed', resolved: true, by: ada.accountId },
    ]);
  });

  test('that waits is proposed once the score before it is accepted', async () => {
    const applicant = await monitored('900-00-0002');
    await update(applicant, 'IC02');
    const { visitor, applicationId: applicationid } = applicant;
    await visitor.perform(saveAccept, { applicationid, acceptterms: 'YES' });
    await rows(
      `insert into monitoring_update (id, account_id, monitored_profile_id, score, findings, report_key, report_hash,
         received_at, state)
       select gen_random_uuid(), account_id, monitored_profile_id, 'IC02', findings, report_key, report_hash, $2, 'waiting'
       from monitoring_update where account_id = $1`,
      [applicant.accountId, portal.clock.now()],
    );
    await visitor.perform(saveAccept, { applicationid, reviewaction: 'accept' });
    expect((await updatesOf(applicant)).map(({ state }) => state)).toEqual(['proposed', 'unchanged']);
  });
});
