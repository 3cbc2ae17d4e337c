// Takes long: each command opens a portal of its own.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { requestCode } from '#modules/identity/codes.ts';
import { sendAccountStatus } from '#modules/identity/jobs.ts';
import { listAudit } from '#modules/platform/index.ts';
import { newPerson, newStaff } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';
import { testSecrets } from '#test/secrets.ts';
import { shield } from './terminal.ts';

const portal = await testPortal();
writeFileSync(join(portal.config.dataFolder, 'secrets.json'), JSON.stringify(testSecrets), { mode: 0o600 });
const run = (...words: string[]) =>
  shield(words, {
    DATABASE_URL: portal.databaseUrl,
    DATA_FOLDER: portal.config.dataFolder,
    SHIELD_OPERATOR: 'Grace Okafor',
  });
const person = await newPerson(portal);
await newStaff(portal);
await portal.runJobs();

/** A job about the person, in the state that its attempts make. */
async function newJob({ failed = false } = {}): Promise<string> {
  await portal.work('test.enqueue', (work) =>
    work.enqueue(sendAccountStatus, { accountId: person.accountId, active: true }),
  );
  const { rows } = await portal.pool.query<{ id: string }>(
    `update graphile_worker._private_jobs set attempts = case when $1 then max_attempts else 0 end,
      last_error = case when $1 then 'The mail server refused it' end
     where id = (select max(id) from graphile_worker._private_jobs) returning id::text`,
    [failed],
  );
  return rows[0]?.id ?? '';
}

/** What the timeline of the person whose job it is says last of it. */
const lastEntry = async (about = person.accountId) => {
  const { entries } = await listAudit(portal.db, portal.keys, { about, limit: 20 });
  const found = entries.find(({ action }) => action.startsWith('admin.job'));
  if (!found) return undefined;
  const { rows } = await portal.pool.query('select operator from audit_entry where id = $1', [found.id]);
  return { ...found, operator: rows[0]?.operator };
};

beforeEach(() => portal.pool.query('delete from graphile_worker._private_jobs'));

describe('shield jobs', () => {
  it('says what is stuck for a person, shows it, and tries it again', async () => {
    const id = await newJob({ failed: true });
    await newJob();
    const listed = await run('jobs', 'list', '--person', person.emailaddress, '--state', 'failed');
    expect(listed.out).toMatch(
      new RegExp(
        `^${id} +identity\\.send-account-status +failed +8 of 8 .* The mail server refused it$`,
        'm',
      ),
    );
    expect(
      JSON.parse((await run('jobs', '--json')).out).jobs.map(({ state }: { state: string }) => state),
    ).toEqual(['failed', 'waiting']);
    const other = await newPerson(portal);
    await portal.pool.query(`delete from graphile_worker._private_jobs where id > $1::bigint + 1`, [id]);
    expect(JSON.parse((await run('jobs', 'list', '--person', other.accountId, '--json')).out).jobs).toEqual(
      [],
    );

    expect(listed.out).not.toMatch(/sweep|No due job/);
    expect((await run('jobs', 'list', '--person', other.accountId)).out).toBe(
      'No job like that is in the queue.',
    );

    expect((await run('jobs', 'show', id)).out).toContain(`"accountId":"${person.accountId}"`);
    expect(await run('jobs', 'retry', id)).toEqual({ code: 0, out: '1 job will be tried again.', err: '' });
    expect(JSON.parse((await run('jobs', 'show', id, '--json')).out)).toMatchObject({
      state: 'waiting',
      attempts: 0,
    });
    expect(await run('jobs', 'retry', id)).toMatchObject({ code: 66, err: `There is no failed job ${id}.` });
    expect(await lastEntry()).toMatchObject({
      action: 'admin.jobs-retried',
      operator: 'Grace Okafor',
      detail: { names: ['identity.send-account-status'], count: 1 },
    });
  });

  it('finds for a person the job of a code that they wait for, and no one else’s', async () => {
    const [waiting, other] = [await newPerson(portal), await newPerson(portal)];
    await portal.pool.query('delete from graphile_worker._private_jobs');
    const { accountId, emailaddress: destination } = waiting;
    await portal.work('test.request-code', (work) =>
      requestCode(work, { accountId, purpose: 'contact', channel: 'EMAIL', destination }),
    );
    const jobsOf = async ({ emailaddress }: { emailaddress: string }) =>
      JSON.parse((await run('jobs', 'list', '--person', emailaddress, '--json')).out).jobs.map(
        ({ name }: { name: string }) => name,
      );
    expect(await jobsOf(waiting)).toEqual(['identity.send-code']);
    expect(await jobsOf(other)).toEqual([]);
    // The payload names the code alone; the entry stands in the timeline of the person.
    const { rows } = await portal.pool.query<{ id: string }>(
      'select id::text from graphile_worker._private_jobs',
    );
    expect(await run('jobs', 'cancel', rows[0]?.id ?? '', '--yes')).toMatchObject({ code: 0 });
    expect(await lastEntry(accountId)).toMatchObject({
      action: 'admin.job-cancelled',
      detail: { name: 'identity.send-code' },
    });
    expect(await lastEntry(other.accountId)).toBeUndefined();
  });

  it('tries all failed jobs of one name again, and runs what is due here', async () => {
    await newJob({ failed: true });
    await newJob({ failed: true });
    expect(await run('jobs', 'retry', '--name', 'identity.send-nothing')).toMatchObject({ code: 66 });
    expect((await run('jobs', 'retry', '--name', 'identity.send-account-status')).out).toBe(
      '2 jobs will be tried again.',
    );
    expect(await run('jobs', 'drain')).toMatchObject({ code: 64, err: expect.stringContaining('--yes') });
    expect(await run('jobs', 'drain', '--yes')).toEqual({
      code: 0,
      out: 'Ran 2 jobs; 0 tries failed.',
      err: '',
    });
  });

  it('cancels a job that does not run, and no other', async () => {
    const id = await newJob();
    await portal.pool.query('update graphile_worker._private_jobs set locked_at = now(), locked_by = $1', [
      'w',
    ]);
    expect(await run('jobs', 'cancel', id, '--yes')).toMatchObject({
      code: 66,
      err: `There is no job ${id} that does not run.`,
    });
    await portal.pool.query('update graphile_worker._private_jobs set locked_at = null, locked_by = null');
    expect(await run('jobs', 'cancel', id, '--yes')).toEqual({ code: 0, out: `Canceled ${id}.`, err: '' });
    expect(await run('jobs', 'show', id)).toMatchObject({ code: 66, err: `There is no job ${id}.` });
    expect(await lastEntry()).toMatchObject({
      action: 'admin.job-cancelled',
      operator: 'Grace Okafor',
      detail: { name: 'identity.send-account-status', state: 'waiting' },
    });
  });

  it.each([
    [['jobs', 'retry']],
    [['jobs', 'retry', '1', '--name', 'identity.send-code']],
    [['jobs', 'show', 'one']],
    [['jobs', 'list', '--state', 'lost']],
    [['jobs', 'list', '--limit', '501']],
    [['jobs', 'cancel', '1']],
    [['alerts', 'ack', '00000000-0000-4000-8000-000000000000']],
  ])('says what is wrong with %j', async (words) => {
    expect(await run(...words)).toMatchObject({ code: 64, out: '' });
  });
});

describe('shield alerts', () => {
  it('lists what waits, and dismisses one with a note under the name of who did it', async () => {
    expect((await run('alerts')).out).toBe('Nothing is waiting.');
    const id = '0f000000-0000-7000-8000-000000000007';
    await portal.pool.query(
      `insert into pipeline_alert (id, account_id, alert_type, event_id, reason, raised_at)
       values ($1, $2, 'email_address', $1, 'bounced', now())`,
      [id, person.accountId],
    );
    expect((await run('alerts')).out).toMatch(new RegExp(`^${id} +email_address +bounced`, 'm'));
    expect(await run('alerts', 'ack', id, '--reason', 'Asked by phone')).toMatchObject({ code: 0, err: '' });
    expect((await run('alerts')).out).toBe('Nothing is waiting.');
    expect(await run('alerts', 'ack', id, '--reason', 'Asked by phone')).toMatchObject({ code: 1 });
    const { rows } = await portal.pool.query('select author_operator from admin_note where account_id = $1', [
      person.accountId,
    ]);
    expect(rows).toEqual([{ author_operator: 'Grace Okafor' }]);
  });
});

it('shield keys status counts what each key encrypts, and exits with 1 if the ring lacks one', async () => {
  const [key] = JSON.parse((await run('keys', 'status', '--json')).out);
  expect(key).toMatchObject({ active: true, inRing: true });
  expect(key.values).toBeGreaterThan(0);
  await portal.pool.query(
    `insert into encryption_key (id, proof, first_used_at) values ('unused', null, now())`,
  );
  expect(await run('keys', 'status')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^unused +0 +missing in KEY_RING$/m),
  });
});
