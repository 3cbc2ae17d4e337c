import { z } from 'zod';
import { job, tryLimits } from '#modules/platform/index.ts';

/** Mails a message to the support of the brand to which it was written. */
export const sendSupportRequest = job({
  name: 'enterprise.send-support-request',
  priority: 2,
  timeout: tryLimits.mail,
  service: 'mail',
  payload: z.object({ requestId: z.uuid() }),
  attempts: 25,
});

/** Mails the link of a team invitation. */
export const sendTeamInvitation = job({
  name: 'enterprise.send-team-invitation',
  priority: 2,
  timeout: tryLimits.mail,
  service: 'mail',
  payload: z.object({ invitationId: z.uuid() }),
  attempts: 8,
});

/** What happened in a team and has to be told to somebody. */
export const teamNews = [
  'now-admin',
  'now-viewer',
  'removed',
  'left',
  'now-owner',
  'no-longer-owner',
  'company-off',
  'company-on',
] as const;
export type TeamNews = (typeof teamNews)[number];

/** Mails everybody who is affected by a change of a team. `otherId`: the other person that it is about. */
export const sendTeamNews = job({
  name: 'enterprise.send-team-news',
  priority: 2,
  timeout: tryLimits.mails,
  service: 'mail',
  payload: z.object({
    companyId: z.uuid(),
    news: z.enum(teamNews),
    accountId: z.uuid(),
    otherId: z.uuid().nullable(),
    /** The company's saved card was removed along with a change of the owner. */
    cardRemoved: z.boolean().default(false),
    /** Staff made the change, on behalf of the company. */
    byStaff: z.boolean().default(false),
  }),
  attempts: 8,
});

/** Tells the owner of a company that a key was made or revoked. */
export const sendApiKeyNews = job({
  name: 'enterprise.send-api-key-news',
  priority: 2,
  timeout: tryLimits.mail,
  service: 'mail',
  payload: z.object({ apiKeyId: z.uuid(), news: z.enum(['made', 'revoked']) }),
  attempts: 8,
});

/** Has every person of a host that a company gave up mailed, in batches. */
export const tellReleasedHost = job({
  name: 'enterprise.tell-released-host',
  priority: 3,
  timeout: tryLimits.rows,
  payload: z.object({ releaseId: z.uuid(), companyId: z.uuid(), host: z.string().max(255) }),
  attempts: 25,
});

/** Tells one person where they log in now. */
export const sendReleasedHost = job({
  name: 'enterprise.send-released-host',
  priority: 2,
  timeout: tryLimits.mail,
  service: 'mail',
  payload: z.object({ accountId: z.uuid(), companyId: z.uuid(), host: z.string().max(255) }),
  attempts: 8,
});

/** Tells a member of a company's team that its host was changed or turned off. */
export const sendHostChanged = job({
  name: 'enterprise.send-host-changed',
  priority: 2,
  timeout: tryLimits.mail,
  service: 'mail',
  payload: z.object({ companyId: z.uuid(), accountId: z.uuid(), host: z.string().max(255) }),
  attempts: 8,
});

/** Sends what is due to one endpoint of a company. Up to 10 seconds for each answer, and its statements (D136). */
export const sendWebhooks = job({
  name: 'enterprise.send-webhooks',
  priority: 2,
  sends: 'webhook',
  timeout: tryLimits.rows,
  payload: z.object({ endpointId: z.uuid() }),
  attempts: 25,
});

/** Mails the owner of a company that an endpoint was turned off. */
export const sendWebhookDisabled = job({
  name: 'enterprise.send-webhook-disabled',
  priority: 2,
  timeout: tryLimits.mail,
  service: 'mail',
  payload: z.object({ endpointId: z.uuid() }),
  attempts: 8,
});

/** Mails the terms that a person accepted to those who asked for a copy. */
export const sendTermsCopy = job({
  name: 'enterprise.send-terms-copy',
  priority: 2,
  timeout: tryLimits.mail,
  service: 'mail',
  payload: z.object({ acceptanceId: z.uuid() }),
  attempts: 8,
});
