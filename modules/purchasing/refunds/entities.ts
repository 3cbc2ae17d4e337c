import { defineEntity, type InferKyselyDB, p } from '@mikro-orm/postgresql';

/** Refunds and their parts (D33). */

/** Why money is returned: staff refunded it, or it pays no purchase (a wrong amount, a second payment). */
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
    /** Whether the application is closed together with the refund, if D41 allows that. */
    cancelApplication: p.boolean(),
    /** The failed refund whose money this one returns. */
    followsId: p.uuid().nullable(),
    /** Null if the portal itself returns money that pays no purchase, or the terminal's operator is named instead. */
    requestedBy: p.uuid().nullable(),
    requestedOperator: p.text().nullable(),
    requestedAt: p.datetime(),
    /** The second admin, who approved or rejected it; null if none was needed. */
    decidedBy: p.uuid().nullable(),
    decidedAt: p.datetime().nullable(),
    endedAt: p.datetime().nullable(),
  },
});
class Refund extends RefundSchema.class {}
RefundSchema.setClass(Refund);

/** The part of a refund that goes back to one charge: the buyer's, or the company's. */
const RefundPartSchema = defineEntity({
  name: 'RefundPart',
  tableName: 'refund_part',
  properties: {
    id: p.uuid().primary(),
    refundId: p.uuid(),
    /** The ledger entry of the charge. */
    chargeId: p.uuid(),
    amountCents: p.integer(),
    /**
     * The number of the idempotency key that is used. After a fault of the provider another key is needed, because the
     * provider keeps its answer for each key.
     */
    keyNumber: p.smallint().default(1),
    /** The provider's refund; null until it has made one. */
    providerId: p.text().nullable(),
    /** Why the provider refuses it, in the provider's words. */
    failure: p.text().nullable(),
  },
});
class RefundPart extends RefundPartSchema.class {}
RefundPartSchema.setClass(RefundPart);

export const refundEntities = [Refund, RefundPart];

declare module '#modules/platform/index.ts' {
  interface Tables extends InferKyselyDB<typeof RefundSchema | typeof RefundPartSchema> {}
}
