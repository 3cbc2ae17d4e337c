import { column, type Portal, sql, statement } from '#modules/platform/index.ts';

const foldCounts = statement({
  name: 'admin.fold-counts',
  row: {},
  sql: () => sql`
    with several as (
      select figure, key, day from overview_count group by figure, key, day having count(*) > 1
    ), folded as (
      delete from overview_count using several
      where (overview_count.figure, overview_count.key, overview_count.day) = (several.figure, several.key, several.day)
      returning overview_count.figure, overview_count.key, overview_count.day, change
    )
    insert into overview_count (figure, key, day, change)
    select figure, key, day, sum(change) from folded group by figure, key, day having sum(change) <> 0`,
});

/**
 * Merges the changes of each figure, key and day into one row, so that the overview has to read few rows. Safe to run
 * at any time.
 */
export async function foldOverviewCounts(portal: Portal): Promise<void> {
  await portal.work('admin.fold-counts', (work) => work.rows(foldCounts()));
}

const correctCounts = statement({
  name: 'admin.correct-counts',
  row: { id: column.uuid },
  sql: () => sql`
    insert into overview_count (figure, key, day, change)
    select figure, key, day, sum(change) from (
      select figure, key, day, change from overview_recount
      union all
      select figure, key, day, -change from overview_count
    ) both_counts
    group by figure, key, day having sum(change) <> 0
    returning id`,
});

/**
 * Counts all rows again and corrects the stored counts. One statement reads both, so that a change in between does not
 * look like an error.
 * @returns how many stored counts were wrong
 */
export async function recountOverview(portal: Portal): Promise<number> {
  const wrong = await portal.work('admin.recount', (work) => work.rows(correctCounts()));
  return wrong.length;
}
