import { auditAction } from '#modules/platform/index.ts';
import type { CardProblem } from './fields.ts';

/** What this module writes to the audit log. */
export const purchasingAudit = {
  purchaseStarted: auditAction<{ package: string; amount_cents: number }>(
    'purchasing.purchase-started',
    'Purchase started',
  ),
  customerCreated: auditAction('purchasing.customer-created', 'Company registered with the payment service'),
  cardSaved: auditAction<{ last4: string }>('purchasing.card-saved', 'Company card saved'),
  cardDaysChanged: auditAction<{ before: string; after: string }>(
    'purchasing.card-days-changed',
    'Changed the days of notices about expiring cards',
  ),
  cardRemoved: auditAction<{ last4: string }>('purchasing.card-removed', 'Company card removed'),
  purchaseAbandoned: auditAction('purchasing.purchase-abandoned', 'Unpaid purchase closed'),
  storeChanged: auditAction<{ values: Record<string, string> }>(
    'purchasing.store-changed',
    'Store settings changed',
  ),
  couponTypeMade: auditAction<{ coupon: string }>('purchasing.coupon-type-made', 'Company coupon created'),
  couponTypeSwitched: auditAction<{ coupon: string; active: boolean }>(
    'purchasing.coupon-type-switched',
    'Company coupon turned on or off',
  ),
  couponIssued: auditAction<{ coupon: string; company: string }>('purchasing.coupon-issued', 'Coupon issued'),
  couponLapsed: auditAction('purchasing.coupon-lapsed', 'Coupon expired'),
  couponApplied: auditAction<{ coupon: string; company_cents: number; amount_cents: number }>(
    'purchasing.coupon-applied',
    'Coupon applied',
  ),
  couponRemoved: auditAction('purchasing.coupon-removed', 'Coupon removed'),
  couponRefused: auditAction('purchasing.coupon-refused', 'Coupon refused by the company’s card'),
  couponUnusable: auditAction<{ problem: CardProblem }>(
    'purchasing.coupon-unusable',
    'Owner told that coupons can’t be used',
  ),
  companyCharged: auditAction<{ amount_cents: number; transaction: string }>(
    'purchasing.company-charged',
    'Company charged for a coupon',
  ),
  purchasePaid: auditAction<{ amount_cents: number; transaction: string | null }>(
    'purchasing.purchase-paid',
    'Paid',
  ),
  paymentUnmatched: auditAction<{
    amount_cents: number;
    currency: string;
    transaction: string;
    reason: string;
  }>('purchasing.payment-unmatched', 'A payment matched no purchase and is being refunded'),
  refundRequested: auditAction<{ amount_cents: number; state: string }>(
    'purchasing.refund-requested',
    'Staff issued a refund',
  ),
  refundApproved: auditAction<{ amount_cents: number }>(
    'purchasing.refund-approved',
    'A second admin approved a refund',
  ),
  refundRejected: auditAction<{ amount_cents: number }>(
    'purchasing.refund-rejected',
    'A second admin rejected a refund',
  ),
  refunded: auditAction<{ amount_cents: number; leg: string; refund: string }>(
    'purchasing.refund-made',
    'Refunded by the payment service',
  ),
  refundFailed: auditAction<{ amount_cents: number; leg: string; refund: string }>(
    'purchasing.refund-failed',
    'The bank returned a refund',
  ),
  disputed: auditAction<{ amount_cents: number; leg: string; dispute: string }>(
    'purchasing.payment-disputed',
    'Disputed by the cardholder',
  ),
  disputeWon: auditAction<{ amount_cents: number; leg: string; dispute: string }>(
    'purchasing.dispute-won',
    'Dispute won, money returned',
  ),
  refundDone: auditAction<{ amount_cents: number }>('purchasing.refund-done', 'Refund completed'),
  refundIncomplete: auditAction<{ amount_cents: number }>(
    'purchasing.refund-incomplete',
    'The payment service refused a refund',
  ),
};
