import { DAY } from './browser.ts';
import { column } from './database/column.ts';
import { sql } from './database/sql.ts';
import { statement } from './database/statement.ts';
import { purge, type Sweep } from './sweep.ts';

/** How long the body of a webhook event is kept after it was handled. */
const HOOK_BODY_KEPT = 30 * DAY;

const row = { key: column.text };

/** The keys of events whose body is no longer needed: provider and event id, separated by a space. */
const oldHookBodies = statement({
  name: 'platform.old-hook-bodies',
  row,
  examples: [
    [new Date(0), null, 1],
    [new Date(0), '', 1],
  ],
  sql: (handledBefore: Date, after: string | null, size: number) => sql`
    select provider || ' ' || event_id as key from hook_event
    where handled_at < ${handledBefore} and body is not null
      ${after === null ? sql`` : sql`and provider || ' ' || event_id > ${after}`}
    order by 1 limit ${size}`,
});

const emptyHookBodies = statement({
  name: 'platform.empty-hook-bodies',
  row,
  sql: (keys: readonly string[]) => sql`
    update hook_event set body = null
    where (provider, event_id) in (
      select split_part(key, ' ', 1), substr(key, strpos(key, ' ') + 1) from unnest(${sql.val(keys)}::text[]) key)
    returning provider || ' ' || event_id as key`,
});

const endedInterruptions = statement({
  name: 'platform.ended-interruptions',
  row,
  examples: [
    [null, 1],
    ['', 1],
  ],
  sql: (after: string | null, size: number) => sql`
    select job_id::text as key from job_interruption i
    where not exists (select from graphile_worker.jobs j where j.id = i.job_id)
      ${after === null ? sql`` : sql`and job_id > ${after}`}
    order by job_id limit ${size}`,
});

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
    keys: async (work, after, size) => {
      const handledBefore = new Date(work.now.getTime() - HOOK_BODY_KEPT);
      return (await work.rows(oldHookBodies(handledBefore, after, size))).map(({ key }) => key);
    },
    run: async (work, keys) => (await work.rows(emptyHookBodies(keys))).length,
  },
  {
    // Deletes the interruptions of jobs that no longer exist.
    name: 'platform.interruptions',
    size: 5_000,
    keys: async (work, after, size) =>
      (await work.rows(endedInterruptions(after, size))).map(({ key }) => key),
    run: async ({ db }, jobIds) => {
      const { numDeletedRows } = await db
        .deleteFrom('job_interruption')
        .where('job_id', '=', sql<number>`any(${sql.val(jobIds)}::bigint[])`)
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  },
];
