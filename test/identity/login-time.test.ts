import { expect, test } from 'vitest';
import { login, setAccountActive } from '#modules/identity/index.ts';
import { newPersonWithoutTwoStep, PASSWORD } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';

// A hash as expensive as in production, so that all other work is negligible.
const portal = await testPortal({ environment: { PASSWORD_MEMORY: '19456' } });

test('D13: a wrong password takes as long for an unknown address, and for a closed account, as for a known one', async () => {
  const known = await newPersonWithoutTwoStep(portal);
  const closed = await newPersonWithoutTwoStep(portal);
  await portal.work('test.close', (work) => setAccountActive(work, closed.accountId, false));
  const tries = {
    known: () => ({ emailaddress: known.emailaddress, password: 'something-Else-1' }),
    closed: () => ({ emailaddress: closed.emailaddress, password: PASSWORD }),
    unknown: () => ({ emailaddress: 'nobody@example.com', password: PASSWORD }),
  };
  const took: Record<string, number[]> = {};
  // The tries take turns and the fastest of each counts, because the machine may be busy. After a quarter of an hour,
  // earlier failures no longer count.
  for (let turn = 0; turn < 9; turn += 1) {
    for (const [who, input] of Object.entries(tries)) {
      portal.clock.advance(16 * 60_000);
      const begun = performance.now();
      await expect(portal.visitor().perform(login, input())).rejects.toMatchObject({
        code: 'identity.wrong-credentials',
      });
      took[who] = [...(took[who] ?? []), performance.now() - begun];
    }
  }
  const [fastest = 0, , slowest = 0] = Object.values(took)
    .map((times) => Math.min(...times))
    .sort((a, b) => a - b);
  expect(slowest / fastest, JSON.stringify(took)).toBeLessThan(2.5);
});
