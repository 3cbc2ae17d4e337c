import { z } from 'zod';
import { job, tryLimits } from '#modules/platform/index.ts';

/** Advances an order of the sandbox agency by one step. */
export const advanceScreening = job({
  name: 'sandbox-cra.advance-screening',
  priority: 1,
  timeout: tryLimits.rows,
  payload: z.object({ screeningId: z.uuid() }),
});

/** Posts a callback of the sandbox agency to the portal. */
export const deliverCallback = job({
  name: 'sandbox-cra.deliver-callback',
  priority: 1,
  timeout: tryLimits.service,
  payload: z.object({ eventId: z.uuid() }),
  attempts: 25,
});
