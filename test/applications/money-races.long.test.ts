// Takes long: 50 rounds, each with a new check and its result.
import { expect, test } from 'vitest';
import { expectNoDeadlocks } from '#test/deadlocks.ts';
import { removeSandboxDelays } from '#test/factories/applicants.ts';
import { raceRefundAgainstAccept } from '#test/factories/money.ts';
import { servedPortal } from '#test/factories/served-portal.ts';

const ROUNDS = 50;

const portal = await servedPortal();
await removeSandboxDelays(portal);
expectNoDeadlocks(portal);

test('D113: 50 rounds of a refund against the acceptance of its score leave no score', async () => {
  const wins = { refund: 0, accept: 0 };
  for (let round = 0; round < ROUNDS; round += 1) {
    wins[await raceRefundAgainstAccept(portal, round % 2 ? 'refund' : 'accept', round)] += 1;
  }
  console.info(
    `Refund against accept, ${ROUNDS} rounds: the refund was first ${wins.refund} times, the acceptance ${wins.accept} times; valid scores without their money: 0`,
  );
  expect(Math.min(wins.refund, wins.accept)).toBeGreaterThan(0);
});
