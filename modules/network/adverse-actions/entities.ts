import { defineEntity, type InferKyselyDB, p } from '@mikro-orm/postgresql';
import type { AdverseState, ClosedBecause, EvidenceKind } from './states.ts';

/** The tables of adverse actions. */

const AdverseActionSchema = defineEntity({
  name: 'AdverseAction',
  tableName: 'adverse_action',
  properties: {
    id: p.uuid().primary(),
    /** Six digits, see `caseNumber`. */
    caseNumber: p.integer(),
    companyId: p.uuid(),
    accountId: p.uuid(),
    applicationId: p.uuid(),
    /** The version of the report that the company relies on; another one after a correction. */
    scoreChangeId: p.uuid(),
    /** Of `places`. */
    place: p.text(),
    /** Calendar days; the place's wait may be longer. */
    waitDays: p.integer(),
    /** `AdverseDetails`, JSON, encrypted. */
    details: p.text(),
    /** 1 for the first notice, and one more for each new notice after a correction. */
    round: p.integer().default(1),
    state: p.text().$type<AdverseState>().default('waiting'),
    startedAt: p.datetime(),
    startedByAccountId: p.uuid(),
    /** When the notice of this round was delivered or posted. */
    deliveredAt: p.datetime().nullable(),
    /** Null until the notice is delivered, and while a dispute is open. */
    waitEndsAt: p.datetime().nullable(),
    /** Since when the notice has to be posted on paper; null if it is mailed. */
    paperSince: p.datetime().nullable(),
    closedAt: p.datetime().nullable(),
    closedByAccountId: p.uuid().nullable(),
    closedBecause: p.text().$type<ClosedBecause>().nullable(),
  },
});
class AdverseAction extends AdverseActionSchema.class {}
AdverseActionSchema.setClass(AdverseAction);

/** While a dispute was open; `round` is that of the action. */
const AdversePauseSchema = defineEntity({
  name: 'AdversePause',
  tableName: 'adverse_pause',
  properties: {
    id: p.uuid().primary(),
    adverseActionId: p.uuid(),
    round: p.integer(),
    fromAt: p.datetime(),
    toAt: p.datetime().nullable(),
  },
});
class AdversePause extends AdversePauseSchema.class {}
AdversePauseSchema.setClass(AdversePause);

/** A notice as it was given. Append-only. */
const AdverseNoticeSchema = defineEntity({
  name: 'AdverseNotice',
  tableName: 'adverse_notice',
  properties: {
    id: p.uuid().primary(),
    adverseActionId: p.uuid(),
    kind: p.text().$type<'first' | 'final'>(),
    round: p.integer(),
    /** Of the texts, and whether a lawyer has reviewed them. */
    version: p.text(),
    reviewed: p.boolean(),
    /** `Notice`, JSON, encrypted, and its SHA-256 in hex. */
    body: p.text(),
    bodyHash: p.text(),
    /** The report that came with it, and the SHA-256 of its PDF in hex. */
    scoreChangeId: p.uuid(),
    reportHash: p.text(),
    madeAt: p.datetime(),
  },
});
class AdverseNotice extends AdverseNoticeSchema.class {}
AdverseNoticeSchema.setClass(AdverseNotice);

/** What happened, in a chain of hashes. Append-only. */
const AdverseEvidenceSchema = defineEntity({
  name: 'AdverseEvidence',
  tableName: 'adverse_evidence',
  properties: {
    id: p.uuid().primary(),
    adverseActionId: p.uuid(),
    /** From 1. */
    position: p.integer(),
    kind: p.text().$type<EvidenceKind>(),
    at: p.datetime(),
    /** Null if it happened automatically. */
    actorAccountId: p.uuid().nullable(),
    /** `EvidenceDetail`, JSON, encrypted. */
    detail: p.text(),
    /** SHA-256 in hex of this row together with the hash of the one before. */
    hash: p.text(),
  },
});
class AdverseEvidence extends AdverseEvidenceSchema.class {}
AdverseEvidenceSchema.setClass(AdverseEvidence);

export const adverseEntities = [AdverseAction, AdversePause, AdverseNotice, AdverseEvidence];

declare module '#modules/platform/index.ts' {
  interface Tables
    extends InferKyselyDB<
      | typeof AdverseActionSchema
      | typeof AdversePauseSchema
      | typeof AdverseNoticeSchema
      | typeof AdverseEvidenceSchema
    > {}
}
