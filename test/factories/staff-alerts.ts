import {
  type Portal,
  type StaffAlert,
  staffAlertRaised,
  staffAlertSettled,
} from '#modules/platform/index.ts';
import { hearEvents } from './heard-events.ts';

/** The alerts that were sent to the queue of staff, in order. */
export interface HeardAlerts {
  raised: StaffAlert[];
  settled: Pick<StaffAlert, 'alertType' | 'eventId'>[];
}

/** Listens to a portal's staff alerts from now on. */
export function hearAlerts(portal: Portal): HeardAlerts {
  return { raised: hearEvents(portal, staffAlertRaised), settled: hearEvents(portal, staffAlertSettled) };
}
