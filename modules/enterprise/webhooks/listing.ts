import { z } from 'zod';
import { column, operation, sql, statement, type Work } from '#modules/platform/index.ts';
import { companyMember } from '../access.ts';
import { webhookTimes } from '../limits.ts';
import type { CompanySide } from './endpoints.ts';

const endpointsOf = statement({
  name: 'enterprise.list-webhooks',
  row: {
    id: column.uuid,
    address: column.text,
    events: column.textList,
    secret_last_four: column.text,
    secret_made_at: column.instant,
    former_secret_until: column.instant.nullable(),
    failing_since: column.instant.nullable(),
    off_since: column.instant.nullable(),
    off_because: column.oneOf(['failures', 'gone']).nullable(),
    /** Of the listed deliveries. */
    failed: column.count,
  },
  examples: [['', new Date(0)]],
  sql: (companyId: string, now: Date) => sql`
    select e.id, e.address, e.events, e.secret_last_four, e.secret_made_at,
      case when e.former_secret_until > ${now}::timestamptz then e.former_secret_until end as former_secret_until,
      e.failing_since, e.off_since, e.off_because,
      (select count(*) from webhook_delivery d where d.endpoint_id = e.id and d.state = 'failed'
        and d.created_at > ${new Date(now.getTime() - webhookTimes.kept)}::timestamptz) as failed
    from webhook_endpoint e where e.company_id = ${companyId} order by e.made_at, e.id`,
});

export const endpointAnswer = z.object({
  id: z.uuid(),
  address: z.string(),
  events: z.array(z.string()),
  secret_last_four: z.string(),
  secret_made_at: z.date(),
  former_secret_until: z
    .date()
    .nullable()
    .describe('Until when the former secret signs, too. Null if there is none.'),
  failing_since: z.date().nullable(),
  off_since: z.date().nullable(),
  off_because: z.enum(['failures', 'gone']).nullable(),
  failed: z.number().describe('Deliveries that failed for good or were not sent, and can be sent again.'),
});

/** The endpoints of the caller's company. */
export const readEndpoints = (work: Pick<Work<CompanySide>, 'rows' | 'now' | 'caller'>) =>
  work.rows(endpointsOf(work.caller.companyId, work.now));

export const listWebhooks = operation({
  name: 'enterprise.list-webhooks',
  summary: 'The endpoints of the caller’s company, without their secrets.',
  access: companyMember('owner'),
  kind: 'read',
  input: z.object({}),
  output: z.object({ webhooks: z.array(endpointAnswer) }),
  run: async (work) => ({ webhooks: await readEndpoints(work) }),
});
