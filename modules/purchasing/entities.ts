import { defineEntity, type InferKyselyDB, p } from '@mikro-orm/postgresql';
import type { CardProblem, CodeType } from './fields.ts';
import { refundEntities } from './refunds/entities.ts';

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
    /** What the buyer pays. Together with the company's part and the waived part it is the price. */
    amountCents: p.integer(),
    /** What the company of the coupon pays. */
    companyCents: p.integer().default(0),
    /** A part that is too small for the provider to charge, and counts as zero (D32). */
    waivedCents: p.integer().default(0),
    priceCents: p.integer().generated('(amount_cents + company_cents + waived_cents) stored').nullable(),
    couponId: p.uuid().nullable(),
    currency: p.text(),
    status: p.text().$type<PurchaseStatus>().default('open'),
    /** The host where it was bought, whose brand is on the receipt and the mail. */
    brandHost: p.text().nullable(),
    createdAt: p.datetime(),
    termsAcceptedAt: p.datetime().nullable(),
    /**
     * The versions that were accepted at that time: the portal's payment terms, and those of the host's company (D90).
     */
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

/** Where the buyer enters the card: in the provider's form inside our page, or on the provider's own page. */
export type BuyersKind = 'element' | 'checkout';

/**
 * One payment at the provider by which a purchase can be paid: the buyer's part, or the company's part on its saved card.
 * A purchase has at most one open attempt for each part.
 */
const PaymentAttemptSchema = defineEntity({
  name: 'PaymentAttempt',
  tableName: 'payment_attempt',
  properties: {
    id: p.uuid().primary(),
    purchaseId: p.uuid(),
    kind: p.text().$type<BuyersKind | 'company-card'>(),
    /** Of a company's part. */
    companyCardId: p.uuid().nullable(),
    /** When the provider began to hold a company's part. */
    authorizedAt: p.datetime().nullable(),
    /** When the capture of a hold began; from then on it is not released. */
    capturingAt: p.datetime().nullable(),
    state: p.text().$type<'open' | 'paid' | 'closed'>().default('open'),
    /** Null until the provider has answered; nobody can pay before that. */
    providerId: p.text().nullable(),
    createdAt: p.datetime(),
    endedAt: p.datetime().nullable(),
  },
});
export class PaymentAttempt extends PaymentAttemptSchema.class {}
PaymentAttemptSchema.setClass(PaymentAttempt);

/**
 * Kinds of movements. `charge` pays its purchase; `unmatched` is money that came in and pays nothing (a wrong amount, a
 * second payment). `refund-failed` and `dispute-won` bring back what a refund or a dispute took.
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
    /** Set if and only if the leg is `company`. */
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

/** A company's record at the payment provider. */
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

/** Cards of a company, the current one and earlier ones: what may be shown of them, never the number. */
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
    /** The owner who entered it; null if the provider's notice came before the owner returned. */
    savedBy: p.uuid().nullable(),
    savedAt: p.datetime(),
    removedAt: p.datetime().nullable(),
    /** How many days before its expiration the owner was last told: 30 or 7. */
    warnedDays: p.integer().nullable(),
    /** When it was refused for a coupon and the owner was told; null once it is charged again. */
    refusedAt: p.datetime().nullable(),
  },
});

class CompanyCard extends CompanyCardSchema.class {}
CompanyCardSchema.setClass(CompanyCard);

/**
 * What a company may issue as coupons. The value never changes; coupons of a type that is off are neither issued nor
 * redeemed.
 */
const CouponTypeSchema = defineEntity({
  name: 'CouponType',
  tableName: 'coupon_type',
  properties: {
    id: p.uuid().primary(),
    companyId: p.uuid(),
    codeType: p.text().$type<CodeType>(),
    /** Percent, or whole dollars for a flat coupon; null for a full one. */
    amount: p.integer().nullable(),
    active: p.boolean().default(true),
    madeBy: p.uuid().nullable(),
    madeAt: p.datetime(),
  },
});

class CouponType extends CouponTypeSchema.class {}
CouponTypeSchema.setClass(CouponType);

/** A coupon that was issued to one invited person, who is known by account or by address. */
const CouponSchema = defineEntity({
  name: 'Coupon',
  tableName: 'coupon',
  properties: {
    id: p.uuid().primary(),
    couponTypeId: p.uuid(),
    accountId: p.uuid().nullable(),
    emailaddress: p.string().columnType('citext').nullable(),
    /** The code, encrypted with the key ring, and its HMAC for lookups. */
    codeSealed: p.text(),
    codeHash: p.text(),
    issuedBy: p.uuid().nullable(),
    issuedAt: p.datetime(),
    expiresAt: p.datetime(),
    /** When the invitation was withdrawn or ignored. */
    lapsedAt: p.datetime().nullable(),
    redeemedAt: p.datetime().nullable(),
  },
});

class Coupon extends CouponSchema.class {}
CouponSchema.setClass(Coupon);

/** When the owner of a company was last told that its coupons cannot be used. */
const CouponNoticeSchema = defineEntity({
  name: 'CouponNotice',
  tableName: 'coupon_notice',
  properties: {
    companyId: p.uuid().primary(),
    problem: p.text().$type<CardProblem>(),
    toldAt: p.datetime(),
  },
});

class CouponNotice extends CouponNoticeSchema.class {}
CouponNoticeSchema.setClass(CouponNotice);

/** The card that paid a charge, as the provider names it. */
const ChargedCardSchema = defineEntity({
  name: 'ChargedCard',
  tableName: 'charged_card',
  properties: {
    chargeId: p.uuid().primary(),
    brand: p.text(),
    last4: p.text(),
  },
});

class ChargedCard extends ChargedCardSchema.class {}
ChargedCardSchema.setClass(ChargedCard);

/** Every entity of this module. */
export const purchasingEntities = [
  Purchase,
  PaymentAttempt,
  LedgerEntry,
  ChargedCard,
  CompanyCustomer,
  CompanyCard,
  ...refundEntities,
  CouponType,
  Coupon,
  CouponNotice,
];

declare module '#modules/platform/index.ts' {
  interface Tables
    extends InferKyselyDB<
      | typeof PurchaseSchema
      | typeof PaymentAttemptSchema
      | typeof LedgerEntrySchema
      | typeof ChargedCardSchema
      | typeof CompanyCustomerSchema
      | typeof CompanyCardSchema
      | typeof CouponTypeSchema
      | typeof CouponSchema
      | typeof CouponNoticeSchema
    > {}
}
