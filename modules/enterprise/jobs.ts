import { z } from 'zod';
import { job } from '#modules/platform/index.ts';

/** Mails a message to the support of the brand that it was written to. */
export const sendSupportRequest = job({
  name: 'enterprise.send-support-request',
  payload: z.object({ requestId: z.uuid() }),
  attempts: 25,
});
