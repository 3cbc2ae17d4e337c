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
  checks: [
    {
      name: 'score_change_score_change_type_check',
      expression: "score_change_type in ('new', 'monitorupdate')",
    },
    {
      name: 'score_change_score_check',
      expression: "score in ('IC01+', 'IC01', 'IC02', 'IC03', 'IC04', 'NA')",
    },
    {
      name: 'score_change_previous_score_check',
      expression: "previous_score in ('IC01+', 'IC01', 'IC02', 'IC03', 'IC04', 'NA')",
    },
    {
      name: 'score_change_state_check',
      expression: "state in ('pending', 'accepted', 'disputed', 'superseded')",
    },
    { name: 'score_change_decided_check', expression: "(state = 'pending') = (decided_at is null)" },
    {
      name: 'score_change_terms_check',
      expression:
        '(terms_version_id is null) = (terms_accepted_at is null) and (terms_version_id is null) = (terms_address is null) and (terms_version_id is null) = (terms_agent is null)',
    },
    {
      name: 'score_change_accepted_terms_check',
      expression: "state <> 'accepted' or terms_version_id is not null",
    },
  ],
  indexes: [
    {
      name: 'score_change_pending_key',
      expression:
        "create unique index score_change_pending_key on score_change (application_id) where state = 'pending'",
    },
    {
      name: 'score_change_account_id_key',
      expression: 'create unique index score_change_account_id_key on score_change (id, account_id)',
    },
    {
      name: 'score_change_application_id_key',
      expression: 'create unique index score_change_application_id_key on score_change (id, application_id)',
    },
    {
      name: 'score_change_account_id_idx',
      expression: 'create index score_change_account_id_idx on score_change (account_id, created_at)',
    },
    {
      name: 'score_change_application_id_idx',
      expression: 'create index score_change_application_id_idx on score_change (application_id, created_at)',
    },
    {
      name: 'score_change_cra_order_id_idx',
      expression: 'create index score_change_cra_order_id_idx on score_change (cra_order_id)',
    },
  ],
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
  indexes: [
    {
      name: 'approval_code_score_change_id_idx',
      expression: 'create index approval_code_score_change_id_idx on approval_code (score_change_id)',
    },
  ],
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
  indexes: [
    {
      name: 'dispute_score_change_id_key',
      expression: 'create unique index dispute_score_change_id_key on dispute (score_change_id)',
    },
    {
      name: 'dispute_account_id_idx',
      expression: 'create index dispute_account_id_idx on dispute (account_id)',
    },
  ],
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
  checks: [{ name: 'shield_id_number_check', expression: "number ~ '^[A-Z]{2}[0-9]{9}$'" }],
  indexes: [
    {
      name: 'shield_id_account_id_key',
      expression: 'create unique index shield_id_account_id_key on shield_id (number, account_id)',
    },
    {
      name: 'shield_id_active_key',
      expression:
        'create unique index shield_id_active_key on shield_id (account_id) where retired_at is null',
    },
  ],
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
  checks: [
    {
      name: 'shield_score_score_check',
      expression: "score in ('IC01+', 'IC01', 'IC02', 'IC03', 'IC04', 'NA')",
    },
  ],
  indexes: [
    {
      name: 'shield_score_active_key',
      expression:
        'create unique index shield_score_active_key on shield_score (account_id) where ended_at is null',
    },
    {
      name: 'shield_score_score_change_id_key',
      expression: 'create unique index shield_score_score_change_id_key on shield_score (score_change_id)',
    },
    {
      name: 'shield_score_application_id_idx',
      expression: 'create index shield_score_application_id_idx on shield_score (application_id)',
    },
    {
      name: 'shield_score_number_idx',
      expression: 'create index shield_score_number_idx on shield_score (shield_id_number)',
    },
  ],
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
