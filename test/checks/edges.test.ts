import { expect, test } from 'vitest';
import { z } from 'zod';
import { anyone, MINUTE, operation, Refusal, sql } from '#modules/platform/index.ts';
import { registerPerson } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';
import { shows } from '#test/shown.ts';

/** How calls are refused before they reach an operation (D80). */

/** In the middle of an hour, because throttles count by the hour. */
const portal = await testPortal({ now: new Date('2026-06-01T10:20:00Z') });

test('wrong input is told as such, with the fields and without what was sent', async () => {
  const answer = await portal.visitor().call('POST', '/user/checkemail', { emailaddress: { $like: '%' } });
  expect(answer).toMatchObject({
    status: 400,
    body: { success: false, error_code: 'invalid-input', issues: { emailaddress: [expect.any(String)] } },
  });
  expect(JSON.stringify(answer.body)).not.toContain('$like');
  shows('edge.invalid-input', answer.body.error_message);
});

test('terms that are not accepted yet stand in the way', async () => {
  const { visitor } = await registerPerson(portal);
  const answer = await visitor.call('GET', '/myprofile');
  expect(answer).toMatchObject({ status: 403, body: { error_code: 'terms-needed' } });
  shows('edge.terms-needed', answer.body.error_message);
});

test('too many tries from one address are told when to come back', async () => {
  const visitor = portal.visitor({ address: '203.0.113.99' });
  const ask = () => visitor.call('POST', '/user/checkemail', { emailaddress: 'a@example.com' });
  let answer = await ask();
  for (let tries = 0; tries < 20; tries += 1) answer = await ask();
  expect(answer).toMatchObject({ status: 429, body: { success: false, error_code: 'throttled' } });
  expect(answer.retryAfter).toBeGreaterThan(0);
  shows('edge.throttled', answer.body.error_message);
  const minutes = Math.ceil((answer.retryAfter ?? 0) / 60);
  expect(answer.body.error_message).toContain(`You can try again in ${minutes} minutes.`);
  portal.clock.advance(61 * MINUTE);
  expect((await ask()).status).toBe(200);
});

function failing(name: string, run: () => Promise<never>) {
  return operation({
    name: `test.${name}`,
    summary: 'Planted to fail.',
    access: anyone,
    kind: 'write',
    input: z.object({}),
    output: z.object({}),
    run,
  });
}

async function failureOf(name: string, run: () => Promise<never>): Promise<Refusal> {
  const visit = portal.visitor().visit();
  const error = await portal.perform(failing(name, run), {}, visit).catch((reason: unknown) => reason);
  return portal.asRefusal(error, visit, name);
}

test('a row that somebody else was faster with is a conflict, not a failure', async () => {
  const twice = async () => {
    await sql`insert into hook_event (provider, event_id, received_at)
      select 'test', 'twice', now() from generate_series(1, 2)`.execute(portal.db);
    throw new Error('the database let it pass');
  };
  const refusal = await failureOf('conflict', twice);
  expect(refusal.status).toBe(409);
  shows('edge.conflict', refusal.text);
});

test('a service that does not answer is told as such', async () => {
  const refusal = await failureOf('unavailable', async () => {
    throw new Refusal('unavailable');
  });
  expect(refusal.status).toBe(503);
  shows('edge.unavailable', refusal.text);
});

test('a failure of ours is told without its reason, and logged with it', async () => {
  const refusal = await failureOf('failure', async () => {
    throw new Error('the inside');
  });
  expect(refusal.status).toBe(500);
  expect(refusal.text).not.toContain('inside');
  shows('edge.failed', refusal.text);
  expect(portal.takeErrors()).toMatchObject([{ err: { message: 'the inside' } }]);
});
