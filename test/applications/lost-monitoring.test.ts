import { expect, test } from 'vitest';
import { craPort } from '#modules/applications/index.ts';
import { DAY, MINUTE, runSweep } from '#modules/platform/index.ts';
import { loseCallbacks, monitoringUpdates, SandboxCra } from '#sandboxes/cra/index.ts';
import { monitoringAt } from '#test/factories/monitored.ts';
import { servedPortal } from '#test/factories/served-portal.ts';

/** What monitoring found, when the agency's callback about it got lost. */

const portal = await servedPortal();
portal.clock.stop();
const { monitored, changesOf, profilesOf, subjectsTo } = await monitoringAt(portal);

class CountingAgency extends SandboxCra {
  readonly asked: string[] = [];

  override status(craid: string, profileNumber: string) {
    this.asked.push(profileNumber);
    return super.status(craid, profileNumber);
  }
}
const agency = new CountingAgency(portal);
craPort.provide(portal, agency);

/** Moves the clock, and lets the portal look for what it should ask about. */
async function later(milliseconds: number): Promise<void> {
  portal.clock.advance(milliseconds);
  await portal.runSchedule('applications.silent-agencies');
  await portal.runJobs();
}

test('F158: is found within a day, once, and the person decides on it', async () => {
  const applicant = await monitored();
  const timesAsked = () => agency.asked.filter((number) => number === applicant.profile).length;
  await later(DAY - MINUTE);
  expect(timesAsked()).toBe(0);
  await runSweep(portal, monitoringUpdates);
  expect(await loseCallbacks(portal, applicant.profile)).toBe(1);
  await portal.runJobs();
  const proposed = async () => (await changesOf(applicant)).map(({ score, state }) => [score, state]);
  expect(await proposed()).toEqual([['IC01', 'accepted']]);

  await later(MINUTE);
  expect(timesAsked()).toBe(1);
  const found = [
    ['IC01', 'accepted'],
    ['IC03', 'pending'],
  ];
  expect(await proposed()).toEqual(found);
  expect(await subjectsTo(applicant)).toContain('Your ShieldScore is ready for your review');

  await later(DAY - MINUTE);
  expect(timesAsked()).toBe(1);
  await later(MINUTE);
  expect(timesAsked()).toBe(2);
  expect(await proposed()).toEqual(found);
});

test('nobody is asked about a check that is no longer monitored', async () => {
  const applicant = await monitored('900-00-0001');
  await portal.db
    .updateTable('monitored_profile')
    .set({ state: 'off', disabled_at: portal.clock.now(), disabled_for: 'withdrawn' })
    .where('account_id', '=', applicant.accountId)
    .execute();
  expect(await profilesOf(applicant)).toHaveLength(1);
  await later(2 * DAY);
  expect(agency.asked).not.toContain(applicant.profile);
});
