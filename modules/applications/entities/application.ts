import { defineEntity, type InferKyselyDB, p } from '@mikro-orm/postgresql';
import type { ApplicationStatus } from '../statuses.ts';
import type { StepKey } from '../steps.ts';

/** A person's way through the steps to the CRA. */

const ApplicationSchema = defineEntity({
  name: 'Application',
  tableName: 'application',
  properties: {
    id: p.uuid().primary(),
    accountId: p.uuid(),
    packageId: p.uuid(),
    /** The purchase that paid for it; one application for one purchase. */
    purchaseId: p.uuid(),
    status: p.text().$type<ApplicationStatus>().default('paid'),
    orderedAt: p.datetime(),
    statusAt: p.datetime(),
    submittedAt: p.datetime().nullable(),
    /** 'None of the above' was chosen (doc2 §5). */
    noJurisdictions: p.boolean().default(false),
    /** The details as they were submitted, without the SSN; sealed. */
    submittedDetails: p.text().nullable(),
    /** The signed application as PDF in the storage, and its SHA-256 in hex. */
    fileKey: p.text().nullable(),
    fileHash: p.text().nullable(),
  },
  checks: [
    {
      name: 'application_status_check',
      expression:
        "status in ('paid', 'waituser', 'waitmanual', 'submitted', 'inprogress', 'clearidaction', 'newrequiresapproval', 'monitorrequiresapproval', 'correctionrequest', 'done', 'cancelled', 'refunded')",
    },
    { name: 'application_file_check', expression: '(file_key is null) = (file_hash is null)' },
  ],
  indexes: [
    {
      name: 'application_purchase_id_key',
      expression: 'create unique index application_purchase_id_key on application (purchase_id)',
    },
    {
      name: 'application_account_id_key',
      expression: 'create unique index application_account_id_key on application (id, account_id)',
    },
    {
      name: 'application_account_id_idx',
      expression: 'create index application_account_id_idx on application (account_id, ordered_at)',
    },
    {
      name: 'application_open_idx',
      expression:
        "create index application_open_idx on application (account_id, status) where status not in ('done', 'cancelled', 'refunded')",
    },
    {
      name: 'application_package_id_idx',
      expression: 'create index application_package_id_idx on application (package_id)',
    },
  ],
});
export class Application extends ApplicationSchema.class {}
ApplicationSchema.setClass(Application);

/** A step that the person has finished. */
const ApplicationStepSchema = defineEntity({
  name: 'ApplicationStep',
  tableName: 'application_step',
  properties: {
    applicationId: p.uuid().primary(),
    stepKey: p.text().$type<StepKey>().primary(),
    completedAt: p.datetime(),
  },
});
export class ApplicationStep extends ApplicationStepSchema.class {}
ApplicationStepSchema.setClass(ApplicationStep);

/** What was typed into a step and not finished, without the SSN; sealed. */
const ApplicationDraftSchema = defineEntity({
  name: 'ApplicationDraft',
  tableName: 'application_draft',
  properties: {
    applicationId: p.uuid().primary(),
    stepKey: p.text().$type<StepKey>().primary(),
    draft: p.text(),
    savedAt: p.datetime(),
  },
});
export class ApplicationDraft extends ApplicationDraftSchema.class {}
ApplicationDraftSchema.setClass(ApplicationDraft);

const ApplicationJurisdictionSchema = defineEntity({
  name: 'ApplicationJurisdiction',
  tableName: 'application_jurisdiction',
  properties: { applicationId: p.uuid().primary(), abbr: p.text().primary() },
});
export class ApplicationJurisdiction extends ApplicationJurisdictionSchema.class {}
ApplicationJurisdictionSchema.setClass(ApplicationJurisdiction);

/** Every move of an application's status; append-only. */
const ApplicationStatusChangeSchema = defineEntity({
  name: 'ApplicationStatusChange',
  tableName: 'application_status_change',
  properties: {
    id: p.uuid().primary(),
    applicationId: p.uuid(),
    fromStatus: p.text().$type<ApplicationStatus>().nullable(),
    toStatus: p.text().$type<ApplicationStatus>(),
    changedAt: p.datetime(),
    reason: p.text(),
  },
  indexes: [
    {
      name: 'application_status_change_application_id_idx',
      expression:
        'create index application_status_change_application_id_idx on application_status_change (application_id, changed_at)',
    },
  ],
});
export class ApplicationStatusChange extends ApplicationStatusChangeSchema.class {}
ApplicationStatusChangeSchema.setClass(ApplicationStatusChange);

/** That and how a person agreed to one version of one document; append-only (D42). */
const SigningRecordSchema = defineEntity({
  name: 'SigningRecord',
  tableName: 'signing_record',
  properties: {
    id: p.uuid().primary(),
    applicationId: p.uuid(),
    consentDocumentId: p.uuid(),
    documentHash: p.text(),
    signatureKind: p.text().$type<'none' | 'drawn' | 'typed'>(),
    /** SHA-256 in hex of the picture or the typed name: outlives a change of keys, which seals those anew. */
    signatureHash: p.text().nullable(),
    /** PNG of 762 by 200, base64, sealed. */
    signatureImage: p.text().nullable(),
    /** The strokes as the pad kept them, JSON, sealed. */
    signatureVectors: p.text().nullable(),
    /** Sealed. */
    typedName: p.text().nullable(),
    signedAt: p.datetime(),
    address: p.text(),
    agent: p.text(),
  },
  checks: [
    {
      name: 'signing_record_signature_check',
      expression:
        "(signature_kind = 'none' and signature_hash is null and signature_image is null and signature_vectors is null and typed_name is null) or (signature_kind = 'drawn' and signature_hash is not null and signature_image is not null and typed_name is null) or (signature_kind = 'typed' and signature_hash is not null and typed_name is not null and signature_image is null and signature_vectors is null)",
    },
    { name: 'signing_record_document_hash_check', expression: "document_hash ~ '^[0-9a-f]{64}$'" },
  ],
  indexes: [
    {
      name: 'signing_record_document_key',
      expression:
        'create unique index signing_record_document_key on signing_record (application_id, consent_document_id)',
    },
  ],
});
export class SigningRecord extends SigningRecordSchema.class {}
SigningRecordSchema.setClass(SigningRecord);

export type CraOrderState = 'held' | 'queued' | 'placed' | 'inprogress' | 'completed' | 'returned';

/** What was ordered from the CRA: at most one open order for an application (D40). */
const CraOrderSchema = defineEntity({
  name: 'CraOrder',
  tableName: 'cra_order',
  properties: {
    id: p.uuid().primary(),
    applicationId: p.uuid(),
    craid: p.text(),
    attempt: p.integer(),
    /** What the CRA knows the order by: a second submission under it is the first one. */
    idempotencyKey: p.text(),
    state: p.text().$type<CraOrderState>().default('queued'),
    /** Why it waits for staff: the SSN stands on another account (D49), or the CRA asks for a review. */
    heldFor: p.text().$type<'same-ssn' | 'ssn-review'>().nullable(),
    profileNumber: p.text().nullable(),
    createdAt: p.datetime(),
    placedAt: p.datetime().nullable(),
    closedAt: p.datetime().nullable(),
  },
  checks: [
    {
      name: 'cra_order_state_check',
      expression: "state in ('held', 'queued', 'placed', 'inprogress', 'completed', 'returned')",
    },
    { name: 'cra_order_held_for_check', expression: "held_for in ('same-ssn', 'ssn-review')" },
    { name: 'cra_order_placed_check', expression: '(placed_at is null) = (profile_number is null)' },
  ],
  indexes: [
    {
      name: 'cra_order_idempotency_key_key',
      expression: 'create unique index cra_order_idempotency_key_key on cra_order (idempotency_key)',
    },
    {
      name: 'cra_order_open_key',
      expression:
        'create unique index cra_order_open_key on cra_order (application_id) where closed_at is null',
    },
    {
      name: 'cra_order_profile_number_key',
      expression: 'create unique index cra_order_profile_number_key on cra_order (craid, profile_number)',
    },
    {
      name: 'cra_order_application_id_key',
      expression: 'create unique index cra_order_application_id_key on cra_order (id, application_id)',
    },
    {
      name: 'cra_order_application_id_idx',
      expression: 'create index cra_order_application_id_idx on cra_order (application_id)',
    },
  ],
});
export class CraOrder extends CraOrderSchema.class {}
CraOrderSchema.setClass(CraOrder);

declare module '#modules/platform/index.ts' {
  interface Tables
    extends InferKyselyDB<
      | typeof ApplicationSchema
      | typeof ApplicationStepSchema
      | typeof ApplicationDraftSchema
      | typeof ApplicationJurisdictionSchema
      | typeof ApplicationStatusChangeSchema
      | typeof SigningRecordSchema
      | typeof CraOrderSchema
    > {}
}
