import {
  type Portal,
  type StaffAlert,
  staffAlertRaised,
  staffAlertSettled,
  subscribe,
} from '#modules/platform/index.ts';

/** The alerts that were sent to the queue of staff, in order. */
export interface HeardAlerts {
  raised: StaffAlert[];
  settled: Pick<StaffAlert, 'alertType' | 'eventId'>[];
}

/** Listens to a portal's staff alerts from now on. */
export function hearAlerts(portal: Portal): HeardAlerts {
  const heard: HeardAlerts = { raised: [], settled: [] };
  const listeners = [
    subscribe(staffAlertRaised, async (_work, alert) => void heard.raised.push(alert)),
    subscribe(staffAlertSettled, async (_work, alert) => void heard.settled.push(alert)),
  ];
  const subscriptionsTo = portal.subscriptionsTo.bind(portal);
  Object.assign(portal, {
    subscriptionsTo: (event: string) => [
      ...subscriptionsTo(event),
      ...listeners.filter((listener) => listener.event === event),
    ],
  });
  return heard;
}
