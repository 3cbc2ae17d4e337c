import type { StaffAlertType } from '#modules/platform/index.ts';
import type { AlertState } from '../statuses.ts';

/** An alert of the pipeline as it is locked, before staff do something with it. */
export interface Alert {
  id: string;
  account_id: string | null;
  application_id: string | null;
  alert_type: StaffAlertType;
  event_id: string;
  state: AlertState;
  assigned_to: string | null;
}

export const alertColumns = [
  'id',
  'account_id',
  'application_id',
  'alert_type',
  'event_id',
  'state',
  'assigned_to',
] as const;
