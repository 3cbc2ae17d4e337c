import { findKey, listApiKeys, makeApiKey, revokeApiKey } from '#modules/enterprise/index.ts';
import { acmeTeam } from './cast.ts';
import type { Scene } from './scene.ts';
import type { Stage } from './stage.ts';
import { demoPassword, signIn } from './steps.ts';

/** Acme's API keys: one that a system uses, and one that was revoked. */
export const keyScenes: readonly Scene[] = [{ daysAgo: 4, order: 1, run: makeKeys }];

async function makeKeys(stage: Stage): Promise<void> {
  const owner = await signIn(stage, acmeTeam.owner.emailaddress);
  const proof = { currentpassword: demoPassword, addresses: '' };
  await owner.perform(makeApiKey, { ...proof, name: 'Trial', scopes: ['people:read'], ends: 'quarter' });
  const { keys } = await owner.perform(listApiKeys, {});
  for (const { id: apikeyid } of keys) {
    await owner.perform(revokeApiKey, { apikeyid, currentpassword: demoPassword });
  }
  const { key } = await owner.perform(makeApiKey, {
    ...proof,
    name: 'HR import',
    scopes: ['connections:read', 'alerts:read'],
    ends: 'year',
  });
  await findKey(stage.portal, `Bearer ${key}`, '198.51.100.90');
}
