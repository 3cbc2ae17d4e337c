import { z } from 'zod';
import { job } from '#modules/platform/index.ts';

/** Mails a message to the support of the brand that it was written to. */
export const sendSupportRequest = job({
  name: 'enterprise.send-support-request',
  payload: z.object({ requestId: z.uuid() }),
  attempts: 25,
});

/** Mails the terms that a person accepted, to who asked for a copy. */
export const sendTermsCopy = job({
  name: 'enterprise.send-terms-copy',
  payload: z.object({ acceptanceId: z.uuid() }),
  attempts: 8,
});
