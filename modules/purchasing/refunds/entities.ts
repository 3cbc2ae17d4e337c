import { defineEntity, type InferKyselyDB, p } from '@mikro-orm/postgresql';

/** Refunds and their parts (D33). */

/** Why money goes back: staff gave it back, or it pays no purchase (another amount, a second payment). */
export const refundCauses = ['staff', 'unmatched'] as const;
export type RefundCause = (typeof refundCauses)[number];

/** `waiting` for a second admin; `sending` until the provider has answered for each part. */
export const refundStates = ['waiting', 'sending', 'done', 'failed', 'rejected'] as const;
export type RefundState = (typeof refundStates)[number];

const RefundSchema = defineEntity({
  name: 'Refund',
  tableName: 'refund',
  properties: {
    id: p.uuid().primary(),
    purchaseId: p.uuid(),
    accountId: p.uuid(),
    cause: p.text().$type<RefundCause>(),
    state: p.text().$type<RefundState>(),
    /** Of all parts together. */
    amountCents: p.integer(),
    currency: p.text(),
    /** Whether the application is closed with it, where D41 allows that. */
    cancelApplication: p.boolean(),
    /** The failed refund whose money this one gives back. */
    followsId: p.uuid().nullable(),
    /** null where the portal itself gives back money that pays no purchase. */
    requestedBy: p.uuid().nullable(),
    requestedAt: p.datetime(),
    /** The second admin, who approved or rejected it; null where none was needed. */
    decidedBy: p.uuid().nullable(),
    decidedAt: p.datetime().nullable(),
    endedAt: p.datetime().nullable(),
  },
});
class Refund extends RefundSchema.class {}
RefundSchema.setClass(Refund);

/** What of a refund goes back to one charge: the buyer's, or the company's. */
const RefundPartSchema = defineEntity({
  name: 'RefundPart',
  tableName: 'refund_part',
  properties: {
    id: p.uuid().primary(),
    refundId: p.uuid(),
    /** The ledger entry of the charge. */
    chargeId: p.uuid(),
    amountCents: p.integer(),
    /** Which of its idempotency keys is used: another one after a fault of the provider, whose answer is kept for the key. */
    keyNumber: p.smallint().default(1),
    /** The provider's refund; null until it has made one. */
    providerId: p.text().nullable(),
    /** Why the provider does not make it, in its words. */
    failure: p.text().nullable(),
  },
});
class RefundPart extends RefundPartSchema.class {}
RefundPartSchema.setClass(RefundPart);

export const refundEntities = [Refund, RefundPart];

declare module '#modules/platform/index.ts' {
  interface Tables extends InferKyselyDB<typeof RefundSchema | typeof RefundPartSchema> {}
}
