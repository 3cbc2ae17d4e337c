import type { listRefunds } from '#modules/admin/index.ts';
import type { OutputOf } from '#modules/platform/index.ts';

export type ListedRefund = OutputOf<typeof listRefunds>['refunds'][number];

export const refundLook: Record<ListedRefund['state'], { label: string; tone?: 'ok' | 'warn' | 'bad' }> = {
  waiting: { label: 'Needs approval', tone: 'warn' },
  sending: { label: 'Being sent' },
  done: { label: 'Refunded', tone: 'ok' },
  failed: { label: 'Failed', tone: 'bad' },
  rejected: { label: 'Rejected' },
};

/** Who or what issued a refund, and why, if it was not an admin. */
export const refundCauses: Record<ListedRefund['cause'], string> = {
  staff: 'Staff',
  unmatched: 'Automatic: the payment matched no purchase',
};
