import { anyOf, column, type Sweep, sql, staffAlertRaised, statement } from '#modules/platform/index.ts';
import { disputeKinds } from '../entities/score.ts';
import { sendDisputeMail } from '../jobs.ts';
import { alertTypeOf } from './opening.ts';

const overdue = statement({
  name: 'applications.overdue-disputes',
  row: { key: column.text },
  examples: [
    [new Date(0), null, 1],
    [new Date(0), '', 1],
  ],
  sql: (now: Date, after: string | null, size: number) => sql`
    select id::text as key from dispute
    where resolved_at is null and overdue_at is null and due_at <= ${now}::timestamptz
      ${after === null ? sql`` : sql`and id > ${after}::uuid`}
    order by id limit ${size}`,
});

const noteOverdue = statement({
  name: 'applications.note-overdue-disputes',
  row: {
    id: column.uuid,
    account_id: column.uuid,
    application_id: column.uuid,
    due_at: column.instant,
    kind: column.oneOf(disputeKinds),
  },
  examples: [[[], new Date(0)]],
  sql: (ids: readonly string[], now: Date) => sql`
    update dispute set overdue_at = ${now}::timestamptz
    where id = ${anyOf(ids)} and resolved_at is null and overdue_at is null and due_at <= ${now}::timestamptz
    returning id, account_id, application_id, due_at, kind`,
});

/**
 * Cases that were not answered in time: staff are told once, and in a dispute, in which the agency is late, the person
 * as well (D46).
 */
export const overdueDisputesSweep: Sweep = {
  name: 'applications.overdue-disputes',
  size: 200,
  keys: async (work, after, size) => (await work.rows(overdue(work.now, after, size))).map(({ key }) => key),
  async run(work, ids) {
    const noted = await work.rows(noteOverdue(ids, work.now));
    for (const row of noted) {
      await work.publish(staffAlertRaised, {
        alertType: alertTypeOf(row.kind),
        eventId: row.id,
        accountId: row.account_id,
        applicationId: row.application_id,
        reason: 'overdue',
        dueAt: row.due_at,
      });
      if (row.kind === 'error') {
        await work.enqueue(sendDisputeMail, { disputeId: row.id, occasion: 'overdue' });
      }
    }
    return noted.length;
  },
};
