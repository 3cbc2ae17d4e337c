import { z } from 'zod';
import { job, providerNames, tryLimits } from '#modules/platform/index.ts';

/** Mails to admins. The handlers in jobs/admin.ts call back into approvals, retention and digest. */

/** Finds the admins to tell that a legal hold was set or lifted. */
export const tellLegalHold = job({
  name: 'admin.tell-legal-hold',
  priority: 2,
  timeout: tryLimits.rows,
  payload: z.object({ holdId: z.uuid(), change: z.enum(['set', 'lifted']) }),
});

export const sendLegalHold = job({
  name: 'admin.send-legal-hold',
  priority: 2,
  timeout: tryLimits.mail,
  service: 'mail',
  payload: z.object({ holdId: z.uuid(), change: z.enum(['set', 'lifted']), accountId: z.uuid() }),
});

/** Finds the other admins to tell that something waits for one of them. */
export const tellWaits = job({
  name: 'admin.tell-waits',
  priority: 2,
  timeout: tryLimits.rows,
  payload: z.object({ what: z.enum(['refund', 'control']), id: z.uuid() }),
});

/** Finds whom to tell of a change of a control that has taken effect, or will by itself. */
export const tellControlChanged = job({
  name: 'admin.tell-control-changed',
  priority: 2,
  timeout: tryLimits.rows,
  payload: z.object({ id: z.uuid() }),
});

export const sendWaits = job({
  name: 'admin.send-waits',
  priority: 2,
  timeout: tryLimits.mail,
  service: 'mail',
  payload: z.object({ what: z.enum(['refund', 'control']), id: z.uuid(), accountId: z.uuid() }),
});

export const testProviderJob = job({
  name: 'admin.test-provider',
  priority: 1,
  timeout: tryLimits.mail,
  payload: z.object({ provider: z.enum(providerNames) }),
});

/** `mail` is the name of its kind; `host` null for the portal's own brand. */
export const sendSampleMail = job({
  name: 'admin.send-sample-mail',
  priority: 1,
  timeout: tryLimits.mail,
  service: 'mail',
  payload: z.object({ accountId: z.uuid(), mail: z.string(), host: z.string().nullable() }),
});

/** `day` is the local date of the portal's own brand. */
export const sendStaffDigest = job({
  name: 'admin.send-staff-digest',
  priority: 2,
  timeout: tryLimits.mail,
  service: 'mail',
  payload: z.object({ accountId: z.uuid(), day: z.iso.date() }),
});

export const sendControlChanged = job({
  name: 'admin.send-control-changed',
  priority: 2,
  timeout: tryLimits.mail,
  service: 'mail',
  payload: z.object({
    id: z.uuid(),
    /** Null for the portal's support address. */
    accountId: z.uuid().nullable(),
    state: z.enum(['waiting', 'changed']),
  }),
});
