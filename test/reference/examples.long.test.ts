// Takes long: it sends every call, each after what it needs.
import { expect, test } from 'vitest';
import { removeSandboxDelays } from '#test/factories/applicants.ts';
import { servedPortal } from '#test/factories/served-portal.ts';
import { openShop } from '#test/factories/shop.ts';
import { showAccounts } from './account-examples.ts';
import { showApplications } from './application-examples.ts';
import { showCompany } from './company-examples.ts';
import { showConsole } from './console-examples.ts';
import { newExamples } from './examples.ts';
import { showKeyCalls } from './key-examples.ts';
import { showNetwork } from './network-examples.ts';
import { showPurchases } from './purchase-examples.ts';

/**
 * The examples of the reference (modules/call-examples.json): each call is sent to a running portal, and its answer is
 * kept. What a call needs is made by the calls before it.
 */

// The agency of the sandbox posts its results to it. Always the same day, because deadlines are counted in working days.
const portal = await servedPortal({ now: new Date('2026-06-15T15:00:00Z') });
await removeSandboxDelays(portal);
// It has a payment provider.
const shop = await openShop();

test('each example of the reference is what the portal answers', async () => {
  const today = portal.clock.now().toISOString().slice(0, 10);
  const { show, keep, text } = newExamples(today);
  await showAccounts(portal, show);
  await showNetwork(portal, show);
  await showCompany(portal, show, today);
  await showApplications(portal, show);
  await showPurchases(shop, show);
  await showConsole(portal, show);
  await showKeyCalls(portal, keep);
  await expect(
    text(),
    'if the change is meant, write it with: npx vitest run test/reference/examples.long.test.ts -u',
  ).toMatchFileSnapshot('../../modules/call-examples.json');
});
