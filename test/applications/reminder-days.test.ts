import { expect, test } from 'vitest';
import { applicationDays, scoreDays } from '#modules/applications/index.ts';
import { readyRemindersSweep } from '#modules/applications/score/waiting-scores.ts';
import { waitsSweep } from '#modules/applications/submission/waiting-applications.ts';
import { DAY, type ReminderDays, runSweep, sql } from '#modules/platform/index.ts';
import { newApplication, newScoreChange } from '#test/factories/network.ts';
import { newPersonWithoutTwoStep } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';
import { rowOf } from '#test/sql.ts';

const portal = await testPortal();
portal.clock.stop();

test('the days are those that staff chose, and nobody is reminded of one thing more than three times', async () => {
  const choose = (list: ReminderDays, days: number[]) =>
    portal.work('test.choose-days', (work) => list.save(work, days));
  await choose(scoreDays, [1, 5, 6]);
  await choose(applicationDays, [2]);
  const { accountId } = await newPersonWithoutTwoStep(portal);
  const done = await newApplication(portal, accountId, 'done');
  const score = await newScoreChange(portal, accountId, done, 'monitorupdate', 'IC03');
  const application = await newApplication(portal, accountId, 'paid');
  await sql`update application set status_at = ${portal.clock.now()}`.execute(portal.db);
  const reminders = async () =>
    Object.values(
      (await rowOf<{ score: number; application: number }>(
        portal,
        sql`select ready_reminders as score, wait_reminders as application
          from score_change change, application where change.id = ${score} and application.id = ${application}`,
      )) ?? {},
    );
  const told: number[][] = [];
  for (let day = 1; day <= 7; day += 1) {
    portal.clock.advance(DAY);
    for (const sweep of [readyRemindersSweep, waitsSweep]) await runSweep(portal, sweep);
    told.push(await reminders());
  }
  expect(told).toEqual([
    [1, 0],
    [1, 1],
    [1, 1],
    [1, 1],
    [2, 1],
    [3, 1],
    [3, 1],
  ]);
  await choose(scoreDays, [8, 9, 10]);
  portal.clock.advance(3 * DAY);
  expect((await runSweep(portal, readyRemindersSweep)).changed).toBe(0);
});
