import { z } from 'zod';
import { type Grade, operation, sql, staff } from '#modules/platform/index.ts';

const overview = z.object({
  people: z.number(),
  registered_last_30_days: z.number(),
  valid_scores: z.number(),
  open_applications: z.number(),
  waiting_for_approval: z.number(),
  companies: z.number(),
  by_score: z.array(z.object({ score: z.string(), people: z.number() })),
});
export type Overview = z.output<typeof overview>;

/** The figures of the staff's first page (D72). */
export const getOverview = operation({
  name: 'admin.get-overview',
  summary: 'How many people, scores, applications and companies there are.',
  access: staff,
  kind: 'read',
  input: z.object({}),
  output: overview,
  async run(work) {
    const counts = await work.row(sql<Omit<Overview, 'by_score'>>`
      select
        (select count(*) from account where role = 'USER') as people,
        (select count(*) from account where role = 'USER'
          and registered_at > ${work.now}::timestamptz - interval '30 days') as registered_last_30_days,
        (select count(*) from shield_score where ended_at is null
          and expiration + time '11:00' > ${work.now}::timestamptz at time zone 'UTC') as valid_scores,
        (select count(*) from application
          where status not in ('done', 'cancelled', 'refunded')) as open_applications,
        (select count(*) from application
          where status in ('newrequiresapproval', 'monitorrequiresapproval')) as waiting_for_approval,
        (select count(*) from company) as companies
    `);
    const byScore = await work.rows(sql<{ score: Grade; people: number }>`
      select score, count(*) as people from shield_score
      where ended_at is null and expiration + time '11:00' > ${work.now}::timestamptz at time zone 'UTC'
      group by score order by score
    `);
    if (!counts) throw new Error('Counting answers one row');
    return { ...counts, by_score: byScore };
  },
});
