import { DAY } from './browser.ts';
import { column } from './database/column.ts';
import { sql } from './database/sql.ts';
import { statement } from './database/statement.ts';
import { cancelJobs } from './jobs/look.ts';
import { providerHoursSweep } from './providers/look.ts';
import { purge, type Sweep } from './sweep.ts';
import { unreferredFilesSweep } from './unreferred-files.ts';
import { unusedUploadsSweep } from './unused-uploads.ts';

/** How long the body of a webhook event is kept after it was handled. */
export const HOOK_BODY_KEPT = 30 * DAY;

/** How long the id of a handled event is kept, so that it is not handled again. */
export const HOOK_EVENT_KEPT = 400 * DAY;

/** How long the sandboxes keep a mail or a text message, in development. */
export const OUTBOX_KEPT = 90 * DAY;

/** How long a job that has used up its tries is listed. */
export const FAILED_JOB_KEPT = 90 * DAY;

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

const oldHookEvents = statement({
  name: 'platform.old-hook-events',
  row,
  examples: [
    [new Date(0), null, 1],
    [new Date(0), '', 1],
  ],
  sql: (handledBefore: Date, after: string | null, size: number) => sql`
    select provider || ' ' || event_id as key from hook_event
    where handled_at < ${handledBefore}
      ${after === null ? sql`` : sql`and provider || ' ' || event_id > ${after}`}
    order by 1 limit ${size}`,
});

const deleteHookEvents = statement({
  name: 'platform.delete-hook-events',
  row,
  sql: (keys: readonly string[]) => sql`
    delete from hook_event
    where (provider, event_id) in (
      select split_part(key, ' ', 1), substr(key, strpos(key, ' ') + 1) from unnest(${sql.val(keys)}::text[]) key)
    returning provider || ' ' || event_id as key`,
});

const oldFailedJobs = statement({
  name: 'platform.old-failed-jobs',
  row,
  examples: [
    [new Date(0), null, 1],
    [new Date(0), '1', 1],
  ],
  sql: (failedBefore: Date, after: string | null, size: number) => sql`
    select lpad(id::text, 18, '0') as key from graphile_worker.jobs
    where attempts >= max_attempts and locked_at is null and updated_at < ${failedBefore}
      ${after === null ? sql`` : sql`and id > ${after}::bigint`}
    order by id limit ${size}`,
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
  providerHoursSweep,
  unusedUploadsSweep,
  unreferredFilesSweep,
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
    name: 'platform.hook-events',
    size: 1_000,
    keys: async (work, after, size) => {
      const handledBefore = new Date(work.now.getTime() - HOOK_EVENT_KEPT);
      return (await work.rows(oldHookEvents(handledBefore, after, size))).map(({ key }) => key);
    },
    run: async (work, keys) => (await work.rows(deleteHookEvents(keys))).length,
  },
  purge({
    name: 'platform.outbox',
    table: 'outbox_message',
    key: 'id',
    ended: (now) => sql`created_at <= ${new Date(now.getTime() - OUTBOX_KEPT)}`,
  }),
  {
    name: 'platform.failed-jobs',
    size: 1_000,
    keys: async (work, after, size) => {
      const failedBefore = new Date(work.now.getTime() - FAILED_JOB_KEPT);
      return (await work.rows(oldFailedJobs(failedBefore, after, size))).map(({ key }) => key);
    },
    run: async ({ db }, ids) =>
      (
        await cancelJobs(
          db,
          ids.map((id) => String(BigInt(id))),
        )
      ).length,
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
