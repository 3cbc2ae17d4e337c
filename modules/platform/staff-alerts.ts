import { event } from './events.ts';

/** What waits for a decision of staff (doc3 §3, pipeline alert). Modules raise it here, the console keeps the queue. */

export const staffAlertTypes = [
  'idverification',
  'monitor_profile_not_actioned',
  'application_ssn_verification',
  'application_manual_review',
  'dispute',
  'identity_theft_block',
  'privacy_request',
] as const;
export type StaffAlertType = (typeof staffAlertTypes)[number];

export interface StaffAlert {
  alertType: StaffAlertType;
  /** The id of the row that the alert is about. With the type it names the alert: raised twice, it is one. */
  eventId: string;
  /** Null where somebody without an account asks about personal data. */
  accountId: string | null;
  applicationId?: string;
  /** The agency's number of the check. */
  profileNumber?: string;
  /** The score that monitoring gave. */
  monitorScore?: string;
  /** Why it was raised, as a code of the module that raises it; never personal data. */
  reason: string;
  /** Until when the law or the portal wants an answer. */
  dueAt?: Date;
}

/** Raised again, a dismissed or closed alert is open again. */
export const staffAlertRaised = event<StaffAlert>('platform.staff-alert-raised');

/** What the alert was about is decided: it leaves the queue, whoever decided. */
export const staffAlertSettled = event<Pick<StaffAlert, 'alertType' | 'eventId'>>(
  'platform.staff-alert-settled',
);
