import { defineEntity, type InferKyselyDB, p } from '@mikro-orm/postgresql';
import type { WebhookEvent, WebhookFailure } from '../fields.ts';

/** An address of a company that is told what happens in its network (D136). */
const WebhookEndpointSchema = defineEntity({
  name: 'WebhookEndpoint',
  tableName: 'webhook_endpoint',
  properties: {
    id: p.uuid().primary(),
    companyId: p.uuid(),
    address: p.text(),
    /** The kinds of events that it gets. */
    events: p.array().columnType('text[]').$type<WebhookEvent[]>(),
    secretSealed: p.text(),
    secretLastFour: p.text(),
    secretMadeAt: p.datetime(),
    /** Signs beside the new one for a day after a rotation. */
    formerSecretSealed: p.text().nullable(),
    formerSecretUntil: p.datetime().nullable(),
    madeByAccountId: p.uuid(),
    madeAt: p.datetime(),
    /** The first failed try since the last one that worked. */
    failingSince: p.datetime().nullable(),
    offSince: p.datetime().nullable(),
    offBecause: p.text().$type<'failures' | 'gone'>().nullable(),
    /** The job that sends to it now, and until when it may. */
    sendingBy: p.text().nullable(),
    sendingUntil: p.datetime().nullable(),
  },
});
class WebhookEndpoint extends WebhookEndpointSchema.class {}
WebhookEndpointSchema.setClass(WebhookEndpoint);

/** One event for one endpoint, with the result of the last try. */
const WebhookDeliverySchema = defineEntity({
  name: 'WebhookDelivery',
  tableName: 'webhook_delivery',
  properties: {
    id: p.uuid().primary(),
    endpointId: p.uuid(),
    /** The same for all endpoints of the company, and at each repetition. */
    eventId: p.uuid(),
    eventType: p.text(),
    /** JSON, as it is signed and sent. */
    body: p.text(),
    createdAt: p.datetime(),
    state: p.text().$type<'waiting' | 'delivered' | 'failed'>(),
    tries: p.integer().default(0),
    nextTryAt: p.datetime().nullable(),
    lastTryAt: p.datetime().nullable(),
    /** The header of the last try. */
    signature: p.text().nullable(),
    answerStatus: p.integer().nullable(),
    /** Milliseconds. */
    answerMs: p.integer().nullable(),
    /** The beginning of what it answered. */
    answerBody: p.text().nullable(),
    failure: p.text().$type<WebhookFailure>().nullable(),
  },
});
class WebhookDelivery extends WebhookDeliverySchema.class {}
WebhookDeliverySchema.setClass(WebhookDelivery);

export const webhookEntities = [WebhookEndpoint, WebhookDelivery];

declare module '#modules/platform/index.ts' {
  interface Tables extends InferKyselyDB<typeof WebhookEndpointSchema | typeof WebhookDeliverySchema> {}
}
