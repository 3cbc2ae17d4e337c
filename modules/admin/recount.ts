import { type Portal, sql } from '#modules/platform/index.ts';

/** Adds up the changes of one figure, key and day, so that the overview reads few rows. Safe to run at any time. */
export async function foldOverviewCounts(portal: Portal): Promise<void> {
  await portal.work('admin.fold-counts', ({ rows }) =>
    rows(sql`
      with several as (
        select figure, key, day from overview_count group by figure, key, day having count(*) > 1
      ), folded as (
        delete from overview_count using several
        where (overview_count.figure, overview_count.key, overview_count.day) = (several.figure, several.key, several.day)
        returning overview_count.figure, overview_count.key, overview_count.day, change
      )
      insert into overview_count (figure, key, day, change)
      select figure, key, day, sum(change) from folded group by figure, key, day having sum(change) <> 0`),
  );
}

/**
 * Counts everything anew and puts right what is kept. Both are read by one statement, hence at one instant, so that a
 * change made meanwhile is no difference.
 * @returns how many kept counts were wrong
 */
export async function recountOverview(portal: Portal): Promise<number> {
  const wrong = await portal.work('admin.recount', ({ rows }) =>
    rows(sql`
      insert into overview_count (figure, key, day, change)
      select figure, key, day, sum(change) from (
        select figure, key, day, change from overview_recount
        union all
        select figure, key, day, -change from overview_count
      ) both_counts
      group by figure, key, day having sum(change) <> 0
      returning id`),
  );
  return wrong.length;
}
