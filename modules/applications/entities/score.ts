import { defineEntity, type InferKyselyDB, p } from '@mikro-orm/postgresql';
import type { Grade } from '#modules/platform/browser.ts';

/** The result: what the CRA found, what the person decides, and the score that stands. */

export type ScoreChangeType = 'new' | 'monitorupdate';
export type ScoreChangeState = 'pending' | 'accepted' | 'disputed' | 'superseded';

/** A score that the CRA gave and that waits for the person, or was decided (doc2 §4.5). */
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
    /** What was searched and what was found, JSON, sealed. */
    findings: p.text(),
    /** The report in the storage, encrypted there by the key ring, and the SHA-256 of the PDF in hex. */
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
    /** The sharing choices of step 8 were saved. */
    sharingSavedAt: p.datetime().nullable(),
  },
});
export class ScoreChange extends ScoreChangeSchema.class {}
ScoreChangeSchema.setClass(ScoreChange);

/** The code of an approval link: only its hash; used up by deciding, not by opening (D45). */
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

/** A person's report of an error; keeps its dates (D46). */
const DisputeSchema = defineEntity({
  name: 'Dispute',
  tableName: 'dispute',
  properties: {
    id: p.uuid().primary(),
    scoreChangeId: p.uuid(),
    accountId: p.uuid(),
    /** What the person says is wrong, sealed. */
    errortext: p.text(),
    receivedAt: p.datetime(),
    dueAt: p.datetime(),
    resolvedAt: p.datetime().nullable(),
  },
});
export class Dispute extends DisputeSchema.class {}
DisputeSchema.setClass(Dispute);

/** A person's ShieldID: issued once, never given to another (D4). */
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

/** A score that the person accepted; the one without an end is the active check. */
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
    activatedAt: p.datetime(),
    /** yyyy-MM-dd, read at 11:00 UTC (D5). */
    expiration: p.date(),
    /** Replaced by a newer one or withdrawn; lapsing alone does not end it. */
    endedAt: p.datetime().nullable(),
  },
});
export class ShieldScore extends ShieldScoreSchema.class {}
ShieldScoreSchema.setClass(ShieldScore);

declare module '#modules/platform/index.ts' {
  interface Tables
    extends InferKyselyDB<
      | typeof ScoreChangeSchema
      | typeof ApprovalCodeSchema
      | typeof DisputeSchema
      | typeof ShieldIdSchema
      | typeof ShieldScoreSchema
    > {}
}
