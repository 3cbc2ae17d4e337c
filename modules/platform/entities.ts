import { defineEntity, type InferKyselyDB, p } from '@mikro-orm/postgresql';
import type { Json, JsonObject } from './json.ts';

/**
 * The tables of the ground floor. Most are written by single statements; the entities say what the tables are, so
 * that the schema check covers them.
 */

const SettingSchema = defineEntity({
  name: 'Setting',
  tableName: 'setting',
  properties: {
    key: p.text().primary(),
    value: p.json(),
    updatedAt: p.datetime(),
  },
});
class Setting extends SettingSchema.class {}
SettingSchema.setClass(Setting);

const PersonKeySchema = defineEntity({
  name: 'PersonKey',
  tableName: 'person_key',
  properties: {
    personId: p.uuid().primary(),
    /** The person's key under the key ring; gone once the person is erased (D23). */
    wrapped: p.text().nullable(),
    createdAt: p.datetime(),
    erasedAt: p.datetime().nullable(),
  },
  checks: [{ name: 'person_key_erased_check', expression: '(wrapped is null) = (erased_at is not null)' }],
});
class PersonKey extends PersonKeySchema.class {}
PersonKeySchema.setClass(PersonKey);

const OutboxMessageSchema = defineEntity({
  name: 'OutboxMessage',
  tableName: 'outbox_message',
  properties: {
    id: p.uuid().primary(),
    channel: p.text().$type<'mail' | 'sms'>(),
    recipient: p.text(),
    subject: p.text().nullable(),
    bodyText: p.text(),
    bodyHtml: p.text().nullable(),
    links: p.json<string[]>().default('[]'),
    code: p.text().nullable(),
    messageId: p.text().nullable(),
    createdAt: p.datetime(),
  },
  checks: [{ name: 'outbox_message_channel_check', expression: "channel in ('mail', 'sms')" }],
  indexes: [
    {
      name: 'outbox_message_recipient_idx',
      expression: 'create index outbox_message_recipient_idx on outbox_message (recipient, id desc)',
    },
  ],
});
class OutboxMessage extends OutboxMessageSchema.class {}
OutboxMessageSchema.setClass(OutboxMessage);

const ThrottleSchema = defineEntity({
  name: 'Throttle',
  tableName: 'throttle',
  properties: {
    /** SHA-256 of the key, which may hold an address or an e-mail address. */
    keyHash: p.blob().primary(),
    windowStart: p.datetime(),
    hits: p.integer(),
    previousHits: p.integer(),
    /** Whether the last hit was let through. */
    allowed: p.boolean(),
    expiresAt: p.datetime(),
  },
  checks: [{ name: 'throttle_hits_check', expression: 'hits >= 0 and previous_hits >= 0' }],
  indexes: [
    {
      name: 'throttle_expires_at_idx',
      expression: 'create index throttle_expires_at_idx on throttle (expires_at)',
    },
  ],
});
class Throttle extends ThrottleSchema.class {}
ThrottleSchema.setClass(Throttle);

const HookEventSchema = defineEntity({
  name: 'HookEvent',
  tableName: 'hook_event',
  properties: {
    provider: p.text().primary(),
    eventId: p.text().primary(),
    receivedAt: p.datetime(),
    /** Emptied some time after it was handled; the row stays, so that a late replay is known. */
    body: p.json<Json>().nullable(),
    handledAt: p.datetime().nullable(),
  },
  checks: [
    { name: 'hook_event_event_id_check', expression: 'length(event_id) >= 1 and length(event_id) <= 255' },
  ],
  indexes: [
    {
      name: 'hook_event_handled_at_idx',
      expression: 'create index hook_event_handled_at_idx on hook_event (handled_at)',
    },
  ],
});
class HookEvent extends HookEventSchema.class {}
HookEventSchema.setClass(HookEvent);

const WorkerHeartbeatSchema = defineEntity({
  name: 'WorkerHeartbeat',
  tableName: 'worker_heartbeat',
  properties: {
    workerId: p.text().primary(),
    host: p.text(),
    processId: p.integer(),
    startedAt: p.datetime(),
    /** By the database's own time, as the queue's locks are. */
    seenAt: p.datetime(),
  },
});
class WorkerHeartbeat extends WorkerHeartbeatSchema.class {}
WorkerHeartbeatSchema.setClass(WorkerHeartbeat);

const JobInterruptionSchema = defineEntity({
  name: 'JobInterruption',
  tableName: 'job_interruption',
  properties: {
    jobId: p.bigint('number').primary().autoincrement(false),
    /** How often the worker died with the job in hand. */
    times: p.integer(),
    lastAt: p.datetime(),
  },
  checks: [{ name: 'job_interruption_times_check', expression: 'times >= 1' }],
});
class JobInterruption extends JobInterruptionSchema.class {}
JobInterruptionSchema.setClass(JobInterruption);

const AuditEntrySchema = defineEntity({
  name: 'AuditEntry',
  tableName: 'audit_entry',
  properties: {
    id: p.uuid().primary(),
    at: p.datetime(),
    operation: p.text(),
    action: p.text(),
    actorId: p.uuid().nullable(),
    adminId: p.uuid().nullable(),
    aboutId: p.uuid().nullable(),
    objectType: p.text().nullable(),
    objectId: p.text().nullable(),
    sessionId: p.uuid().nullable(),
    requestId: p.text().nullable(),
    address: p.text().nullable(),
    agent: p.text().nullable(),
    detail: p.json<JsonObject>().nullable(),
    /** The detail of an entry about a person, under that person's key (D23). */
    detailSealed: p.text().nullable(),
  },
  checks: [
    { name: 'audit_entry_object_check', expression: '(object_type is null) = (object_id is null)' },
    { name: 'audit_entry_detail_check', expression: 'detail is null or about_id is null' },
    { name: 'audit_entry_detail_sealed_check', expression: 'detail_sealed is null or about_id is not null' },
  ],
  triggers: [
    {
      name: 'audit_entry_append_only',
      timing: 'before',
      events: ['update', 'delete'],
      expression:
        'create trigger audit_entry_append_only before update or delete on audit_entry for each row execute function refuse_change()',
    },
  ],
  indexes: [
    {
      name: 'audit_entry_at_idx',
      expression: 'create index audit_entry_at_idx on audit_entry (at desc, id desc)',
    },
    {
      name: 'audit_entry_about_id_idx',
      expression:
        'create index audit_entry_about_id_idx on audit_entry (about_id, at desc, id desc) where about_id is not null',
    },
    {
      name: 'audit_entry_actor_id_idx',
      expression:
        'create index audit_entry_actor_id_idx on audit_entry (actor_id, at desc, id desc) where actor_id is not null',
    },
    {
      name: 'audit_entry_object_idx',
      expression:
        'create index audit_entry_object_idx on audit_entry (object_type, object_id, at desc, id desc) where object_id is not null',
    },
  ],
});
class AuditEntry extends AuditEntrySchema.class {}
AuditEntrySchema.setClass(AuditEntry);

export const platformEntities = [
  Setting,
  PersonKey,
  OutboxMessage,
  Throttle,
  HookEvent,
  WorkerHeartbeat,
  JobInterruption,
  AuditEntry,
];

/** The same tables for the query builder. */
export type PlatformTables = InferKyselyDB<
  | typeof SettingSchema
  | typeof PersonKeySchema
  | typeof OutboxMessageSchema
  | typeof ThrottleSchema
  | typeof HookEventSchema
  | typeof WorkerHeartbeatSchema
  | typeof JobInterruptionSchema
  | typeof AuditEntrySchema
>;
