import { z } from 'zod';
import { job, tryLimits } from '#modules/platform/index.ts';
import { textKinds } from './entities/text-updates.ts';
import { moneyStates } from './statuses.ts';

/**
 * The module's slow work, and its requests to other services. Payloads carry only ids; the handlers in
 * jobs/applications.ts call back here.
 */

/** Tried for days, because an application must not be lost when an agency is down. */
const PATIENT = 25;

/** Gives an order to the CRA, exactly once even after a crash. */
export const submitOrder = job({
  name: 'applications.submit-order',
  priority: 1,
  timeout: tryLimits.service,
  service: 'agency',
  payload: z.object({ orderId: z.uuid() }),
  attempts: PATIENT,
});

/** Asks the agency about an order of which nothing was heard. The next time comes by a schedule. */
export const askAgency = job({
  name: 'applications.ask-agency',
  priority: 3,
  timeout: tryLimits.service,
  service: 'agency',
  payload: z.object({ orderId: z.uuid() }),
  attempts: 5,
});

/** Tells the agency what staff decided about the SSN of a check. */
export const answerSsnReview = job({
  name: 'applications.answer-ssn-review',
  priority: 1,
  timeout: tryLimits.service,
  service: 'agency',
  payload: z.object({ orderId: z.uuid() }),
  attempts: PATIENT,
});

/** Processes a callback that was stored. */
export const applyCraEvent = job({
  name: 'applications.apply-cra-event',
  priority: 1,
  timeout: tryLimits.service,
  service: 'agency',
  payload: z.object({ provider: z.string(), eventId: z.string() }),
  attempts: PATIENT,
});

/** Processes a stored callback about an ID verification. */
export const applyVerificationEvent = job({
  name: 'applications.apply-verification-event',
  priority: 1,
  timeout: tryLimits.service,
  service: 'verification',
  payload: z.object({ eventId: z.string() }),
  attempts: PATIENT,
});

/** Asks the provider how far an ID verification has got. */
export const checkVerification = job({
  name: 'applications.check-verification-run',
  priority: 1,
  timeout: tryLimits.service,
  service: 'verification',
  payload: z.object({ verificationId: z.uuid() }),
  attempts: PATIENT,
});

/** Makes the provider of the ID verification delete a person. */
export const forgetApplicant = job({
  name: 'applications.forget-applicant',
  priority: 3,
  timeout: tryLimits.service,
  service: 'verification',
  payload: z.object({ applicantId: z.string().max(120) }),
  attempts: PATIENT,
});

/** Why a person has to do something again. */
export const againReasons = ['agency-images', 'id-unreadable', 'id-rejected', 'ssn-correction'] as const;
export type AgainReason = (typeof againReasons)[number];

/** Tells a person that they have to do something again. */
export const sendApplicationAgain = job({
  name: 'applications.send-application-again',
  priority: 2,
  timeout: tryLimits.mail,
  service: 'mail',
  payload: z.object({ applicationId: z.uuid(), reason: z.enum(againReasons) }),
});

/** Makes the PDF of a submitted application, with its signatures. */
export const fileApplication = job({
  name: 'applications.file-application',
  priority: 1,
  timeout: tryLimits.files,
  payload: z.object({ applicationId: z.uuid() }),
});

export const sendApplicationSubmitted = job({
  name: 'applications.send-application-submitted',
  priority: 2,
  timeout: tryLimits.mail,
  service: 'mail',
  payload: z.object({ applicationId: z.uuid() }),
});

/** Reminds a person of an unfinished application. */
export const sendApplicationWaits = job({
  name: 'applications.send-application-waits',
  priority: 3,
  timeout: tryLimits.mail,
  service: 'mail',
  payload: z.object({ applicationId: z.uuid() }),
});

export const sendCheckDelayed = job({
  name: 'applications.send-check-delayed',
  priority: 3,
  timeout: tryLimits.mail,
  service: 'mail',
  payload: z.object({ orderId: z.uuid() }),
});

/** Tells the applicant that the paper package arrived. */
export const sendPaperReceived = job({
  name: 'applications.send-paper-received',
  priority: 2,
  timeout: tryLimits.mail,
  service: 'mail',
  payload: z.object({ packageId: z.uuid() }),
});

/** Reminds the applicant of a paper package that has not arrived. */
export const sendPaperAwaited = job({
  name: 'applications.send-paper-awaited',
  priority: 3,
  timeout: tryLimits.mail,
  service: 'mail',
  payload: z.object({ packageId: z.uuid() }),
});

/** Tells the applicant the decision about the paper package. */
export const sendPaperDecided = job({
  name: 'applications.send-paper-decided',
  priority: 2,
  timeout: tryLimits.mail,
  service: 'mail',
  payload: z.object({ packageId: z.uuid() }),
});

/** Mints the approval code and mails its link. */
export const sendScoreReady = job({
  name: 'applications.send-score-ready',
  priority: 2,
  timeout: tryLimits.mail,
  service: 'mail',
  payload: z.object({ scoreChangeId: z.uuid() }),
});

/** Tells the person of an account that staff moved a check from or to it. */
export const sendCheckMoved = job({
  name: 'applications.send-check-moved',
  priority: 2,
  timeout: tryLimits.mail,
  service: 'mail',
  payload: z.object({ accountId: z.uuid(), direction: z.enum(['away', 'here']) }),
});

/** Tells a person that their score is active, and who sees it. */
export const sendScoreActive = job({
  name: 'applications.send-score-active',
  priority: 2,
  timeout: tryLimits.mail,
  service: 'mail',
  payload: z.object({
    scoreChangeId: z.uuid(),
    /** Who did it; `choice` is the person's choice for clean results, `silence` staff after 30 days. */
    by: z.enum(['person', 'choice', 'staff', 'silence']).default('person'),
  }),
});

/** Tells a person that staff closed a result on which they did not decide. */
export const sendScoreClosed = job({
  name: 'applications.send-score-closed',
  priority: 2,
  timeout: tryLimits.mail,
  service: 'mail',
  payload: z.object({ scoreChangeId: z.uuid() }),
});

/** What the money for a check concerns: an open application, a score that waits for the person, or their active score. */
const moneyAffects = ['application', 'waiting', 'score'] as const;
export type MoneyAffects = (typeof moneyAffects)[number];

/** Tells a person that a payment for their check is held, returned, or stands after all. */
export const sendMoneyMail = job({
  name: 'applications.send-money-mail',
  priority: 2,
  timeout: tryLimits.mail,
  service: 'mail',
  payload: z.object({ applicationId: z.uuid(), money: z.enum(moneyStates), affects: z.enum(moneyAffects) }),
});

/** Tells the agency of a dispute, or of what was written in it since. */
export const forwardDispute = job({
  name: 'applications.forward-dispute',
  priority: 2,
  timeout: tryLimits.service,
  service: 'agency',
  payload: z.object({ disputeId: z.uuid() }),
  attempts: PATIENT,
});

/** Sends a text about an application's progress to a person who agreed to texts. */
export const sendApplicationText = job({
  name: 'applications.send-text',
  priority: 2,
  timeout: tryLimits.text,
  service: 'texts',
  payload: z.object({ applicationId: z.uuid(), kind: z.enum(textKinds) }),
});

const disputeOccasions = ['received', 'question', 'overdue', 'result'] as const;
export type DisputeOccasion = (typeof disputeOccasions)[number];

/** Tells a person about the state of their dispute. */
export const sendDisputeMail = job({
  name: 'applications.send-dispute-mail',
  priority: 2,
  timeout: tryLimits.mail,
  service: 'mail',
  payload: z.object({ disputeId: z.uuid(), occasion: z.enum(disputeOccasions) }),
});

/** Tells the agency of a block that staff decided or lifted. */
export const forwardBlock = job({
  name: 'applications.forward-block',
  priority: 2,
  timeout: tryLimits.service,
  service: 'agency',
  payload: z.object({ disputeId: z.uuid() }),
  attempts: PATIENT,
});

const blockOccasions = ['received', 'question', 'blocked', 'declined', 'rescinded', 'withdrawn'] as const;
export type BlockOccasion = (typeof blockOccasions)[number];

/** Tells a person about the state of their request for a block. */
export const sendBlockMail = job({
  name: 'applications.send-block-mail',
  priority: 2,
  timeout: tryLimits.mail,
  service: 'mail',
  payload: z.object({ disputeId: z.uuid(), occasion: z.enum(blockOccasions) }),
});

/** Finds the companies that saw what was corrected by a dispute. */
export const tellCompaniesOfDispute = job({
  name: 'applications.tell-companies-of-dispute',
  priority: 3,
  timeout: tryLimits.rows,
  payload: z.object({ disputeId: z.uuid() }),
});

export const sendDisputeCompany = job({
  name: 'applications.send-dispute-company',
  priority: 2,
  timeout: tryLimits.mail,
  service: 'mail',
  payload: z.object({ disputeId: z.uuid(), companyId: z.uuid() }),
});

/** Tells the agency to begin or end the monitoring of a check. */
export const switchMonitoring = job({
  name: 'applications.switch-monitoring',
  priority: 2,
  timeout: tryLimits.service,
  service: 'agency',
  payload: z.object({ monitoredProfileId: z.uuid() }),
  attempts: PATIENT,
});

/** Tells a person that staff or the agency turned monitoring off. */
export const sendMonitoringOff = job({
  name: 'applications.send-monitoring-off',
  priority: 2,
  timeout: tryLimits.mail,
  service: 'mail',
  payload: z.object({ consentId: z.uuid() }),
});

/** Tells a person that staff moved the expiration of their score. */
export const sendExpirationChanged = job({
  name: 'applications.send-expiration-changed',
  priority: 2,
  timeout: tryLimits.mail,
  service: 'mail',
  payload: z.object({ expirationChangeId: z.uuid() }),
});

/** Tells staff that a number or link had as many wrong proofs as it takes. */
export const sendProofLimit = job({
  name: 'applications.send-proof-limit',
  priority: 2,
  timeout: tryLimits.mail,
  service: 'mail',
  payload: z.object({ countId: z.uuid() }),
});

/** Reminds a person that their score expires. */
export const sendRenewalReminder = job({
  name: 'applications.send-renewal-reminder',
  priority: 3,
  timeout: tryLimits.mail,
  service: 'mail',
  payload: z.object({ scoreId: z.uuid(), stage: z.number().int() }),
});
