import { defineEntity, type InferKyselyDB, p } from '@mikro-orm/postgresql';

/** The tables of buying. Constraints and indexes stand in the migrations. */

export type PurchaseStatus = 'open' | 'paid' | 'closed';

/** What a person buys, at the price at which it was offered; at most one is open for a person. */
const PurchaseSchema = defineEntity({
  name: 'Purchase',
  tableName: 'purchase',
  properties: {
    id: p.uuid().primary(),
    accountId: p.uuid(),
    packageId: p.uuid(),
    /** As it read when it was offered. */
    packageDescrip: p.text(),
    renewal: p.boolean(),
    amountCents: p.integer(),
    currency: p.text(),
    status: p.text().$type<PurchaseStatus>().default('open'),
    /** Where it was bought: receipt and mail carry that host's brand. */
    brandHost: p.text().nullable(),
    createdAt: p.datetime(),
    termsAcceptedAt: p.datetime().nullable(),
    paidAt: p.datetime().nullable(),
    closedAt: p.datetime().nullable(),
    /** The provider's transaction that paid it. */
    transactionId: p.text().nullable(),
  },
});
export class Purchase extends PurchaseSchema.class {}
PurchaseSchema.setClass(Purchase);

/** Where the card is typed in: the form in our page, or the provider's own page. */
export type PaymentKind = 'element' | 'checkout';

/** One thing at the provider by which a purchase can be paid; at most one is open for a purchase. */
const PaymentAttemptSchema = defineEntity({
  name: 'PaymentAttempt',
  tableName: 'payment_attempt',
  properties: {
    id: p.uuid().primary(),
    purchaseId: p.uuid(),
    kind: p.text().$type<PaymentKind>(),
    state: p.text().$type<'open' | 'paid' | 'closed'>().default('open'),
    /** null until the provider has answered; nobody can pay before it is known. */
    providerId: p.text().nullable(),
    createdAt: p.datetime(),
    endedAt: p.datetime().nullable(),
  },
});
export class PaymentAttempt extends PaymentAttemptSchema.class {}
PaymentAttemptSchema.setClass(PaymentAttempt);

/** Every movement of money, tied to the provider's object that moved it; only ever added to. */
const LedgerEntrySchema = defineEntity({
  name: 'LedgerEntry',
  tableName: 'ledger_entry',
  properties: {
    id: p.uuid().primary(),
    purchaseId: p.uuid(),
    accountId: p.uuid(),
    kind: p.text().$type<'charge' | 'refund'>(),
    /** Cents; what goes back is negative. */
    amountCents: p.integer(),
    currency: p.text(),
    providerId: p.text(),
    recordedAt: p.datetime(),
  },
});
export class LedgerEntry extends LedgerEntrySchema.class {}
LedgerEntrySchema.setClass(LedgerEntry);

/** Every entity of this module. */
export const purchasingEntities = [Purchase, PaymentAttempt, LedgerEntry];

declare module '#modules/platform/index.ts' {
  interface Tables
    extends InferKyselyDB<typeof PurchaseSchema | typeof PaymentAttemptSchema | typeof LedgerEntrySchema> {}
}
