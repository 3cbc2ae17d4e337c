import { addException, listSharedWithMe, saveAlertConfig } from '#modules/network/index.ts';
import { DAY } from '#modules/platform/index.ts';
import { acmeTeam, omar } from './cast.ts';
import type { Scene } from './scene.ts';
import type { Stage } from './stage.ts';
import { signIn } from './steps.ts';

/** Acme's compliance rule, an exception from it, and what two members of its team chose to be told of. */
export function complianceScenes(): Scene[] {
  return [
    { daysAgo: 20, order: 3, run: saveRule },
    { daysAgo: 20, order: 3, run: subscribeAdmin },
    { daysAgo: 3, order: 3, run: exceptOmar },
  ];
}

async function saveRule(stage: Stage): Promise<void> {
  const owner = await signIn(stage, acmeTeam.owner.emailaddress);
  await owner.perform(saveAlertConfig, {
    alertconfig: { minscore: 0, maxscore: 2, deliveries: { network_invites: 'NO', leftnetwork: 'ATONCE' } },
  });
}

async function subscribeAdmin(stage: Stage): Promise<void> {
  const admin = await signIn(stage, acmeTeam.admin.emailaddress);
  await admin.perform(saveAlertConfig, {
    alertconfig: { deliveries: { expired: 'ATONCE' }, includestatuses: { new: ['CURRENT'] } },
  });
}

/** His score expired. */
async function exceptOmar(stage: Stage): Promise<void> {
  const owner = await signIn(stage, acmeTeam.owner.emailaddress);
  const { rows } = await owner.perform(listSharedWithMe, { q: omar.emailaddress });
  for (const { id: connectionid } of rows) {
    await owner.perform(addException, {
      connectionid,
      reason: 'Renewal ordered; works under supervision until the score is here',
      last_date: new Date(stage.clock.now().getTime() + 60 * DAY).toISOString().slice(0, 10),
    });
  }
}
