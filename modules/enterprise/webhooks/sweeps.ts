import { anyOf, column, purge, type Sweep, sql, statement } from '#modules/platform/index.ts';
import { sendWebhooks } from '../jobs.ts';
import { webhookTimes } from '../limits.ts';

const dueEndpoints = statement({
  name: 'enterprise.due-webhook-endpoints',
  row: { key: column.text },
  examples: [
    [new Date(0), null, 1],
    [new Date(0), '', 1],
  ],
  sql: (now: Date, after: string | null, size: number) => sql`
    select distinct endpoint_id::text as key from webhook_delivery
    where state = 'waiting' and next_try_at <= ${now}::timestamptz
      ${after === null ? sql`` : sql`and endpoint_id > ${after}`}
    order by 1 limit ${size}`,
});

/** Has what is due sent: the tries after longer waits, and what a worker left when it died. */
export const dueWebhooks: Sweep = {
  name: 'enterprise.due-webhooks',
  size: 1_000,
  keys: async (work, after, size) =>
    (await work.rows(dueEndpoints(work.now, after, size))).map(({ key }) => key),
  async run(work, keys) {
    await work.enqueueAll(
      sendWebhooks,
      keys.map((endpointId) => ({ endpointId })),
    );
    return keys.length;
  },
};

/** Deletes deliveries that are no longer listed, and secrets that no longer sign. */
export const webhookSweeps: readonly Sweep[] = [
  purge({
    name: 'enterprise.old-webhook-deliveries',
    table: 'webhook_delivery',
    key: 'id',
    companies: sql`select company_id from webhook_endpoint where id = t.endpoint_id`,
    ended: (now) => sql`created_at <= ${new Date(now.getTime() - webhookTimes.kept)}`,
  }),
  {
    name: 'enterprise.former-webhook-secrets',
    size: 1_000,
    async keys({ db, now }, after, size) {
      const rows = await db
        .selectFrom('webhook_endpoint')
        .select('id')
        .where('former_secret_until', '<=', now)
        .$if(after !== null, (query) => query.where('id', '>', after ?? ''))
        .orderBy('id')
        .limit(size)
        .execute();
      return rows.map(({ id }) => id);
    },
    async run({ db }, ids) {
      const { numUpdatedRows } = await db
        .updateTable('webhook_endpoint')
        .set({ former_secret_sealed: null, former_secret_until: null })
        .where('id', '=', anyOf(ids))
        .executeTakeFirst();
      return Number(numUpdatedRows);
    },
  },
];
