import { z } from 'zod';
import { job } from '#modules/platform/index.ts';

/** Decides a run whose images were taken. */
export const lookAtImages = job({
  name: 'sandbox-idv.look-at-images',
  payload: z.object({ runId: z.uuid() }),
});

/** Posts a callback of the sandbox to the portal. */
export const deliverRunEvent = job({
  name: 'sandbox-idv.deliver-event',
  payload: z.object({ eventId: z.uuid() }),
  attempts: 25,
});
