import { defineEntity, type InferKyselyDB, p } from '@mikro-orm/postgresql';
import type { ApplicationStatus, MoneyState } from '../statuses.ts';
import type { SignatureChoice, StepKey } from '../steps/steps.ts';

/** The tables of a person's application, from the first step to the order at the CRA. */

const ApplicationSchema = defineEntity({
  name: 'Application',
  tableName: 'application',
  properties: {
    id: p.uuid().primary(),
    accountId: p.uuid(),
    packageId: p.uuid(),
    /** The purchase that paid for it; there is one application for each purchase. */
    purchaseId: p.uuid(),
    /** The account that made the purchase; a different one if staff have moved the check. */
    payerId: p.uuid(),
    status: p.text().$type<ApplicationStatus>().default('paid'),
    /** Written by the module that sells checks (D113). */
    money: p.text().$type<MoneyState>().default('paid'),
    moneyAt: p.datetime().nullable(),
    orderedAt: p.datetime(),
    statusAt: p.datetime(),
    submittedAt: p.datetime().nullable(),
    /** The person chose 'None of the above' (doc2 §5). */
    noJurisdictions: p.boolean().default(false),
    /** How the person signs; null until they choose. */
    signatureChoice: p.text().$type<SignatureChoice>().nullable(),
    /** The details as they were submitted, with the SSN masked; encrypted. */
    submittedDetails: p.text().nullable(),
    /** The signed application as a PDF in the storage, and its SHA-256 in hex. */
    fileKey: p.text().nullable(),
    fileHash: p.text().nullable(),
    /** How many reminders were sent since the person last did something, and when that was. */
    waitReminders: p.integer().default(0),
    waitedSince: p.datetime().nullable(),
  },
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

/** What was typed into a step that is not finished, without the SSN; encrypted. */
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
});
export class ApplicationStatusChange extends ApplicationStatusChangeSchema.class {}
ApplicationStatusChangeSchema.setClass(ApplicationStatusChange);

/** How and when a person agreed to one version of one document; append-only (D42). */
const SigningRecordSchema = defineEntity({
  name: 'SigningRecord',
  tableName: 'signing_record',
  properties: {
    id: p.uuid().primary(),
    applicationId: p.uuid(),
    consentDocumentId: p.uuid(),
    documentHash: p.text(),
    signatureKind: p.text().$type<'none' | 'drawn' | 'typed'>(),
    /**
     * SHA-256 in hex of the picture or the typed name. Unlike the encrypted columns, it does not change when the keys
     * are replaced.
     */
    signatureHash: p.text().nullable(),
    /** PNG of 762 by 200 pixels, base64, encrypted. */
    signatureImage: p.text().nullable(),
    /** The strokes as the signature pad recorded them, JSON, encrypted. */
    signatureVectors: p.text().nullable(),
    /** Encrypted. */
    typedName: p.text().nullable(),
    /** The person used their saved signature instead of drawing one. */
    reused: p.boolean().default(false),
    signedAt: p.datetime(),
    address: p.text(),
    agent: p.text(),
  },
});
export class SigningRecord extends SigningRecordSchema.class {}
SigningRecordSchema.setClass(SigningRecord);

/** The drawn signature that a person saves for use on later documents. */
const SavedSignatureSchema = defineEntity({
  name: 'SavedSignature',
  tableName: 'saved_signature',
  properties: {
    accountId: p.uuid().primary(),
    /** SHA-256 in hex of the picture. */
    signatureHash: p.text(),
    /** PNG of 762 by 200 pixels, base64, encrypted. */
    signatureImage: p.text(),
    /** Strokes, JSON, encrypted. */
    signatureVectors: p.text().nullable(),
    savedAt: p.datetime(),
  },
});
export class SavedSignature extends SavedSignatureSchema.class {}
SavedSignatureSchema.setClass(SavedSignature);

/** `cancelled`: the application was closed, so the agency's result is not wanted anymore. */
export const craOrderStates = [
  'held',
  'queued',
  'placed',
  'inprogress',
  'completed',
  'returned',
  'cancelled',
] as const;
export type CraOrderState = (typeof craOrderStates)[number];

/** An order to the CRA. An application has at most one open order (D40). */
const CraOrderSchema = defineEntity({
  name: 'CraOrder',
  tableName: 'cra_order',
  properties: {
    id: p.uuid().primary(),
    applicationId: p.uuid(),
    craid: p.text(),
    attempt: p.integer(),
    /** Sent with the order, so that the CRA recognizes a second submission as the same order. */
    idempotencyKey: p.text(),
    state: p.text().$type<CraOrderState>().default('queued'),
    /** Why it is waiting for staff: another account has the same SSN (D49), or the CRA asks for a review. */
    heldFor: p.text().$type<'same-ssn' | 'ssn-review'>().nullable(),
    /** What the person has to correct, sealed under their key; only if staff sent the application back. */
    correctionSealed: p.text().nullable(),
    profileNumber: p.text().nullable(),
    createdAt: p.datetime(),
    placedAt: p.datetime().nullable(),
    closedAt: p.datetime().nullable(),
    /** When the agency was last asked about it, because nothing was heard. */
    askedAt: p.datetime().nullable(),
    /** Since when the agency has not answered; null while it does. */
    unansweredSince: p.datetime().nullable(),
    /** When staff were told of that. */
    alertedAt: p.datetime().nullable(),
  },
});
export class CraOrder extends CraOrderSchema.class {}
CraOrderSchema.setClass(CraOrder);

/** How far the agency says it has got with an order. */
const CheckProgressSchema = defineEntity({
  name: 'CheckProgress',
  tableName: 'check_progress',
  properties: {
    craOrderId: p.uuid().primary(),
    /** `SearchProgress[]` as JSON, encrypted. */
    searches: p.text(),
    /** yyyy-MM-dd */
    estimatedOn: p.date().nullable(),
    saidAt: p.datetime(),
    /** The estimated date whose passing the person was told of. */
    delayToldFor: p.date().nullable(),
  },
});
export class CheckProgress extends CheckProgressSchema.class {}
CheckProgressSchema.setClass(CheckProgress);

declare module '#modules/platform/index.ts' {
  interface Tables
    extends InferKyselyDB<
      | typeof ApplicationSchema
      | typeof ApplicationStepSchema
      | typeof ApplicationDraftSchema
      | typeof ApplicationJurisdictionSchema
      | typeof ApplicationStatusChangeSchema
      | typeof SigningRecordSchema
      | typeof SavedSignatureSchema
      | typeof CraOrderSchema
      | typeof CheckProgressSchema
    > {}
}
