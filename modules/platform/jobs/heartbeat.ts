import { hostname } from 'node:os';
import type pg from 'pg';

/**
 * Heartbeats of workers, and freeing the jobs of dead ones. All times are the database's, as the queue's locks are,
 * because the portal's clock may jump.
 */

const MAX_INTERRUPTIONS = 10;
const RELEASE_LOCK = 'shieldhub.release-dead-workers';

export async function beat(pool: pg.Pool, workerId: string): Promise<void> {
  await pool.query(
    `insert into worker_heartbeat (worker_id, host, process_id, started_at, seen_at) values ($1, $2, $3, now(), now())
     on conflict (worker_id) do update set seen_at = now()`,
    [workerId, hostname(), process.pid],
  );
}

/** Frees the jobs that a stopped worker may still hold. @returns how many jobs were freed */
export async function release(pool: pg.Pool, workerId: string): Promise<number> {
  await pool.query('delete from worker_heartbeat where worker_id = $1', [workerId]);
  return freeHeld(pool, `select $1::text as locked_by`, [workerId]);
}

/**
 * Frees the jobs of workers without a heartbeat for `deadAfter`, so that others take them; the queue itself would wait
 * four hours. A try that ended with its worker's death does not count, unless ten workers died with the same job.
 * @param deadAfter milliseconds
 * @returns how many jobs were freed
 */
export async function releaseDead(pool: pg.Pool, deadAfter: number): Promise<number> {
  const freed = await freeHeld(
    pool,
    `select locked_by from graphile_worker.jobs j
     where locked_at < now() - $1::float8 * interval '1 millisecond'
       and not exists (select from worker_heartbeat h
         where h.worker_id = j.locked_by and h.seen_at > now() - $1::float8 * interval '1 millisecond')
     group by locked_by`,
    [deadAfter],
  );
  await pool.query(
    `delete from worker_heartbeat where seen_at < now() - interval '1 hour' - $1::float8 * interval '1 millisecond'`,
    [deadAfter],
  );
  return freed;
}

/** Jobs that a worker has held for longer than `since` milliseconds. @returns their ids */
export async function listHeld(pool: pg.Pool, workerId: string, since: number): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from graphile_worker.jobs
     where locked_by = $1 and locked_at < now() - $2::float8 * interval '1 millisecond'`,
    [workerId, since],
  );
  return rows.map((row) => String(row.id));
}

/** Returns jobs that a worker holds but does not run; the try does not count. @returns how many */
export async function freeJobs(pool: pg.Pool, workerId: string, ids: readonly string[]): Promise<number> {
  const { rowCount } = await pool.query(
    `update graphile_worker._private_jobs
     set locked_by = null, locked_at = null, attempts = greatest(attempts - 1, 0)
     where id = any($1::bigint[]) and locked_by = $2`,
    [ids, workerId],
  );
  await pool.query(`select pg_notify('jobs:insert', '{"count":1}')`);
  return rowCount ?? 0;
}

async function freeHeld(pool: pg.Pool, dead: string, parameters: unknown[]): Promise<number> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const alone = await client.query<{ locked: boolean }>(
      'select pg_try_advisory_xact_lock(hashtext($1)) as locked',
      [RELEASE_LOCK],
    );
    const workers = alone.rows[0]?.locked
      ? await client.query<{ locked_by: string }>(dead, parameters)
      : null;
    const ids = workers?.rows.map((row) => row.locked_by) ?? [];
    const freed = ids.length > 0 ? await unlock(client, ids) : 0;
    await client.query('commit');
    return freed;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

async function unlock(client: pg.PoolClient, workerIds: string[]): Promise<number> {
  const held = await client.query<{ id: string }>(
    'select id from graphile_worker.jobs where locked_by = any($1)',
    [workerIds],
  );
  await client.query('select graphile_worker.force_unlock_workers($1)', [workerIds]);
  if (held.rows.length === 0) return 0;
  await client.query(
    `with counted as (
       insert into job_interruption (job_id, times, last_at) select unnest($1::bigint[]), 1, now()
       on conflict (job_id) do update set times = job_interruption.times + 1, last_at = now()
       returning job_id, times
     )
     select graphile_worker.reschedule_jobs(array[j.id], run_at => now(),
       attempts => case when c.times <= $2 then greatest(j.attempts - 1, 0) else j.attempts end)
     from graphile_worker.jobs j join counted c on c.job_id = j.id`,
    [held.rows.map((row) => row.id), MAX_INTERRUPTIONS],
  );
  await client.query(`select pg_notify('jobs:insert', '{"count":1}')`);
  return held.rows.length;
}
