import { column, type Figures, type Portal, sql, statement } from '#modules/platform/index.ts';

const waiting = statement({
  name: 'enterprise.figures-webhooks',
  row: { waiting: column.count, age: column.real },
  sql: () => sql`
    select count(*) as waiting, coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as age
    from webhook_delivery where state = 'waiting'`,
});

/** What companies' endpoints have not taken yet. */
export const webhookFigures = ({ readingDb }: Pick<Portal, 'readingDb'>): Figures[] => {
  const read = async (of: 'waiting' | 'age') =>
    (await waiting().execute(readingDb)).rows.map((row) => ({ labels: {}, value: row[of] }));
  return [
    {
      name: 'shield_webhooks_waiting',
      help: 'Webhook deliveries that are still tried',
      labels: [],
      read: () => read('waiting'),
    },
    {
      name: 'shield_webhooks_age_seconds',
      help: 'For how long the oldest of them has been tried',
      labels: [],
      read: () => read('age'),
    },
  ];
};
