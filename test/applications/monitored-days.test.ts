import { describe, expect, test } from 'vitest';
import { getUser, removeMonitoringIds } from '#modules/admin/index.ts';
import {
  agreeToMonitoring,
  monitoringSweep,
  notActionedSweep,
  readIdentityRecord,
  readyRemindersSweep,
} from '#modules/applications/index.ts';
import { DAY, newId, runSweep } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { type Applicant, withResult } from '#test/factories/applicants.ts';
import { askForBlock } from '#test/factories/blocks.ts';
import { monitoringAt } from '#test/factories/monitored.ts';
import { servedPortal } from '#test/factories/served-portal.ts';
import { hearAlerts } from '#test/factories/staff-alerts.ts';
import { shows } from '#test/shown.ts';

const portal = await servedPortal();
const alerts = hearAlerts(portal);
const { asStaff, rows, accept, monitored, downgraded, scoreOf, profilesOf, changesOf, subjectsTo } =
  await monitoringAt(portal);

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

  test('D49: staff no longer hear of an update once the person asks for a block of identity theft', async () => {
    const applicant = await downgraded();
    const [waiting] = (await changesOf(applicant)).filter(({ state }) => state === 'pending');
    await rows(
      `update score_change set created_at = created_at - interval '7 days' where application_id = $1`,
      [applicant.applicationId],
    );
    await runSweep(portal, notActionedSweep);
    const alert = { alertType: 'monitor_profile_not_actioned', eventId: waiting?.id };
    expect(alerts.raised).toContainEqual(expect.objectContaining(alert));
    await askForBlock(applicant);
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
  test('reminders after 3, 7 and 21 days, and no fourth', async () => {
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
    portal.clock.advance(14 * DAY);
    await sweep();
    expect(await sent()).toBe(4);
    portal.clock.advance(30 * DAY);
    await sweep();
    expect(await sent()).toBe(4);
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
