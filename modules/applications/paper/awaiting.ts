import { anyOf, column, DAY, type Sweep, sql, staffAlertRaised, statement } from '#modules/platform/index.ts';
import { sendPaperAwaited } from '../jobs.ts';

/** Packages that were asked for but do not arrive (D94). */

/** How long before the person is reminded. */
const REMINDED_AFTER = 30 * DAY;

/** How long before staff decide. */
const DECIDED_AFTER = 60 * DAY;

const before = (now: Date, span: number) => new Date(now.getTime() - span);

const awaited = statement({
  name: 'applications.packages-to-remind',
  row: { key: column.text },
  examples: [
    [new Date(0), null, 1],
    [new Date(0), '', 1],
  ],
  sql: (now: Date, after: string | null, size: number) => sql`
    select package.id::text as key from manual_package package
    join application on application.id = package.application_id
    join account on account.id = application.account_id and account.active
    where package.closed_at is null and package.received_at is null and package.reminded_at is null
      and package.requested_at <= ${before(now, REMINDED_AFTER)}::timestamptz
      ${after === null ? sql`` : sql`and package.id > ${after}::uuid`}
    order by package.id limit ${size}`,
});

const noteReminded = statement({
  name: 'applications.note-packages-reminded',
  row: { id: column.uuid, late: column.boolean },
  examples: [[[], new Date(0)]],
  sql: (ids: readonly string[], now: Date) => sql`
    update manual_package set reminded_at = ${now}::timestamptz
    where id = ${anyOf(ids)} and closed_at is null and received_at is null and reminded_at is null
    returning id, requested_at <= ${before(now, DECIDED_AFTER)}::timestamptz as late`,
});

/**
 * Reminds the person once. If the reminder was not sent before the decision is left to staff, it is not sent at all.
 */
export const awaitedPackagesSweep: Sweep = {
  name: 'applications.packages-to-remind',
  size: 200,
  keys: async (work, after, size) => (await work.rows(awaited(work.now, after, size))).map(({ key }) => key),
  async run(work, ids) {
    const noted = await work.rows(noteReminded(ids, work.now));
    for (const { id, late } of noted) if (!late) await work.enqueue(sendPaperAwaited, { packageId: id });
    return noted.length;
  },
};

const missing = statement({
  name: 'applications.packages-missing',
  row: { key: column.text },
  examples: [
    [new Date(0), null, 1],
    [new Date(0), '', 1],
  ],
  sql: (now: Date, after: string | null, size: number) => sql`
    select id::text as key from manual_package
    where closed_at is null and received_at is null and alerted_at is null
      and requested_at <= ${before(now, DECIDED_AFTER)}::timestamptz
      ${after === null ? sql`` : sql`and id > ${after}::uuid`}
    order by id limit ${size}`,
});

const noteMissing = statement({
  name: 'applications.note-packages-missing',
  row: { id: column.uuid, account_id: column.uuid, application_id: column.uuid },
  examples: [[[], new Date(0)]],
  sql: (ids: readonly string[], now: Date) => sql`
    update manual_package package set alerted_at = ${now}::timestamptz
    from application
    where package.id = ${anyOf(ids)} and package.closed_at is null and package.received_at is null
      and package.alerted_at is null and application.id = package.application_id
    returning package.id, application.account_id, package.application_id`,
});

/** Leaves the decision to staff. This happens once. */
export const missingPackagesSweep: Sweep = {
  name: 'applications.packages-missing',
  size: 200,
  keys: async (work, after, size) => (await work.rows(missing(work.now, after, size))).map(({ key }) => key),
  async run(work, ids) {
    const noted = await work.rows(noteMissing(ids, work.now));
    for (const row of noted) {
      await work.publish(staffAlertRaised, {
        alertType: 'application_manual_review',
        eventId: row.id,
        accountId: row.account_id,
        applicationId: row.application_id,
        reason: 'package-missing',
      });
    }
    return noted.length;
  },
};
