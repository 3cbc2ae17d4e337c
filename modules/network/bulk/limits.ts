import { z } from 'zod';
import { getCompany } from '#modules/enterprise/index.ts';
import { DAY, operation, staff, type Work } from '#modules/platform/index.ts';
import { networkAudit } from '../audit.ts';
import { BULK_MOST_ROWS_IN_DAY, BULK_ROWS_IN_DAY } from '../limits.ts';

/** How many rows a company sends in a day, which ends at midnight UTC. */

const dayOf = (now: Date) => now.toISOString().slice(0, 10);

/** When the next day begins. */
export const nextDay = (now: Date) =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1));

export async function readDailyLimit(
  { db, now }: Pick<Work, 'db' | 'now'>,
  companyId: string,
): Promise<{ limit: number; left: number }> {
  const raised = await db
    .selectFrom('bulk_limit')
    .select('daily_rows')
    .where('company_id', '=', companyId)
    .executeTakeFirst();
  const used = await db
    .selectFrom('bulk_day')
    .select('rows')
    .where('company_id', '=', companyId)
    .where('day', '=', dayOf(now))
    .executeTakeFirst();
  const limit = raised?.daily_rows ?? BULK_ROWS_IN_DAY;
  return { limit, left: Math.max(0, limit - (used?.rows ?? 0)) };
}

/** How many invitations a company can send from now until an instant, at its limit of now. */
export function sendableUntil(
  now: Date,
  until: Date,
  { limit, left }: { limit: number; left: number },
): number {
  const days = Math.floor((until.getTime() - nextDay(now).getTime()) / DAY) + 1;
  return left + limit * Math.max(0, days);
}

/** Counts rows of a company that are sent now. The caller has locked the company's day. */
export async function countRows(
  { db, now }: Pick<Work, 'db' | 'now'>,
  companyId: string,
  rows: number,
): Promise<void> {
  if (rows === 0) return;
  await db
    .insertInto('bulk_day')
    .values({ company_id: companyId, day: dayOf(now), rows })
    .onConflict((same) =>
      same.columns(['company_id', 'day']).doUpdateSet((row) => ({ rows: row('bulk_day.rows', '+', rows) })),
    )
    .execute();
}

export const setBulkLimit = operation({
  name: 'network.set-bulk-limit',
  summary: 'Sets how many rows of files a company may invite in a day.',
  access: staff,
  kind: 'write',
  input: z.object({
    companyid: z.uuid(),
    daily_rows: z.number().int().min(BULK_ROWS_IN_DAY).max(BULK_MOST_ROWS_IN_DAY),
  }),
  output: z.object({ companyid: z.uuid() }),
  async run(work, { companyid, daily_rows }) {
    await getCompany(work, companyid);
    const set = { daily_rows, set_by_account_id: work.caller.accountId, set_at: work.now };
    await work.db
      .insertInto('bulk_limit')
      .values({ company_id: companyid, ...set })
      .onConflict((same) => same.column('company_id').doUpdateSet(set))
      .execute();
    await work.audit({
      action: networkAudit.bulkLimitSet,
      object: { type: 'company', id: companyid },
      detail: { daily_rows },
    });
    return { companyid };
  },
});
