// Takes long: it sends every call, each after what it needs.
import { expect, test } from 'vitest';
import { removeSandboxDelays } from '#test/factories/applicants.ts';
import { registerPerson } from '#test/factories/people.ts';
import { servedPortal } from '#test/factories/served-portal.ts';
import { showAccounts } from './account-examples.ts';
import { showApplications } from './application-examples.ts';
import { showConsole } from './console-examples.ts';
import { newExamples } from './examples.ts';
import { showKeyCalls } from './key-examples.ts';
import { showNetwork } from './network-examples.ts';

/**
 * The examples of the reference (modules/call-examples.json): each call is sent to a running portal, and its answer is
 * kept. What a call needs is made by the calls before it.
 */

// The agency of the sandbox posts its results to it.
const portal = await servedPortal();
await removeSandboxDelays(portal);

test('each example of the reference is what the portal answers', async () => {
  const today = portal.clock.now().toISOString().slice(0, 10);
  const { show, keep, text } = newExamples(today);
  await registerPerson(portal);
  await showAccounts(portal, show);
  const network = await showNetwork(portal, show, today);
  await showApplications(portal, show);
  await showConsole(portal, show, network);
  await showKeyCalls(portal, keep);
  await expect(
    text(),
    'if the change is meant, write it with: npx vitest run test/reference/examples.long.test.ts -u',
  ).toMatchFileSnapshot('../../modules/call-examples.json');
});
