import { agreeToMonitoring, listMyApplications, saveAccept } from '#modules/applications/index.ts';
import {
  leaveNetwork,
  listMyShares,
  listSharedWithMe,
  requestRemoval,
  setConnectionActive,
} from '#modules/network/index.ts';
import { runSweep } from '#modules/platform/index.ts';
import { monitoringUpdates } from '#sandboxes/cra/index.ts';
import { acmeTeam, contractor } from './cast.ts';
import type { Scene } from './scene.ts';
import type { Stage } from './stage.ts';
import { signIn } from './steps.ts';

/** People of Acme's network whose score falls, who leave it, and who are removed from it: its alerts tell of them. */
export const lowered = { ...contractor(150), ssn: '900000013' };
export const leaving = contractor(151);
export const removed = contractor(152);

export function departureScenes(): Scene[] {
  return [
    { daysAgo: 24, order: 3, run: agree },
    { daysAgo: 3, order: 0, run: async (stage) => void (await runSweep(stage.portal, monitoringUpdates)) },
    { daysAgo: 2, order: 1, run: acceptLower },
    { daysAgo: 6, order: 1, run: leave },
    { daysAgo: 5, order: 1, run: remove },
  ];
}

async function agree(stage: Stage): Promise<void> {
  await (await signIn(stage, lowered.emailaddress)).perform(agreeToMonitoring, {});
}

async function acceptLower(stage: Stage): Promise<void> {
  const browser = await signIn(stage, lowered.emailaddress);
  const { applications } = await browser.perform(listMyApplications, {});
  const applicationid = applications[0]?.id;
  if (!applicationid) throw new Error('There is no check whose score fell');
  await browser.perform(saveAccept, { applicationid, acceptterms: true });
  await browser.perform(saveAccept, { applicationid, reviewaction: 'accept' });
}

async function leave(stage: Stage): Promise<void> {
  const browser = await signIn(stage, leaving.emailaddress);
  const { rows } = await browser.perform(listMyShares, {});
  for (const { id: connectionid } of rows) {
    await browser.perform(setConnectionActive, { connectionid, active: 'NO' });
    await browser.perform(leaveNetwork, { connectionid });
  }
}

async function remove(stage: Stage): Promise<void> {
  const owner = await signIn(stage, acmeTeam.owner.emailaddress);
  const { rows } = await owner.perform(listSharedWithMe, { q: removed.emailaddress });
  for (const { id: connectionid } of rows) await owner.perform(requestRemoval, { connectionid });
}
