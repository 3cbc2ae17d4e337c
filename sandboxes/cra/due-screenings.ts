import { column, type Fragment, type Sweep, sql, statement, type Work } from '#modules/platform/index.ts';
import type { Screening } from './screening-row.ts';

/** A sweep that sends the portal what is due for screenings. */
export function dueScreenings(sweep: {
  name: string;
  /** The condition for rows of sandbox.screening that are due. */
  due(now: Date): Fragment;
  /** @param screening locked */
  tell(work: Work<unknown>, screening: Screening): Promise<void>;
}): Sweep {
  const due = statement({
    name: `${sweep.name}.due`,
    row: { key: column.text },
    examples: [
      [new Date(0), null, 1],
      [new Date(0), '', 1],
    ],
    sql: (now: Date, after: string | null, size: number) => sql`
      select id::text as key from sandbox.screening
      where (${sweep.due(now)}) ${after === null ? sql`` : sql`and id > ${after}::uuid`}
      order by id limit ${size}`,
  });
  return {
    name: sweep.name,
    size: 100,
    keys: async (work, after, size) => (await work.rows(due(work.now, after, size))).map(({ key }) => key),
    async run(work, ids) {
      for (const id of ids) {
        const screening = await work.db
          .selectFrom('sandbox.screening')
          .selectAll()
          .where('id', '=', id)
          .forUpdate()
          .executeTakeFirst();
        if (screening) await sweep.tell(work, screening);
      }
      return ids.length;
    },
  };
}
