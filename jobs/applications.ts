import {
  applyCraEvent,
  fileApplication,
  handleCraEvent,
  makeApplicationFile,
  placeOrder,
  sendApplicationSubmitted,
  sendScoreReady,
  submitOrder,
  tellScoreReady,
  tellSubmitted,
} from '#modules/applications/index.ts';
import { handle } from '#modules/platform/index.ts';

export const applicationsJobs = [
  handle(submitOrder, (portal, { orderId }) => placeOrder(portal, orderId)),
  handle(applyCraEvent, (portal, { provider, eventId }) => handleCraEvent(portal, provider, eventId)),
  handle(fileApplication, (portal, { applicationId }) => makeApplicationFile(portal, applicationId)),
  handle(sendApplicationSubmitted, (portal, { applicationId }, run) =>
    tellSubmitted(portal, applicationId, `application-submitted-${run.id}`),
  ),
  handle(sendScoreReady, (portal, { scoreChangeId }, run) =>
    tellScoreReady(portal, scoreChangeId, `score-ready-${run.id}`),
  ),
];
