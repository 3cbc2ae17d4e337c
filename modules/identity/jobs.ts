import { z } from 'zod';
import { job, tryLimits } from '#modules/platform/index.ts';
import { privacyOccasions, toldChanges } from './rules.ts';

/** Makes a verification code and mails it. */
export const sendCode = job({
  name: 'identity.send-code',
  priority: 0,
  sends: 'mail',
  timeout: tryLimits.mail,
  service: 'mail',
  payload: z.object({ codeId: z.uuid() }),
  attempts: 8,
});

/** Makes a verification code and sends it as a text message. */
export const sendCodeText = job({
  name: 'identity.send-code-text',
  priority: 0,
  sends: 'text',
  timeout: tryLimits.text,
  service: 'texts',
  payload: z.object({ codeId: z.uuid() }),
  attempts: 8,
});

/** Greets a person whose address was just verified. */
export const sendWelcome = job({
  name: 'identity.send-welcome',
  priority: 2,
  timeout: tryLimits.mail,
  service: 'mail',
  payload: z.object({ accountId: z.uuid() }),
  attempts: 8,
});

/** Mails a new member of staff the link by which they set their password. */
export const sendStaffInvitation = job({
  name: 'identity.send-staff-invitation',
  priority: 0,
  sends: 'mail',
  timeout: tryLimits.mail,
  service: 'mail',
  payload: z.object({ codeId: z.uuid() }),
  attempts: 8,
});

/** Tells a person that the way to sign in was changed, or that a change of the address was undone. */
export const sendSecurityNotice = job({
  name: 'identity.send-security-notice',
  priority: 0,
  sends: 'mail',
  timeout: tryLimits.mails,
  service: 'mail',
  payload: z.object({ changeId: z.uuid() }),
  attempts: 8,
});

/** Tells a person that somebody signed in from a browser that was never used with the account before. */
export const sendNewBrowser = job({
  name: 'identity.send-new-browser',
  priority: 0,
  sends: 'mail',
  timeout: tryLimits.mail,
  service: 'mail',
  payload: z.object({ browserId: z.uuid() }),
  attempts: 8,
});

/** Tells a person which details staff changed; the payload has their names, not their values. */
export const sendAccountChanged = job({
  name: 'identity.send-account-changed',
  priority: 0,
  sends: 'mail',
  timeout: tryLimits.mail,
  service: 'mail',
  payload: z.object({ accountId: z.uuid(), changed: z.array(z.enum(toldChanges)) }),
  attempts: 8,
});

/**
 * Tells a person that staff reset the password (with the code of the link) or two-step verification (without a code).
 */
export const sendStaffReset = job({
  name: 'identity.send-staff-reset',
  priority: 0,
  sends: 'mail',
  timeout: tryLimits.mail,
  service: 'mail',
  payload: z.object({ accountId: z.uuid(), codeId: z.uuid().nullable() }),
  attempts: 8,
});

/** Tells a person that staff disabled or restored the account. */
export const sendAccountStatus = job({
  name: 'identity.send-account-status',
  priority: 2,
  timeout: tryLimits.mail,
  service: 'mail',
  payload: z.object({ accountId: z.uuid(), active: z.boolean() }),
  attempts: 8,
});

/** Tells a person that staff acted in the account, and why. */
export const sendStaffSession = job({
  name: 'identity.send-staff-session',
  priority: 0,
  sends: 'mail',
  timeout: tryLimits.mail,
  service: 'mail',
  payload: z.object({ staffSessionId: z.uuid() }),
  attempts: 8,
});

/** Looks up the address of a recovery and, if it belongs to someone, sends the code (D13). */
export const startRecovery = job({
  name: 'identity.start-recovery',
  priority: 0,
  sends: 'mail',
  timeout: tryLimits.mail,
  service: 'mail',
  payload: z.object({ codeId: z.uuid() }),
  attempts: 8,
});

/** Makes the copy of a person's data. */
export const buildExport = job({
  name: 'identity.build-export',
  priority: 2,
  timeout: tryLimits.files,
  payload: z.object({ requestId: z.uuid() }),
  attempts: 12,
});

/** Tells a person who asked about personal data what became of the request. */
export const sendPrivacyNotice = job({
  name: 'identity.send-privacy-notice',
  priority: 2,
  timeout: tryLimits.mail,
  service: 'mail',
  payload: z.object({ requestId: z.uuid(), occasion: z.enum(privacyOccasions) }),
  attempts: 12,
});

/** Deletes files that nothing refers to anymore. */
export const deleteFiles = job({
  name: 'identity.delete-files',
  priority: 3,
  timeout: tryLimits.files,
  payload: z.object({ keys: z.array(z.string().max(512)) }),
  attempts: 12,
});

/** Asks the owner of an address to confirm what somebody chose for the emails to it. */
export const sendMailChoice = job({
  name: 'identity.send-mail-choice',
  priority: 0,
  sends: 'mail',
  timeout: tryLimits.mail,
  service: 'mail',
  payload: z.object({ choiceId: z.uuid() }),
  attempts: 8,
});
