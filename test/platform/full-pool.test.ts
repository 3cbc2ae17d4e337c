import { expect, test } from 'vitest';
import { standardChecks } from '#app/server/health.ts';
import { checkEmail } from '#modules/identity/index.ts';
import { testPortal } from '#test/portal.ts';

const portal = await testPortal({ environment: { DATABASE_POOL: '2' } });

test('a full pool refuses at once, whoever waits is served, and readiness does not wait', async () => {
  // All connections are held until the answers have come, so a request that waited for one would not be answered at
  // all.
  const held = await Promise.all([portal.pool.connect(), portal.pool.connect()]);
  const waiting = Array.from({ length: 32 }, () => portal.pool.query('select 1'));
  const refused = portal.visitor().perform(checkEmail, { emailaddress: 'a@b.example' });
  await expect(refused).rejects.toThrow('already wait for a connection');
  const answer = await portal.visitor().call('POST', '/user/checkemail', { emailaddress: 'a@b.example' });
  expect(answer).toMatchObject({ status: 503, retryAfter: 2, body: { error_code: 'unavailable' } });
  for (const check of standardChecks) await check.run(portal);
  for (const client of held) client.release();
  await Promise.all(waiting);
  expect(await portal.visitor().perform(checkEmail, { emailaddress: 'a@b.example' })).toEqual({
    accountexists: false,
  });
});
