import { event } from './events.ts';

/**
 * Alerts about what staff have to decide (doc3 §3, pipeline alert). Modules raise them here, and the console keeps the
 * queue.
 */

export const staffAlertTypes = [
  'idverification',
  'monitor_profile_not_actioned',
  'application_ssn_verification',
  'application_manual_review',
  'dispute',
  'identity_theft_block',
  'privacy_request',
  'payment_dispute',
  'proof_limit',
  'email_address',
  'refund',
  'agency_silent',
] as const;
export type StaffAlertType = (typeof staffAlertTypes)[number];

export interface StaffAlert {
  alertType: StaffAlertType;
  /**
   * The id of the row that the alert is about. Type and id together identify the alert, so raising it twice creates
   * only one.
   */
  eventId: string;
  /** Null if somebody without an account makes a privacy request. */
  accountId: string | null;
  applicationId?: string;
  /** The check's number at the agency. */
  profileNumber?: string;
  monitorScore?: string;
  /** Why it was raised: a code of the module that raises it, never personal data. */
  reason: string;
  /** The deadline for an answer, set by law or by the portal. */
  dueAt?: Date;
}

/** If a dismissed or closed alert is raised again, it is open again. */
export const staffAlertRaised = event<StaffAlert>('platform.staff-alert-raised');

/** The matter of the alert is decided, so it leaves the queue, whoever decided. */
export const staffAlertSettled = event<Pick<StaffAlert, 'alertType' | 'eventId'>>(
  'platform.staff-alert-settled',
);
