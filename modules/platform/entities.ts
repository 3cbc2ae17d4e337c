import { defineEntity, type InferKyselyDB, p } from '@mikro-orm/postgresql';
import type { Json, JsonObject } from './json.ts';

/**
 * The tables of platform. Most are written by single statements. The entities describe them so that the schema check
 * covers them.
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
    /** The person's key, encrypted by the key ring; null after the person was erased (D23). */
    wrapped: p.text().nullable(),
    createdAt: p.datetime(),
    erasedAt: p.datetime().nullable(),
  },
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
    /** The files that were attached, with their content in base64. */
    attachments: p.json<{ filename: string; contentType: string; content: string }[]>().default('[]'),
    createdAt: p.datetime(),
  },
});
class OutboxMessage extends OutboxMessageSchema.class {}
OutboxMessageSchema.setClass(OutboxMessage);

const ThrottleSchema = defineEntity({
  name: 'Throttle',
  tableName: 'throttle',
  properties: {
    /** SHA-256 of the key, which may hold an address or an email address. */
    keyHash: p.blob().primary(),
    windowStart: p.datetime(),
    hits: p.integer(),
    previousHits: p.integer(),
    /** Whether the last hit was allowed. */
    allowed: p.boolean(),
    expiresAt: p.datetime(),
  },
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
    /** Set to null some time after it was handled. The row stays, so that a late repetition is recognized. */
    body: p.json<Json>().nullable(),
    handledAt: p.datetime().nullable(),
  },
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
    /** In the database's time, like the locks of the queue. */
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
    /** How often a worker died while it ran the job. */
    times: p.integer(),
    lastAt: p.datetime(),
  },
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
    /** The company whose team the actor was in. */
    companyId: p.uuid().nullable(),
    aboutId: p.uuid().nullable(),
    objectType: p.text().nullable(),
    objectId: p.text().nullable(),
    sessionId: p.uuid().nullable(),
    /** The key of a company that did it (D134); there is no actor then. */
    keyId: p.uuid().nullable(),
    /** Who ran the command of the terminal that did it; there is no actor then. */
    operator: p.text().nullable(),
    requestId: p.text().nullable(),
    address: p.text().nullable(),
    agent: p.text().nullable(),
    detail: p.json<JsonObject>().nullable(),
    /** The detail of an entry about a person, encrypted with that person's key (D23). */
    detailSealed: p.text().nullable(),
  },
});
class AuditEntry extends AuditEntrySchema.class {}
AuditEntrySchema.setClass(AuditEntry);

const SweepRunSchema = defineEntity({
  name: 'SweepRun',
  tableName: 'sweep_run',
  properties: {
    name: p.text().primary(),
    /** The key of the last row that was handled; null at the start. */
    position: p.text().nullable(),
    handled: p.integer().default(0),
    changed: p.integer().default(0),
    startedAt: p.datetime(),
    updatedAt: p.datetime(),
    finishedAt: p.datetime().nullable(),
  },
});
class SweepRun extends SweepRunSchema.class {}
SweepRunSchema.setClass(SweepRun);

const SweepFailureSchema = defineEntity({
  name: 'SweepFailure',
  tableName: 'sweep_failure',
  properties: {
    /** The sweep's. */
    name: p.text().primary(),
    /** Of a row that its last run could not handle. */
    key: p.text().primary(),
    reason: p.text(),
  },
});
class SweepFailure extends SweepFailureSchema.class {}
SweepFailureSchema.setClass(SweepFailure);

const EncryptionKeySchema = defineEntity({
  name: 'EncryptionKey',
  tableName: 'encryption_key',
  properties: {
    /** As in KEY_RING. */
    id: p.text().primary(),
    /** A value under this key, which shows whether a ring has the same one; null for keys older than this list. */
    proof: p.text().nullable(),
    firstUsedAt: p.datetime(),
  },
});
class EncryptionKey extends EncryptionKeySchema.class {}
EncryptionKeySchema.setClass(EncryptionKey);

/** An outside service, as all processes know it. */
const ProviderStateSchema = defineEntity({
  name: 'ProviderState',
  tableName: 'provider_state',
  properties: {
    provider: p.text().primary(),
    /** While it is not asked, because it did not answer for some time. */
    openSince: p.datetime().nullable(),
    nextTryAt: p.datetime().nullable(),
    lastAnswerAt: p.datetime().nullable(),
    lastAnswerMs: p.integer().nullable(),
    lastFailureAt: p.datetime().nullable(),
    lastFailure: p.text().nullable(),
  },
});
class ProviderState extends ProviderStateSchema.class {}
ProviderStateSchema.setClass(ProviderState);

const ProviderHourSchema = defineEntity({
  name: 'ProviderHour',
  tableName: 'provider_hour',
  properties: {
    provider: p.text().primary(),
    hour: p.datetime().primary(),
    calls: p.integer(),
    failures: p.integer(),
    /** Of all calls together. */
    milliseconds: p.bigint('number'),
  },
});
class ProviderHour extends ProviderHourSchema.class {}
ProviderHourSchema.setClass(ProviderHour);

/** A file that was stored lately: one to which no row refers is deleted. */
const StoredFileSchema = defineEntity({
  name: 'StoredFile',
  tableName: 'stored_file',
  properties: {
    key: p.text().primary(),
    storedAt: p.datetime(),
  },
});
class StoredFile extends StoredFileSchema.class {}
StoredFileSchema.setClass(StoredFile);

/** Stops deletions about a person or a company. */
const LegalHoldSchema = defineEntity({
  name: 'LegalHold',
  tableName: 'legal_hold',
  properties: {
    id: p.uuid().primary(),
    /** Either a person or a company. */
    accountId: p.uuid().nullable(),
    companyId: p.uuid().nullable(),
    /** For staff alone: the person is not told why. */
    reasonSealed: p.text(),
    setAt: p.datetime(),
    /** Null if it was set in the terminal, whose operator is named instead. */
    setByAccountId: p.uuid().nullable(),
    setByOperator: p.text().nullable(),
    liftedAt: p.datetime().nullable(),
    liftedByAccountId: p.uuid().nullable(),
    liftedByOperator: p.text().nullable(),
    liftReasonSealed: p.text().nullable(),
  },
});
class LegalHold extends LegalHoldSchema.class {}
LegalHoldSchema.setClass(LegalHold);

export const platformEntities = [
  Setting,
  PersonKey,
  OutboxMessage,
  Throttle,
  HookEvent,
  WorkerHeartbeat,
  JobInterruption,
  AuditEntry,
  SweepRun,
  SweepFailure,
  EncryptionKey,
  LegalHold,
  ProviderState,
  ProviderHour,
  StoredFile,
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
  | typeof SweepRunSchema
  | typeof SweepFailureSchema
  | typeof EncryptionKeySchema
  | typeof LegalHoldSchema
  | typeof ProviderStateSchema
  | typeof ProviderHourSchema
  | typeof StoredFileSchema
>;
