import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { healthAnswers, standardChecks } from '#app/server/health.ts';
import { getMyProfile } from '#modules/network/index.ts';
import type { Portal } from '#modules/platform/index.ts';
import { newPerson } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';
import { ask } from './ask.ts';

const folder = mkdtempSync(join(tmpdir(), 'shieldhub-health-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function readyOf(portal: Portal) {
  const answers = healthAnswers(portal, standardChecks, () => false);
  const server = createServer((request, response) => void answers(request, response, '/readyz'));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  afterAll(() => server.close());
  const { port } = server.address() as { port: number };
  return async () => {
    const { status, body } = await ask(port, '/readyz');
    const { now: _now, event_loop_ms: _loop, ...rest } = JSON.parse(body);
    return { code: status, ...rest };
  };
}

const startWork = (portal: Portal) =>
  portal.pool.query(
    `insert into worker_heartbeat (worker_id, host, process_id, started_at, seen_at) values ('w', 'h', 1, now(), now())`,
  );

test('all is well', async () => {
  const portal = await testPortal();
  await startWork(portal);
  expect(await (await readyOf(portal))()).toEqual({ code: 200, status: 'ok', failed: [], degraded: [] });
});

test('a service that every process needs is named, and takes none of them out', async () => {
  const file = join(folder, 'no-folder');
  writeFileSync(file, '');
  const portal = await testPortal({
    environment: { MAIL: 'smtp', SMTP_URL: 'smtp://127.0.0.1:1', STORAGE_FOLDER: join(file, 'storage') },
  });
  const ready = await readyOf(portal);
  const all = { code: 200, status: 'degraded', failed: [], degraded: ['storage', 'mail', 'queue'] };
  expect(await ready()).toEqual(all);
  // The provider is asked at most once in a minute.
  await startWork(portal);
  expect(await ready()).toEqual(all);
});

test('each outside service that is left alone is named once, and takes no process out', async () => {
  const portal = await testPortal({ environment: { MAIL: 'smtp', SMTP_URL: 'smtp://127.0.0.1:1' } });
  await startWork(portal);
  const now = portal.clock.now();
  const rest = { open_since: now, next_try_at: now, last_failure_at: now, last_failure: 'no answer' };
  await portal.db
    .insertInto('provider_state')
    .values((['mail', 'payments', 'agency'] as const).map((provider) => ({ provider, ...rest })))
    .execute();
  const found = { code: 200, status: 'degraded', failed: [], degraded: ['mail', 'agency', 'payments'] };
  expect(await (await readyOf(portal))()).toEqual(found);
});

test('a process whose database is gone gets no requests, and says why', async () => {
  const portal = await testPortal();
  await startWork(portal);
  const gone = { ...portal, healthPool: new pg.Pool({ host: '127.0.0.1', port: 1 }) };
  expect(await (await readyOf(gone))()).toMatchObject({
    code: 503,
    status: 'failing',
    failed: ['database', 'queue'],
    degraded: ['providers', 'queue'],
  });
});

test('a replica that does not answer is named, and everything is read from the primary', async () => {
  const portal = await testPortal({ readUrl: 'postgres://nobody@127.0.0.1:1/nothing' });
  await startWork(portal);
  expect(await (await readyOf(portal))()).toMatchObject({ code: 200, failed: [], degraded: ['replica'] });
  const { visitor } = await newPerson(portal);
  expect(await visitor.perform(getMyProfile, {})).toMatchObject({ profile: { firstname: 'Pat' } });
});

test('jobs that nobody has taken for ten minutes', async () => {
  const portal = await testPortal();
  await startWork(portal);
  await portal.pool.query(
    `select graphile_worker.add_job('platform.sweep', '{}', run_at => now() - interval '11 minutes')`,
  );
  expect(await (await readyOf(portal))()).toMatchObject({ code: 200, degraded: ['queue'] });
});
