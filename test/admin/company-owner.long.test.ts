// Takes long: 50 rounds, each with a new company and its team.
import { expect, test } from 'vitest';
import { expectNoDeadlocks } from '#test/deadlocks.ts';
import { raceForOwner } from '#test/factories/owner-races.ts';
import { newStaff } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';

const ROUNDS = 50;

const portal = await testPortal();
expectNoDeadlocks(portal);
const staff = await newStaff(portal);

test('F120: 50 rounds of a switch by staff, a switch by the owner and a removal leave exactly one owner', async () => {
  let byStaff = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    if (await raceForOwner(portal, staff, round)) byStaff += 1;
  }
  console.info(
    `Owner races, ${ROUNDS} rounds: staff’s choice was the owner ${byStaff} times, the owner’s own ${ROUNDS - byStaff} times; companies without exactly one owner: 0`,
  );
  expect(Math.min(byStaff, ROUNDS - byStaff)).toBeGreaterThan(0);
});
