import type { JobHelpers } from 'graphile-worker';
import type pg from 'pg';

/**
 * Takes a job off the queue after a successful try. The queue itself deletes a finished job by its id, without asking
 * whose it is. But a worker that was taken for dead may finish a job that it has lost. If the job has a key, it may
 * have been asked for again meanwhile, in the same row. So it is deleted here, and only while the fetch that the try
 * came from holds it: the same worker may have fetched it again. Without a key nothing is lost, and the queue deletes
 * it.
 * @returns false if the job was freed during its try
 */
export async function endJob(
  pool: pg.Pool,
  { id, key, locked_by, locked_at }: JobHelpers['job'],
): Promise<boolean> {
  if (key === null) return true;
  // The database knows microseconds, and the portal milliseconds.
  const { rowCount } = await pool.query(
    `delete from graphile_worker._private_jobs
     where id = $1 and locked_by = $2 and locked_at <= $3::timestamptz + interval '1 millisecond'`,
    [id, locked_by, locked_at],
  );
  return rowCount === 1;
}
