import { anyOf, column, DAY, type Sweep, sql, statement } from '#modules/platform/index.ts';
import { askAgency } from '../jobs.ts';

/**
 * What monitoring found comes as a callback, which can get lost (D40). So the agency is asked about each check that it
 * monitors.
 */

/** How long until it is asked, and until it is asked again. */
const ASKED_AFTER = DAY;

const quietMonitoring = statement({
  name: 'applications.quiet-monitoring',
  row: { key: column.text },
  examples: [
    [new Date(0), null, 1],
    [new Date(0), '', 1],
  ],
  sql: (now: Date, after: string | null, size: number) => sql`
    select placed.id::text as key from monitored_profile profile join cra_order placed on placed.id = profile.cra_order_id
    where profile.disabled_at is null and profile.state = 'on' and placed.closed_at is not null
      and greatest(profile.created_at, placed.asked_at)
        <= ${new Date(now.getTime() - ASKED_AFTER)}::timestamptz
      ${after === null ? sql`` : sql`and profile.cra_order_id > ${after}::uuid`}
    order by profile.cra_order_id limit ${size}`,
});

const noteAsked = statement({
  name: 'applications.note-monitoring-asked',
  row: { id: column.uuid },
  examples: [[[], new Date(0)]],
  sql: (ids: readonly string[], now: Date) => sql`
    update cra_order set asked_at = ${now}::timestamptz where id = ${anyOf(ids)} returning id`,
});

/** Asks about monitored checks. */
export const quietMonitoringSweep: Sweep = {
  name: 'applications.quiet-monitoring',
  size: 200,
  keys: async (work, after, size) =>
    (await work.rows(quietMonitoring(work.now, after, size))).map(({ key }) => key),
  async run(work, ids) {
    const noted = await work.rows(noteAsked(ids, work.now));
    for (const { id: orderId } of noted)
      await work.enqueue(askAgency, { orderId }, { key: `ask-agency:${orderId}` });
    return noted.length;
  },
};
