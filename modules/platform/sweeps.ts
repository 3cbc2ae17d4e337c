import { DAY } from './browser.ts';
import { sql } from './database/sql.ts';
import { purge, type Sweep } from './sweep.ts';

/** How long the body of a callback is kept after it was handled. */
const HOOK_BODY_KEPT = 30 * DAY;

export const platformSweeps: readonly Sweep[] = [
  purge({
    name: 'platform.throttles',
    table: 'throttle',
    key: 'key_hash',
    ended: (now) => sql`expires_at < ${now}`,
  }),
  {
    name: 'platform.hook-bodies',
    size: 1_000,
    async keys(work, after, size) {
      const beyond = after === null ? sql`` : sql`and provider || ' ' || event_id > ${after}`;
      const rows = await work.rows(sql<{ key: string }>`
        select provider || ' ' || event_id as key from hook_event
        where handled_at < ${new Date(work.now.getTime() - HOOK_BODY_KEPT)} and body is not null ${beyond}
        order by 1 limit ${size}`);
      return rows.map((row) => row.key);
    },
    async run(work, keys) {
      const emptied = await work.rows(sql`
        update hook_event set body = null
        where (provider, event_id) in (
          select split_part(key, ' ', 1), substr(key, strpos(key, ' ') + 1)
          from unnest(${sql.val([...keys])}::text[]) key)
        returning 1`);
      return emptied.length;
    },
  },
  {
    // The interruptions of jobs that are gone.
    name: 'platform.interruptions',
    size: 5_000,
    async keys(work, after, size) {
      const beyond = after === null ? sql`` : sql`and job_id > ${after}`;
      const rows = await work.rows(sql<{ key: string }>`
        select job_id::text as key from job_interruption i
        where not exists (select from graphile_worker.jobs j where j.id = i.job_id) ${beyond}
        order by job_id limit ${size}`);
      return rows.map((row) => row.key);
    },
    async run(work, jobIds) {
      const gone = await work.rows(sql`
        delete from job_interruption where job_id = any(${sql.val([...jobIds])}::bigint[]) returning 1`);
      return gone.length;
    },
  },
];
