// Takes long: it keeps a web process busy, for an hour in `npm run test:long`.

import { expect, test } from 'vitest';
import { buildPages } from '#cli/build.ts';
import { fillDatabase } from '#cli/fill/index.ts';
import { MINUTE, SECOND } from '#modules/platform/index.ts';
import { watchGrowth } from '#test/bench/growth.ts';
import { testPortal } from '#test/portal.ts';

const minutes = Number(process.env.LOAD_MINUTES ?? 0.5);

test('a web process keeps no more memory after long use than after its first minutes', async () => {
  await buildPages(new AbortController().signal);
  const portal = await testPortal({ now: new Date() });
  await fillDatabase(portal.ownerUrl, { people: 2_000, now: new Date(), passwordHash: 'none' });
  const { early, late, answered } = await watchGrowth(portal, {
    databaseUrl: portal.databaseUrl,
    seconds: (minutes * MINUTE) / SECOND,
  });
  console.log(`${answered} requests: ${early.toFixed(0)} MB in use early, ${late.toFixed(0)} MB at the end`);
  expect(late).toBeLessThan(early * 1.1);
});
