import { z } from 'zod';
import { type WebhookEvent, webhookEvents } from '../fields.ts';

/** What the body of each event says beside its type and time: ids and statuses alone (D136). */

const connection = z.strictObject({
  connectionid: z.uuid(),
  reason: z.string().describe('What happened, as in the history of the connection.'),
});

export const eventData = {
  'connection.accepted': connection,
  'connection.status_changed': z.strictObject({
    connectionid: z.uuid(),
    status: z.string(),
    previous_status: z.string(),
  }),
  'connection.removed': connection,
  'score.changed': z.strictObject({
    connectionid: z.uuid(),
    status: z.string().describe('The status of the connection. Ask for the connection to see the score.'),
  }),
  'alert.created': z.strictObject({ alertid: z.uuid(), alerttype: z.string(), connectionid: z.uuid() }),
  'invitation.delivered': z.strictObject({ connectionid: z.uuid() }),
  'invitation.bounced': connection,
  'adverse_action.updated': z.strictObject({
    adverseactionid: z.uuid(),
    update: z.string().describe('What happened, as in the evidence of the case.'),
  }),
  'bulk.finished': z.strictObject({ bulkid: z.uuid(), status: z.literal('done') }),
  ping: z.strictObject({ endpointid: z.uuid() }),
} satisfies Record<WebhookEvent | 'ping', z.ZodType>;

const id = '0193b1c2-7d4e-7a10-9c3f-2b6a5e8d4f10';

const examples: { [E in keyof typeof eventData]: z.output<(typeof eventData)[E]> } = {
  'connection.accepted': { connectionid: id, reason: 'accepted' },
  'connection.status_changed': { connectionid: id, status: 'CURRENT', previous_status: 'CHECKINPROGRESS' },
  'connection.removed': { connectionid: id, reason: 'left' },
  'score.changed': { connectionid: id, status: 'CURRENT' },
  'alert.created': { alertid: id, alerttype: 'expired', connectionid: id },
  'invitation.delivered': { connectionid: id },
  'invitation.bounced': { connectionid: id, reason: 'bounced' },
  'adverse_action.updated': { adverseactionid: id, update: 'delivered' },
  'bulk.finished': { bulkid: id, status: 'done' },
  ping: { endpointid: id },
};

const summaries = { ...webhookEvents, ping: 'A test, sent when you ask for it' };

/** Every event for the reference, with its whole body. */
export const documentedEvents = (Object.keys(eventData) as (keyof typeof eventData)[]).map((name) => ({
  name,
  summary: `${summaries[name]}.`,
  body: z.strictObject({ type: z.literal(name), timestamp: z.iso.datetime(), data: eventData[name] }),
  example: { type: name, timestamp: '2026-11-28T15:00:00.000Z', data: examples[name] },
}));
