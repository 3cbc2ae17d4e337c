import {
  applyCraEvent,
  delaysSweep,
  deliverRenewalReminder,
  fileApplication,
  handleCraEvent,
  makeApplicationFile,
  placeOrder,
  remindersSweep,
  sendApplicationSubmitted,
  sendCheckDelayed,
  sendRenewalReminder,
  sendScoreActive,
  sendScoreReady,
  submitOrder,
  tellDelayed,
  tellScoreActive,
  tellScoreReady,
  tellSubmitted,
} from '#modules/applications/index.ts';
import { handle, runSweep, schedule } from '#modules/platform/index.ts';

export const applicationsJobs = [
  handle(submitOrder, (portal, { orderId }) => placeOrder(portal, orderId)),
  handle(applyCraEvent, (portal, { provider, eventId }) => handleCraEvent(portal, provider, eventId)),
  handle(fileApplication, (portal, { applicationId }) => makeApplicationFile(portal, applicationId)),
  handle(sendApplicationSubmitted, (portal, { applicationId }, run) =>
    tellSubmitted(portal, applicationId, `application-submitted-${run.id}`),
  ),
  handle(sendCheckDelayed, (portal, { orderId }, run) =>
    tellDelayed(portal, orderId, `check-delayed-${run.id}`),
  ),
  handle(sendScoreReady, (portal, { scoreChangeId }, run) =>
    tellScoreReady(portal, scoreChangeId, `score-ready-${run.id}`),
  ),
  handle(sendScoreActive, (portal, { scoreChangeId }, run) =>
    tellScoreActive(portal, scoreChangeId, `score-active-${run.id}`),
  ),
  handle(sendRenewalReminder, (portal, payload, run) =>
    deliverRenewalReminder(portal, payload, `renewal-reminder-${run.id}`),
  ),
];

export const applicationsSchedules = [
  schedule({
    name: 'applications.check-delays',
    cron: '0 15 * * *',
    run: async (portal, { signal }) => {
      await runSweep(portal, delaysSweep, { signal });
    },
  }),
  // In the afternoon of the United States, after the scores of the day have expired at 11:00 UTC.
  schedule({
    name: 'applications.renewal-reminders',
    cron: '0 16 * * *',
    run: async (portal, { signal }) => {
      await runSweep(portal, remindersSweep, { signal });
    },
  }),
];
