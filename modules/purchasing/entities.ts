import { defineEntity, type InferKyselyDB, p } from '@mikro-orm/postgresql';
import { refundEntities } from './refund-entities.ts';

/** The tables of purchases and payments. */

export type PurchaseStatus = 'open' | 'paid' | 'closed';

/** A package that a person buys, at the price that was offered; a person has at most one open purchase. */
const PurchaseSchema = defineEntity({
  name: 'Purchase',
  tableName: 'purchase',
  properties: {
    id: p.uuid().primary(),
    accountId: p.uuid(),
    packageId: p.uuid(),
    /** The package's description at the time of the offer. */
    packageDescrip: p.text(),
    renewal: p.boolean(),
    amountCents: p.integer(),
    currency: p.text(),
    status: p.text().$type<PurchaseStatus>().default('open'),
    /** The host where it was bought, whose brand is on the receipt and the mail. */
    brandHost: p.text().nullable(),
    createdAt: p.datetime(),
    termsAcceptedAt: p.datetime().nullable(),
    /** The versions that were accepted then: the portal's payment terms, and the company's of the host (D90). */
    termsVersionId: p.uuid().nullable(),
    companyTermsVersionId: p.uuid().nullable(),
    paidAt: p.datetime().nullable(),
    closedAt: p.datetime().nullable(),
    /** The provider's transaction that paid it. */
    transactionId: p.text().nullable(),
  },
});
export class Purchase extends PurchaseSchema.class {}
PurchaseSchema.setClass(Purchase);

/** Where the card is entered: in the provider's form inside our page, or on the provider's own page. */
export type PaymentKind = 'element' | 'checkout';

/** One payment at the provider by which a purchase can be paid; a purchase has at most one open attempt. */
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

/**
 * Kinds of movements. `charge` pays its purchase; `unmatched` came in and pays nothing (another amount, a second
 * payment). `refund-failed` and `dispute-won` bring back what a refund or a dispute took.
 */
export type LedgerKind = 'charge' | 'unmatched' | 'refund' | 'refund-failed' | 'dispute' | 'dispute-won';

/** Every movement of money, with the id of the provider's object that moved it; append-only. */
const LedgerEntrySchema = defineEntity({
  name: 'LedgerEntry',
  tableName: 'ledger_entry',
  properties: {
    id: p.uuid().primary(),
    purchaseId: p.uuid(),
    accountId: p.uuid(),
    /** Who paid. A company pays the discount of its coupon (D32). */
    leg: p.text().$type<'buyer' | 'company'>(),
    /** Set exactly when the leg is `company`. */
    companyId: p.uuid().nullable(),
    kind: p.text().$type<LedgerKind>(),
    /** The entry of the money that goes back; null for money that came in. */
    chargeId: p.uuid().nullable(),
    /** Cents; refunds and disputes are negative. */
    amountCents: p.integer(),
    currency: p.text(),
    providerId: p.text(),
    recordedAt: p.datetime(),
  },
});
class LedgerEntry extends LedgerEntrySchema.class {}
LedgerEntrySchema.setClass(LedgerEntry);

/** A company as the payment provider knows it. */
const CompanyCustomerSchema = defineEntity({
  name: 'CompanyCustomer',
  tableName: 'company_customer',
  properties: {
    companyId: p.uuid().primary(),
    customerId: p.text(),
    createdAt: p.datetime(),
  },
});

class CompanyCustomer extends CompanyCustomerSchema.class {}
CompanyCustomerSchema.setClass(CompanyCustomer);

/** Cards of a company, the present one and those before it: what may be shown of them, never the number. */
const CompanyCardSchema = defineEntity({
  name: 'CompanyCard',
  tableName: 'company_card',
  properties: {
    id: p.uuid().primary(),
    companyId: p.uuid(),
    /** The provider's payment method. */
    cardId: p.text(),
    /** When the provider began to save it. */
    setupAt: p.datetime(),
    brand: p.text(),
    last4: p.text(),
    expMonth: p.integer(),
    expYear: p.integer(),
    /** The owner who entered it; null when the provider's notice came before the owner did. */
    savedBy: p.uuid().nullable(),
    savedAt: p.datetime(),
    removedAt: p.datetime().nullable(),
    /** How many days before its end the owner was last told: 30 or 7. */
    warnedDays: p.integer().nullable(),
  },
});

class CompanyCard extends CompanyCardSchema.class {}
CompanyCardSchema.setClass(CompanyCard);

/** Every entity of this module. */
export const purchasingEntities = [
  Purchase,
  PaymentAttempt,
  LedgerEntry,
  CompanyCustomer,
  CompanyCard,
  ...refundEntities,
];

declare module '#modules/platform/index.ts' {
  interface Tables
    extends InferKyselyDB<
      | typeof PurchaseSchema
      | typeof PaymentAttemptSchema
      | typeof LedgerEntrySchema
      | typeof CompanyCustomerSchema
      | typeof CompanyCardSchema
    > {}
}
