import { defineEntity, type InferKyselyDB, p } from '@mikro-orm/postgresql';

/** The tables of buying. The migration holds the same checks and indexes, and triggers and foreign keys besides. */

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
  checks: [
    { name: 'purchase_amount_cents_check', expression: 'amount_cents >= 0' },
    { name: 'purchase_currency_check', expression: "currency ~ '^usd$'" },
    { name: 'purchase_status_check', expression: "status in ('open', 'paid', 'closed')" },
    { name: 'purchase_paid_check', expression: "(status = 'paid') = (paid_at is not null)" },
    { name: 'purchase_closed_check', expression: "(status = 'closed') = (closed_at is not null)" },
    {
      name: 'purchase_transaction_id_check',
      expression:
        "(status <> 'paid' and transaction_id is null) or (status = 'paid' and (amount_cents = 0 or transaction_id is not null))",
    },
  ],
  indexes: [
    {
      name: 'purchase_open_key',
      expression: "create unique index purchase_open_key on purchase (account_id) where status = 'open'",
    },
    {
      name: 'purchase_transaction_id_key',
      expression: 'create unique index purchase_transaction_id_key on purchase (transaction_id)',
    },
    {
      name: 'purchase_account_id_key',
      expression: 'create unique index purchase_account_id_key on purchase (id, account_id)',
    },
    {
      name: 'purchase_account_id_idx',
      expression: 'create index purchase_account_id_idx on purchase (account_id, created_at)',
    },
    {
      name: 'purchase_package_id_idx',
      expression: 'create index purchase_package_id_idx on purchase (package_id)',
    },
  ],
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
  checks: [
    { name: 'payment_attempt_kind_check', expression: "kind in ('element', 'checkout')" },
    { name: 'payment_attempt_state_check', expression: "state in ('open', 'paid', 'closed')" },
    { name: 'payment_attempt_ended_check', expression: "(state = 'open') = (ended_at is null)" },
    { name: 'payment_attempt_paid_check', expression: "state <> 'paid' or provider_id is not null" },
  ],
  indexes: [
    {
      name: 'payment_attempt_open_key',
      expression:
        "create unique index payment_attempt_open_key on payment_attempt (purchase_id) where state = 'open'",
    },
    {
      name: 'payment_attempt_paid_key',
      expression:
        "create unique index payment_attempt_paid_key on payment_attempt (purchase_id) where state = 'paid'",
    },
    {
      name: 'payment_attempt_provider_id_key',
      expression: 'create unique index payment_attempt_provider_id_key on payment_attempt (provider_id)',
    },
    {
      name: 'payment_attempt_purchase_id_idx',
      expression: 'create index payment_attempt_purchase_id_idx on payment_attempt (purchase_id, created_at)',
    },
  ],
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
  checks: [
    { name: 'ledger_entry_currency_check', expression: "currency ~ '^usd$'" },
    {
      name: 'ledger_entry_amount_check',
      expression: "(kind = 'charge' and amount_cents > 0) or (kind = 'refund' and amount_cents < 0)",
    },
  ],
  indexes: [
    {
      name: 'ledger_entry_provider_id_key',
      expression: 'create unique index ledger_entry_provider_id_key on ledger_entry (provider_id)',
    },
    {
      name: 'ledger_entry_purchase_id_idx',
      expression: 'create index ledger_entry_purchase_id_idx on ledger_entry (purchase_id)',
    },
    {
      name: 'ledger_entry_account_id_idx',
      expression: 'create index ledger_entry_account_id_idx on ledger_entry (account_id, recorded_at)',
    },
  ],
});
export class LedgerEntry extends LedgerEntrySchema.class {}
LedgerEntrySchema.setClass(LedgerEntry);

/** Every entity of this module. */
export const purchasingEntities = [Purchase, PaymentAttempt, LedgerEntry];

declare module '#modules/platform/index.ts' {
  interface Tables
    extends InferKyselyDB<typeof PurchaseSchema | typeof PaymentAttemptSchema | typeof LedgerEntrySchema> {}
}
