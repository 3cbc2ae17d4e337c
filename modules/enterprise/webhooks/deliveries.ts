import { z } from 'zod';
import { column, operation, sql, statement, type Work } from '#modules/platform/index.ts';
import { companyMember } from '../access.ts';
import { type WebhookFailure, webhookFailures } from '../fields.ts';
import { webhookTimes } from '../limits.ts';
import { Refusal } from '../refusals.ts';
import type { CompanySide } from './endpoints.ts';
import { headersOf, messageIdOf } from './secret.ts';

/** What was sent to the endpoints of a company in the last 30 days. */

type Reading = Pick<Work<CompanySide>, 'db' | 'rows' | 'now' | 'caller'>;

const PAGE = 20;
const failures = Object.keys(webhookFailures) as [WebhookFailure, ...WebhookFailure[]];
const states = ['waiting', 'delivered', 'failed'] as const;

const row = {
  id: column.uuid,
  address: column.text,
  event_type: column.text,
  created_at: column.instant,
  state: column.oneOf(states),
  tries: column.integer,
  next_try_at: column.instant.nullable(),
  last_try_at: column.instant.nullable(),
  answer_status: column.integer.nullable(),
  answer_ms: column.integer.nullable(),
  failure: column.oneOf(failures).nullable(),
};
const columns = sql`d.id, e.address, d.event_type, d.created_at, d.state, d.tries, d.next_try_at, d.last_try_at,
  d.answer_status, d.answer_ms, d.failure`;

const listed = (companyId: string, now: Date) => sql`
  from webhook_delivery d join webhook_endpoint e on e.id = d.endpoint_id
  where e.company_id = ${companyId} and d.created_at > ${new Date(now.getTime() - webhookTimes.kept)}::timestamptz`;

/** Whose last try failed, also if another one follows. */
const didFail = sql`d.failure is not null`;

interface Asked {
  /** Whether only those are wanted whose last try failed. */
  failed: boolean;
  /** The last delivery of the page before. */
  before: string | undefined;
  size: number;
}

const deliveriesOf = statement({
  name: 'enterprise.list-webhook-deliveries',
  row,
  examples: [
    ['', new Date(0), { failed: false, before: undefined, size: 1 }],
    ['', new Date(0), { failed: true, before: '', size: 1 }],
  ],
  sql: (companyId: string, now: Date, { failed, before, size }: Asked) => sql`
    select ${columns} ${listed(companyId, now)} ${failed ? sql`and ${didFail}` : sql``}
      ${before === undefined ? sql`` : sql`and (d.created_at, d.event_id, d.id) < (select last.created_at, last.event_id, last.id from webhook_delivery last where last.id = ${before})`}
    order by d.created_at desc, d.event_id desc, d.id desc limit ${size + 1}`,
});

const countDeliveries = statement({
  name: 'enterprise.count-webhook-deliveries',
  row: { all: column.count, failed: column.count },
  examples: [['', new Date(0)]],
  sql: (companyId: string, now: Date) => sql`
    select count(*) as "all", count(*) filter (where ${didFail}) as failed ${listed(companyId, now)}`,
});

const deliveryOf = statement({
  name: 'enterprise.get-webhook-delivery',
  row: {
    ...row,
    event_id: column.uuid,
    body: column.text,
    signature: column.text.nullable(),
    answer_body: column.text.nullable(),
  },
  examples: [['', new Date(0), '']],
  sql: (companyId: string, now: Date, deliveryId: string) => sql`
    select ${columns}, d.event_id, d.body, d.signature, d.answer_body ${listed(companyId, now)} and d.id = ${deliveryId}`,
});

export const deliveryAnswer = z.object({
  id: z.uuid(),
  address: z.string(),
  event_type: z.string(),
  created_at: z.date(),
  state: z.enum(states),
  tries: z.number(),
  next_try_at: z.date().nullable(),
  last_try_at: z.date().nullable(),
  answer_status: z.number().nullable(),
  answer_ms: z.number().nullable(),
  failure: z.enum(failures).nullable(),
});

/** A page of the deliveries of the caller's company, newest first. */
export async function readDeliveries(work: Reading, asked: Asked) {
  const deliveries = await work.rows(deliveriesOf(work.caller.companyId, work.now, asked));
  return { deliveries: deliveries.slice(0, asked.size), more: deliveries.length > asked.size };
}

export async function isOwnDelivery({ db, caller }: Reading, deliveryId: string): Promise<boolean> {
  const own = await db
    .selectFrom('webhook_delivery as d')
    .innerJoin('webhook_endpoint as e', 'e.id', 'd.endpoint_id')
    .select('d.id')
    .where('d.id', '=', deliveryId)
    .where('e.company_id', '=', caller.companyId)
    .executeTakeFirst();
  return own !== undefined;
}

/** @throws Refusal not-found, including for one of another company */
export async function readDelivery(work: Reading, deliveryId: string) {
  const [found] = await work.rows(deliveryOf(work.caller.companyId, work.now, deliveryId));
  if (!found) throw new Refusal('not-found', { detail: `webhook delivery ${deliveryId}` });
  return found;
}

export const listWebhookDeliveries = operation({
  name: 'enterprise.list-webhook-deliveries',
  summary: 'What was sent to the endpoints of the caller’s company in the last 30 days, newest first.',
  access: companyMember('owner'),
  kind: 'read',
  input: z.object({
    failed: z.boolean().default(false),
    /** The last delivery of the page before. */
    before: z.uuid().optional(),
  }),
  output: z.object({
    all: z.number(),
    failed: z.number(),
    deliveries: z.array(deliveryAnswer),
    /** Whether there are older ones. */
    more: z.boolean(),
  }),
  async run(work, { failed, before }) {
    const { companyId } = work.caller;
    if (before !== undefined && !(await isOwnDelivery(work, before)))
      throw new Refusal('not-found', { detail: `webhook delivery ${before}` });
    const [counts] = await work.rows(countDeliveries(companyId, work.now));
    return {
      all: counts?.all ?? 0,
      failed: counts?.failed ?? 0,
      ...(await readDeliveries(work, { failed, before, size: PAGE })),
    };
  },
});

export const getWebhookDelivery = operation({
  name: 'enterprise.get-webhook-delivery',
  summary: 'One delivery, with what was sent and what was answered at the last try.',
  access: companyMember('owner'),
  kind: 'read',
  input: z.object({ deliveryid: z.uuid() }),
  output: deliveryAnswer.extend({
    /** Of the last try, one `name: value` a line; empty before the first. */
    headers: z.string(),
    body: z.string(),
    answer_body: z.string().nullable(),
  }),
  async run(work, { deliveryid }) {
    const { event_id, signature, ...rest } = await readDelivery(work, deliveryid);
    const sent =
      signature === null || rest.last_try_at === null
        ? {}
        : headersOf({
            id: messageIdOf(event_id),
            timestamp: String(Math.floor(rest.last_try_at.getTime() / 1000)),
            signature,
          });
    const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}`);
    return { ...rest, headers: lines.join('\n') };
  },
});
