import { webhookEvents } from '#modules/enterprise/fields.ts';
import {
  addWebhook,
  findKey,
  listApiKeys,
  makeApiKey,
  pingWebhook,
  revokeApiKey,
} from '#modules/enterprise/index.ts';
import { knowSecret, receiverHost } from '#sandboxes/webhooks/index.ts';
import { acmeTeam } from './cast.ts';
import type { Scene } from './scene.ts';
import type { Stage } from './stage.ts';
import { demoPassword, signIn } from './steps.ts';

/**
 * What Acme's own systems use: a key that is in use, one that was revoked, an endpoint that takes everything since it
 * knows its secret, and one that is out of order.
 */
export const keyScenes: readonly Scene[] = [
  { daysAgo: 4, order: 1, run: makeKeys },
  { daysAgo: 4, order: 2, run: addEndpoints },
];

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

async function addEndpoints(stage: Stage): Promise<void> {
  const owner = await signIn(stage, acmeTeam.owner.emailaddress);
  const add = (path: string, events: string[]) =>
    owner.perform(addWebhook, {
      address: `https://${receiverHost}/${path}`,
      events,
      currentpassword: demoPassword,
    });
  const { webhookid, secret } = await add('yard', Object.keys(webhookEvents));
  await knowSecret(stage.portal, secret);
  await owner.perform(pingWebhook, { webhookid });
  await add('fail', ['adverse_action.updated']);
}
