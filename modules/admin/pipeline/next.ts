import { z } from 'zod';
import { operation, type RawBuilder, sql, staff } from '#modules/platform/index.ts';
import { Refusal } from '../refusals.ts';
import { narrowed, pipelineGrid } from './pipeline.ts';

/** The condition on `p` for alerts that somebody may decide: another admin decides a refund than who issued it. */
export const decidableBy = (accountId: string): RawBuilder<boolean> => sql<boolean>`not exists (
  select from refund where p.alert_type = 'refund' and refund.id = p.event_id
    and refund.requested_by = ${accountId})`;

/**
 * The open alert of the same kind that comes after one in the queue, with the queue's filters and order, and the first
 * one after the last. A refund is not offered to whoever issued it, because another admin decides.
 * @throws Refusal not-found
 */
export const getNextAlert = operation({
  name: 'admin.get-next-alert',
  summary: 'Which alert of the same kind comes next in the queue, and how many wait.',
  access: staff,
  kind: 'read',
  input: pipelineGrid.input.extend({ alertid: z.uuid() }),
  output: z.object({ alert: pipelineGrid.row.nullable(), left: z.number().int() }),
  async run(work, { alertid, ...queue }) {
    const current = await work.db
      .selectFrom('pipeline_alert')
      .select(['alert_type', 'due_at', 'raised_at'])
      .where('id', '=', alertid)
      .executeTakeFirst();
    if (!current) throw new Refusal('not-found', { detail: `alert ${alertid}` });
    const { accountId } = work.caller;
    const asked = { ...queue, state: 'all' as const, type: current.alert_type, page: 1, before: undefined };
    const where = sql<boolean>`${narrowed(work, asked)} and p.id <> ${alertid}
      and ${decidableBy(accountId)}`;
    const at = queue.sort === 'raised' ? current.raised_at : (current.due_at ?? withoutDeadline);
    const after = pipelineGrid.cursorAfter(queue.sort, { value: `${at.getTime()}000`, id: alertid });
    const following = await pipelineGrid.read(work, { ...asked, after }, { where }, work.caller.accountId);
    const [next] =
      following.rows.length > 0 || following.total === 0
        ? following.rows
        : (await pipelineGrid.read(work, { ...asked, after: undefined }, { where }, work.caller.accountId))
            .rows;
    return { alert: next ?? null, left: following.total };
  },
});

/** The place of an alert without a deadline in the order of deadlines. */
const withoutDeadline = new Date('9999-12-31T00:00:00Z');
