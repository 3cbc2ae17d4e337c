import { describe, expect, test } from 'vitest';
import { handleVerificationEvent, signRunEvent } from '#modules/applications/index.ts';
import { newId, sql } from '#modules/platform/index.ts';
import { takeImages } from '#sandboxes/idv/index.ts';
import { type Applicant, removeSandboxDelays } from '#test/factories/applicants.ts';
import { servedPortal } from '#test/factories/served-portal.ts';
import { atVerification, completeRun, startRun, takeAll } from '#test/factories/verifications.ts';

const portal = await servedPortal();
await removeSandboxDelays(portal);

const secret = portal.config.idVerification.webhookSecret;

async function post(body: unknown, signature?: string): Promise<number> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const response = await fetch(`${portal.origin}/hooks/idv`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-sha2-signature': signature ?? signRunEvent(secret, text),
    },
    body: text,
  });
  await response.body?.cancel();
  return response.status;
}

const eventOf = (run: string, status = 'approved') => ({
  payload: {
    resource_type: 'workflow_run',
    action: 'workflow_run.completed',
    object: {
      id: run,
      status,
      completed_at_iso8601: '2026-01-01T00:00:00Z',
      href: 'https://api.us.onfido.com',
    },
  },
});

const statusOf = async ({ accountId }: Applicant) =>
  (
    await sql<{ status: string }>`select status from id_verification where account_id = ${accountId}
      order by started_at desc limit 1`.execute(portal.db)
  ).rows[0]?.status;

const countEvents = async () =>
  Number(
    (await sql<{ n: number }>`select count(*) as n from hook_event where provider = 'idv'`.execute(portal.db))
      .rows[0]?.n,
  );

describe('callbacks to /hooks/idv', () => {
  test('a forged one is refused and kept nowhere', async () => {
    const before = await countEvents();
    const applicant = await atVerification(portal, 'Approve');
    const { workflow_run_id: run } = await startRun(applicant);
    expect(await post(eventOf(run), signRunEvent('another-secret', JSON.stringify(eventOf(run))))).toBe(401);
    expect(await post(eventOf(run), '')).toBe(401);
    expect(await countEvents()).toBe(before);
    expect(await statusOf(applicant)).toBe('awaiting_input');
  });

  test('what one says is not believed: the provider is asked', async () => {
    const applicant = await atVerification(portal, 'Approve');
    const { workflow_run_id: run } = await startRun(applicant);
    expect(await post(eventOf(run))).toBe(200);
    await portal.runJobs();
    expect(await statusOf(applicant)).toBe('awaiting_input');
  });

  test('one that is sent twice is stored and worked on once', async () => {
    const applicant = await atVerification(portal, 'Reject');
    const run = await takeAll(portal, applicant);
    await portal.runJobs();
    const before = await countEvents();
    expect([await post(eventOf(run)), await post(eventOf(run))]).toEqual([200, 200]);
    expect(await countEvents()).toBe(before + 1);
    await portal.runJobs();
    expect(await statusOf(applicant)).toBe('rejected');
    const moves = await sql<{ n: number }>`select count(*) as n from audit_entry
      where action = 'applications.verification-moved' and about_id = ${applicant.accountId}`.execute(
      portal.db,
    );
    expect(moves.rows).toEqual([{ n: 2 }]);
  });

  test('one whose body was deleted since is not worked on again', async () => {
    const { rows } = await portal.pool.query(
      `insert into hook_event (provider, event_id, received_at, handled_at)
       values ('idv', 'emptied', now(), now()) returning event_id`,
    );
    for (const eventId of [rows[0].event_id, 'unknown'])
      await expect(handleVerificationEvent(portal, eventId)).resolves.toBeUndefined();
  });

  test('one that comes before the person is back is worked on', async () => {
    const applicant = await atVerification(portal, 'Approve');
    const { workflow_run_id: run } = await startRun(applicant);
    await takeImages(portal, run);
    await portal.runJobs();
    expect(await statusOf(applicant)).toBe('approved');
    expect((await completeRun(applicant)).verification_status).toBe('approved');
  });

  test('one about a run or a thing that is not ours changes nothing', async () => {
    expect(await post(eventOf(newId()))).toBe(200);
    const other = JSON.stringify({
      payload: { resource_type: 'check', action: 'check.completed', object: { id: 'x' } },
    });
    expect(await post(other)).toBe(200);
    expect(await post(other, signRunEvent(secret, other).toUpperCase())).toBe(200);
    expect(await post('not json')).toBe(400);
    expect(await post({ payload: {} })).toBe(400);
    await portal.runJobs();
  });
});
