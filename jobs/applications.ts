import {
  answerSsnReview,
  applyCraEvent,
  applyVerificationEvent,
  approvalCodesSweep,
  askAboutOrder,
  askAgency,
  awaitedPackagesSweep,
  carryBlock,
  carryDispute,
  carryOutMonitoring,
  checkVerification,
  delaysSweep,
  deliverApplicationAgain,
  deliverApplicationSubmitted,
  deliverApplicationWaits,
  deliverBlockMail,
  deliverCheckDelayed,
  deliverCheckMoved,
  deliverDisputeCompany,
  deliverDisputeMail,
  deliverExpirationChanged,
  deliverMoneyMail,
  deliverMonitoringOff,
  deliverPaperAwaited,
  deliverPaperDecided,
  deliverPaperReceived,
  deliverProofLimit,
  deliverRenewalReminder,
  deliverScoreActive,
  deliverScoreClosed,
  deliverScoreReady,
  deliverText,
  fetchVerification,
  fileApplication,
  findCompaniesToTell,
  forgetApplicant,
  forgetAtVerifier,
  forwardBlock,
  forwardDispute,
  handleCraEvent,
  handleVerificationEvent,
  lapsedVerificationsSweep,
  makeApplicationFile,
  missingPackagesSweep,
  monitoringSweep,
  notActionedSweep,
  overdueDisputesSweep,
  placeOrder,
  proofCountsSweep,
  quietMonitoringSweep,
  quietOrdersSweep,
  readyRemindersSweep,
  remindersSweep,
  sendApplicationAgain,
  sendApplicationSubmitted,
  sendApplicationText,
  sendApplicationWaits,
  sendBlockMail,
  sendCheckDelayed,
  sendCheckMoved,
  sendDisputeCompany,
  sendDisputeMail,
  sendExpirationChanged,
  sendMoneyMail,
  sendMonitoringOff,
  sendPaperAwaited,
  sendPaperDecided,
  sendPaperReceived,
  sendProofLimit,
  sendRenewalReminder,
  sendScoreActive,
  sendScoreClosed,
  sendScoreReady,
  silentOrdersSweep,
  silentVerificationsSweep,
  submitOrder,
  switchMonitoring,
  tellCompaniesOfDispute,
  tellSsnReviewed,
  verificationImagesSweep,
  waitsSweep,
} from '#modules/applications/index.ts';
import { handle, runSweep, schedule } from '#modules/platform/index.ts';

export const applicationsJobs = [
  handle(submitOrder, (portal, { orderId }) => placeOrder(portal, orderId)),
  handle(askAgency, (portal, { orderId }) => askAboutOrder(portal, orderId)),
  handle(answerSsnReview, (portal, { orderId }) => tellSsnReviewed(portal, orderId)),
  handle(applyCraEvent, (portal, { provider, eventId }) => handleCraEvent(portal, provider, eventId)),
  handle(applyVerificationEvent, (portal, { eventId }) => handleVerificationEvent(portal, eventId)),
  handle(checkVerification, (portal, { verificationId }) => fetchVerification(portal, verificationId)),
  handle(forgetApplicant, (portal, { applicantId }) => forgetAtVerifier(portal, applicantId)),
  handle(sendApplicationAgain, (portal, payload, run) =>
    deliverApplicationAgain(portal, payload, `application-again-${run.id}`),
  ),
  handle(fileApplication, (portal, { applicationId }) => makeApplicationFile(portal, applicationId)),
  handle(sendApplicationText, (portal, payload, run) => deliverText(portal, payload, run.id, run.triedSince)),
  handle(sendApplicationSubmitted, (portal, { applicationId }, run) =>
    deliverApplicationSubmitted(portal, applicationId, `application-submitted-${run.id}`),
  ),
  handle(sendApplicationWaits, (portal, { applicationId }, run) =>
    deliverApplicationWaits(portal, applicationId, `application-waits-${run.id}`),
  ),
  handle(sendCheckDelayed, (portal, { orderId }, run) =>
    deliverCheckDelayed(portal, orderId, `check-delayed-${run.id}`),
  ),
  handle(sendPaperReceived, (portal, { packageId }, run) =>
    deliverPaperReceived(portal, packageId, `paper-received-${run.id}`),
  ),
  handle(sendPaperAwaited, (portal, { packageId }, run) =>
    deliverPaperAwaited(portal, packageId, `paper-awaited-${run.id}`),
  ),
  handle(sendPaperDecided, (portal, { packageId }, run) =>
    deliverPaperDecided(portal, packageId, `paper-decided-${run.id}`),
  ),
  handle(sendScoreReady, (portal, { scoreChangeId }, run) =>
    deliverScoreReady(portal, scoreChangeId, `score-ready-${run.id}`),
  ),
  handle(sendScoreActive, (portal, payload, run) =>
    deliverScoreActive(portal, payload, `score-active-${run.id}`),
  ),
  handle(sendScoreClosed, (portal, { scoreChangeId }, run) =>
    deliverScoreClosed(portal, scoreChangeId, `score-closed-${run.id}`),
  ),
  handle(sendMoneyMail, (portal, payload, run) => deliverMoneyMail(portal, payload, `money-${run.id}`)),
  handle(sendMonitoringOff, (portal, { consentId }, run) =>
    deliverMonitoringOff(portal, consentId, `monitoring-off-${run.id}`),
  ),
  handle(sendCheckMoved, (portal, payload, run) =>
    deliverCheckMoved(portal, payload, `check-moved-${run.id}`),
  ),
  handle(forwardDispute, (portal, { disputeId }) => carryDispute(portal, disputeId)),
  handle(sendDisputeMail, (portal, payload, run) => deliverDisputeMail(portal, payload, `dispute-${run.id}`)),
  handle(forwardBlock, (portal, { disputeId }) => carryBlock(portal, disputeId)),
  handle(sendBlockMail, (portal, payload, run) => deliverBlockMail(portal, payload, `block-${run.id}`)),
  handle(tellCompaniesOfDispute, (portal, { disputeId }) => findCompaniesToTell(portal, disputeId)),
  handle(sendDisputeCompany, (portal, payload, run) =>
    deliverDisputeCompany(portal, payload, `dispute-company-${run.id}`),
  ),
  handle(switchMonitoring, (portal, { monitoredProfileId }) =>
    carryOutMonitoring(portal, monitoredProfileId),
  ),
  handle(sendExpirationChanged, (portal, { expirationChangeId }, run) =>
    deliverExpirationChanged(portal, expirationChangeId, `expiration-changed-${run.id}`),
  ),
  handle(sendProofLimit, (portal, { countId }, run) =>
    deliverProofLimit(portal, countId, `proof-limit-${run.id}`),
  ),
  handle(sendRenewalReminder, (portal, payload, run) =>
    deliverRenewalReminder(portal, payload, `renewal-reminder-${run.id}`),
  ),
];

export const applicationsSchedules = [
  schedule({
    name: 'applications.overdue-disputes',
    cron: '5 * * * *',
    run: async (portal, { signal }) => {
      await runSweep(portal, overdueDisputesSweep, { signal });
    },
  }),
  schedule({
    name: 'applications.silent-agencies',
    cron: '35 * * * *',
    run: async (portal, { signal }) => {
      await runSweep(portal, quietOrdersSweep, { signal });
      await runSweep(portal, silentOrdersSweep, { signal });
      await runSweep(portal, quietMonitoringSweep, { signal });
    },
  }),
  schedule({
    name: 'applications.check-delays',
    cron: '0 15 * * *',
    run: async (portal, { signal }) => {
      await runSweep(portal, delaysSweep, { signal });
    },
  }),
  schedule({
    name: 'applications.awaited-packages',
    cron: '40 15 * * *',
    run: async (portal, { signal }) => {
      await runSweep(portal, awaitedPackagesSweep, { signal });
      await runSweep(portal, missingPackagesSweep, { signal });
    },
  }),
  schedule({
    name: 'applications.wait-reminders',
    cron: '40 15 * * *',
    run: async (portal, { signal }) => {
      await runSweep(portal, waitsSweep, { signal });
    },
  }),
  schedule({
    name: 'applications.score-reminders',
    cron: '20 * * * *',
    run: async (portal, { signal }) => {
      await runSweep(portal, readyRemindersSweep, { signal });
    },
  }),
  schedule({
    name: 'applications.monitor-not-actioned',
    cron: '25 * * * *',
    run: async (portal, { signal }) => {
      await runSweep(portal, notActionedSweep, { signal });
    },
  }),
  // Shortly after 11:00 UTC, when the scores of the day have expired.
  schedule({
    name: 'applications.end-monitoring',
    cron: '10 11 * * *',
    run: async (portal, { signal }) => {
      await runSweep(portal, monitoringSweep, { signal });
    },
  }),
  schedule({
    name: 'applications.silent-verifications',
    cron: '*/10 * * * *',
    run: async (portal, { signal }) => {
      await runSweep(portal, silentVerificationsSweep, { signal });
    },
  }),
  schedule({
    name: 'applications.old-verifications',
    cron: '20 4 * * *',
    run: async (portal, { signal }) => {
      await runSweep(portal, verificationImagesSweep, { signal });
      await runSweep(portal, lapsedVerificationsSweep, { signal });
      await runSweep(portal, proofCountsSweep, { signal });
      await runSweep(portal, approvalCodesSweep, { signal });
    },
  }),
  // At 11:00 UTC the scores of the day have expired, and 16:00 UTC is daytime in the United States.
  schedule({
    name: 'applications.renewal-reminders',
    cron: '0 16 * * *',
    run: async (portal, { signal }) => {
      await runSweep(portal, remindersSweep, { signal });
    },
  }),
];
