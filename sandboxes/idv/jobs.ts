import { z } from 'zod';
import { job, tryLimits } from '#modules/platform/index.ts';

/** Decides a run whose images were taken. */
export const lookAtImages = job({
  name: 'sandbox-idv.look-at-images',
  priority: 1,
  timeout: tryLimits.rows,
  payload: z.object({ runId: z.uuid() }),
});

/** Posts a callback of the sandbox to the portal. */
export const deliverRunEvent = job({
  name: 'sandbox-idv.deliver-event',
  priority: 1,
  timeout: tryLimits.service,
  payload: z.object({ eventId: z.uuid() }),
  attempts: 25,
});
