import { test } from 'vitest';
import { expectNoDeadlocks } from '#test/deadlocks.ts';
import { removeSandboxDelays } from '#test/factories/applicants.ts';
import { raceRefundAgainstAccept } from '#test/factories/money.ts';
import { servedPortal } from '#test/factories/served-portal.ts';

const portal = await servedPortal();
await removeSandboxDelays(portal);
expectNoDeadlocks(portal);

test.each(['refund', 'accept'] as const)(
  'D113: no score is left when its payment is returned while it is accepted, the %s a moment earlier',
  async (first) => {
    await raceRefundAgainstAccept(portal, first, first === 'refund' ? 30 : 0);
  },
);
