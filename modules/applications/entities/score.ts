import { defineEntity, type InferKyselyDB, p } from '@mikro-orm/postgresql';
import type { LegalSource } from '#modules/identity/index.ts';
import type { Grade } from '#modules/platform/browser.ts';

/** The tables of the result: what the CRA found, what the person decided, and the active score. */

export const scoreChangeTypes = ['new', 'monitorupdate'] as const;
export type ScoreChangeType = (typeof scoreChangeTypes)[number];
export const scoreChangeStates = ['pending', 'accepted', 'disputed', 'superseded'] as const;
export type ScoreChangeState = (typeof scoreChangeStates)[number];

/** A score from the CRA that the person has to decide on, or has decided on (doc2 §4.5). */
const ScoreChangeSchema = defineEntity({
  name: 'ScoreChange',
  tableName: 'score_change',
  properties: {
    id: p.uuid().primary(),
    applicationId: p.uuid(),
    accountId: p.uuid(),
    craOrderId: p.uuid(),
    scoreChangeType: p.text().$type<ScoreChangeType>(),
    score: p.text().$type<Grade>(),
    previousScore: p.text().$type<Grade>().nullable(),
    state: p.text().$type<ScoreChangeState>().default('pending'),
    /** What was searched and what was found, JSON, encrypted. */
    findings: p.text(),
    /** The storage key of the encrypted report, and the SHA-256 of the PDF in hex. */
    reportKey: p.text(),
    reportHash: p.text(),
    createdAt: p.datetime(),
    decidedAt: p.datetime().nullable(),
    /** The acceptance of the score's terms (doc2 §4.5, step 2). */
    termsVersionId: p.uuid().nullable(),
    termsAcceptedAt: p.datetime().nullable(),
    termsAddress: p.text().nullable(),
    termsAgent: p.text().nullable(),
    /** The person opened the report before deciding (D84). */
    downloadLinkClicked: p.boolean().default(false),
    /** Staff decided, because the person had not answered for 30 days. */
    decidedByStaff: p.boolean().default(false),
    /** The sharing choices of step 8 were saved. */
    sharingSavedAt: p.datetime().nullable(),
    /** How often the person was reminded that it is waiting. */
    readyReminders: p.integer().default(0),
    /** When staff were told that a monitoring update is waiting for the person. */
    alertedAt: p.datetime().nullable(),
  },
});
export class ScoreChange extends ScoreChangeSchema.class {}
ScoreChangeSchema.setClass(ScoreChange);

/**
 * The code of an approval link, of which only the hash is stored. It is used up by the decision, not by opening the
 * link (D45).
 */
const ApprovalCodeSchema = defineEntity({
  name: 'ApprovalCode',
  tableName: 'approval_code',
  properties: {
    codeHash: p.text().primary(),
    scoreChangeId: p.uuid(),
    createdAt: p.datetime(),
    expiresAt: p.datetime(),
    usedAt: p.datetime().nullable(),
  },
});
export class ApprovalCode extends ApprovalCodeSchema.class {}
ApprovalCodeSchema.setClass(ApprovalCode);

export const disputeKinds = ['error', 'identity-theft'] as const;
export type DisputeKind = (typeof disputeKinds)[number];
/**
 * `blocked`, `lifting` and `rescinded` apply only to identity theft: while `blocked` or `lifting`, the agency's new
 * result is awaited.
 */
export const disputeStates = [
  'received',
  'forwarded',
  'blocked',
  'lifting',
  'decided',
  'withdrawn',
  'rescinded',
] as const;
export type DisputeState = (typeof disputeStates)[number];
export const disputeOutcomes = [
  'confirmed',
  'corrected',
  'blocked',
  'declined',
  'withdrawn',
  'rescinded',
] as const;
export type DisputeOutcome = (typeof disputeOutcomes)[number];
export const disputeAuthors = ['person', 'staff', 'agency'] as const;
export type DisputeAuthor = (typeof disputeAuthors)[number];

/** A person's report of an error, with the dates when it arrived and by when it must be answered (D46). */
const DisputeSchema = defineEntity({
  name: 'Dispute',
  tableName: 'dispute',
  properties: {
    id: p.uuid().primary(),
    /** A report of an error, or a request to block what identity theft put into the report. */
    kind: p.text().$type<DisputeKind>().default('error'),
    scoreChangeId: p.uuid(),
    accountId: p.uuid(),
    /** What the person says is wrong, encrypted. */
    errortext: p.text(),
    receivedAt: p.datetime(),
    dueAt: p.datetime(),
    resolvedAt: p.datetime().nullable(),
    state: p.text().$type<DisputeState>().default('received'),
    applicationId: p.uuid(),
    /** The application's status before the report, to which a decision returns it; `done` for an active score. */
    openedAtStatus: p.text().$type<'newrequiresapproval' | 'monitorrequiresapproval' | 'done'>(),
    /** The disputed searches, JSON, encrypted. */
    items: p.text().nullable(),
    /** The person's own statement, encrypted. */
    statement: p.text().nullable(),
    statementAt: p.datetime().nullable(),
    /** When new facts extended the deadline, which happens once. */
    extendedAt: p.datetime().nullable(),
    /** When the agency was last told. */
    forwardedAt: p.datetime().nullable(),
    overdueAt: p.datetime().nullable(),
    takenByAccountId: p.uuid().nullable(),
    takenAt: p.datetime().nullable(),
    outcome: p.text().$type<DisputeOutcome>().nullable(),
    /** What the person is told about the result, encrypted. */
    explanation: p.text().nullable(),
    decidedByAccountId: p.uuid().nullable(),
    resultDueAt: p.datetime().nullable(),
    resultToldAt: p.datetime().nullable(),
    /** When staff decided to block. The case stays open until the agency's result without the blocked items arrives. */
    blockedAt: p.datetime().nullable(),
    /** When staff lifted a block, and why, encrypted. */
    liftedAt: p.datetime().nullable(),
    liftReason: p.text().nullable(),
  },
});
export class Dispute extends DisputeSchema.class {}
DisputeSchema.setClass(Dispute);

/** What the person, staff or the agency wrote in a dispute; all three read it. */
const DisputeMessageSchema = defineEntity({
  name: 'DisputeMessage',
  tableName: 'dispute_message',
  properties: {
    id: p.uuid().primary(),
    disputeId: p.uuid(),
    accountId: p.uuid(),
    author: p.text().$type<DisputeAuthor>(),
    /** Null for the agency. */
    authorAccountId: p.uuid().nullable(),
    /** Encrypted. */
    body: p.text(),
    writtenAt: p.datetime(),
  },
});
export class DisputeMessage extends DisputeMessageSchema.class {}
DisputeMessageSchema.setClass(DisputeMessage);

export const documentPurposes = ['theft-report', 'identity', 'evidence'] as const;
export type DocumentPurpose = (typeof documentPurposes)[number];
export const documentTypes = ['application/pdf', 'image/jpeg', 'image/png'] as const;
export type DocumentType = (typeof documentTypes)[number];

/** A document in a dispute: the proof of identity theft, or an attachment of a message. */
const DisputeDocumentSchema = defineEntity({
  name: 'DisputeDocument',
  tableName: 'dispute_document',
  properties: {
    id: p.uuid().primary(),
    disputeId: p.uuid(),
    accountId: p.uuid(),
    /** Null for the proof that was sent with the request. */
    messageId: p.uuid().nullable(),
    purpose: p.text().$type<DocumentPurpose>(),
    author: p.text().$type<'person' | 'staff'>(),
    authorAccountId: p.uuid(),
    /** The name that the file had when it was chosen, encrypted. */
    name: p.text(),
    contentType: p.text().$type<DocumentType>(),
    /** The sealed file in the storage. */
    fileKey: p.text(),
    fileBytes: p.integer(),
    addedAt: p.datetime(),
  },
});
export class DisputeDocument extends DisputeDocumentSchema.class {}
DisputeDocumentSchema.setClass(DisputeDocument);

/**
 * A person's ShieldID, issued once and never reused (D4). One of a former account that was unlinked is nobody's until
 * its owner gets it.
 */
const ShieldIdSchema = defineEntity({
  name: 'ShieldId',
  tableName: 'shield_id',
  properties: {
    /** The eleven characters. */
    number: p.text().primary(),
    accountId: p.uuid(),
    issuedAt: p.datetime(),
    retiredAt: p.datetime().nullable(),
  },
});
export class ShieldId extends ShieldIdSchema.class {}
ShieldIdSchema.setClass(ShieldId);

/** A ShieldID of a former account, until its owner links it (D18). */
const ArchivedShieldIdSchema = defineEntity({
  name: 'ArchivedShieldId',
  tableName: 'archived_shield_id',
  properties: {
    number: p.text().primary(),
    /** The keyed hash of the former account's SSN, the same as `account.ssn_hmac` (D44). */
    ssnHmac: p.text(),
    dateofbirth: p.date(),
    archivedAt: p.datetime(),
    linkedAccountId: p.uuid().nullable(),
    linkedAt: p.datetime().nullable(),
  },
});
export class ArchivedShieldId extends ArchivedShieldIdSchema.class {}
ArchivedShieldIdSchema.setClass(ArchivedShieldId);

/** A score that the person accepted; the one without `endedAt` is the active one. */
const ShieldScoreSchema = defineEntity({
  name: 'ShieldScore',
  tableName: 'shield_score',
  properties: {
    id: p.uuid().primary(),
    accountId: p.uuid(),
    shieldIdNumber: p.text(),
    applicationId: p.uuid(),
    scoreChangeId: p.uuid(),
    score: p.text().$type<Grade>(),
    /** The names that were submitted, or the corrections by an ID or staff, and when (D98). */
    legalFirstname: p.text(),
    legalMiddlename: p.text(),
    legalLastname: p.text(),
    legalNamesuffix: p.text(),
    legalSource: p.text().$type<LegalSource | 'application'>().default('application'),
    legalAt: p.datetime().nullable(),
    activatedAt: p.datetime(),
    /** yyyy-MM-dd, which means 11:00 UTC of that day (D5). */
    expiration: p.date(),
    /** The original expiration while the account is disabled (D73). */
    previousExpiration: p.date().nullable(),
    /** When a newer score replaced it or it was withdrawn. Expiration alone does not end it. */
    endedAt: p.datetime().nullable(),
  },
});
export class ShieldScore extends ShieldScoreSchema.class {}
ShieldScoreSchema.setClass(ShieldScore);

/** A reminder that a score expires, which is sent once for each stage. */
const RenewalReminderSchema = defineEntity({
  name: 'RenewalReminder',
  tableName: 'renewal_reminder',
  properties: {
    shieldScoreId: p.uuid().primary(),
    /** Days before the expiration; 0 once it has expired. */
    stage: p.integer().primary(),
    toldAt: p.datetime(),
  },
});
export class RenewalReminder extends RenewalReminderSchema.class {}
RenewalReminderSchema.setClass(RenewalReminder);

/** An expiration that staff moved; append-only (D71). */
const ExpirationChangeSchema = defineEntity({
  name: 'ExpirationChange',
  tableName: 'expiration_change',
  properties: {
    id: p.uuid().primary(),
    accountId: p.uuid(),
    shieldScoreId: p.uuid(),
    /** yyyy-MM-dd */
    fromExpiration: p.date(),
    toExpiration: p.date(),
    /** Why, sealed under the person's key. */
    noteSealed: p.text().nullable(),
    changedAt: p.datetime(),
    changedByAccountId: p.uuid(),
  },
});
export class ExpirationChange extends ExpirationChangeSchema.class {}
ExpirationChangeSchema.setClass(ExpirationChange);

declare module '#modules/platform/index.ts' {
  interface Tables
    extends InferKyselyDB<
      | typeof ExpirationChangeSchema
      | typeof RenewalReminderSchema
      | typeof ScoreChangeSchema
      | typeof ApprovalCodeSchema
      | typeof ArchivedShieldIdSchema
      | typeof DisputeSchema
      | typeof DisputeMessageSchema
      | typeof DisputeDocumentSchema
      | typeof ShieldIdSchema
      | typeof ShieldScoreSchema
    > {}
}
