import { auditAction } from '#modules/platform/index.ts';

/** What this module writes to the audit log. */
export const purchasingAudit = {
  purchaseStarted: auditAction<{ package: string; amount_cents: number }>(
    'purchasing.purchase-started',
    'Purchase begun',
  ),
  customerCreated: auditAction('purchasing.customer-created', 'Company registered with the payment service'),
  cardSaved: auditAction<{ last4: string }>('purchasing.card-saved', 'Company card saved'),
  cardRemoved: auditAction<{ last4: string }>('purchasing.card-removed', 'Company card removed'),
  purchaseAbandoned: auditAction('purchasing.purchase-abandoned', 'Unpaid purchase closed'),
  storeChanged: auditAction<{ changed: string[] }>('purchasing.store-changed', 'Store settings changed'),
  purchasePaid: auditAction<{ amount_cents: number; transaction: string | null }>(
    'purchasing.purchase-paid',
    'Paid',
  ),
};
