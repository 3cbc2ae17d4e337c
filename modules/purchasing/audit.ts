import { auditAction } from '#modules/platform/index.ts';

/** What this module writes to the audit log. */
export const purchasingAudit = {
  purchaseStarted: auditAction<{ package: string; amount_cents: number }>(
    'purchasing.purchase-started',
    'Purchase begun',
  ),
  purchasePaid: auditAction<{ amount_cents: number; transaction: string | null }>(
    'purchasing.purchase-paid',
    'Paid',
  ),
};
