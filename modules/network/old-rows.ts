import { column, DAY, purge, type Sweep, sql, statement, YEAR } from '#modules/platform/index.ts';
import { networkTimings } from './limits.ts';

/** What the network deletes after some time because nobody needs it any more (D140). */

/** How long alerts of a network are listed. */
export const NETWORK_ALERT_KEPT = 2 * YEAR;

/** How long it is kept that somebody asked to see a private score. */
export const ACCESS_REQUEST_KEPT = YEAR;

/** How long it is kept whom a person searched for: as long as it is counted, and a day more. */
export const SEARCH_ENTRY_KEPT = networkTimings['search.free-window'] + DAY;

const row = { key: column.text };

const oldSearches = statement({
  name: 'network.old-searches',
  row,
  examples: [
    [new Date(0), null, 1],
    [new Date(0), '', 1],
  ],
  sql: (before: Date, after: string | null, size: number) => sql`
    select searcher_id || ' ' || person_id as key from search_entry
    where counted_at <= ${before} ${after === null ? sql`` : sql`and searcher_id || ' ' || person_id > ${after}`}
    order by 1 limit ${size}`,
});

const deleteSearches = statement({
  name: 'network.delete-searches',
  row,
  sql: (keys: readonly string[]) => sql`
    delete from search_entry where (searcher_id, person_id) in (
      select split_part(key, ' ', 1)::uuid, split_part(key, ' ', 2)::uuid from unnest(${sql.val(keys)}::text[]) key)
    returning searcher_id || ' ' || person_id as key`,
});

export const oldRowsSweeps: readonly Sweep[] = [
  purge({
    name: 'network.old-alerts',
    table: 'network_alert',
    key: 'id',
    people: sql`t.account_id`,
    companies: sql`t.company_id`,
    ended: (now) => sql`at <= ${new Date(now.getTime() - NETWORK_ALERT_KEPT)}`,
  }),
  purge({
    name: 'network.access-requests',
    table: 'access_request',
    key: 'id',
    people: sql`t.person_id, t.asked_by_account_id, t.owner_account_id`,
    companies: sql`t.owner_company_id`,
    ended: (now) => sql`asked_at <= ${new Date(now.getTime() - ACCESS_REQUEST_KEPT)}`,
  }),
  {
    name: 'network.old-searches',
    size: 1_000,
    keys: async (work, after, size) => {
      const before = new Date(work.now.getTime() - SEARCH_ENTRY_KEPT);
      return (await work.rows(oldSearches(before, after, size))).map(({ key }) => key);
    },
    run: async (work, keys) => (await work.rows(deleteSearches(keys))).length,
  },
];
