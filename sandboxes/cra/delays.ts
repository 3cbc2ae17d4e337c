import { z } from 'zod';
import { SECOND } from '#modules/platform/browser.ts';
import { type Database, getSetting, setting } from '#modules/platform/index.ts';

/** How long the sandbox agency takes for each step, in milliseconds of real time. */
export const sandboxDelays = setting({
  key: 'sandbox.cra-delays',
  schema: z.object({ received: z.number().int().min(0), inprogress: z.number().int().min(0) }),
  initial: { received: 2 * SECOND, inprogress: 4 * SECOND },
});

export function delays(db: Database): Promise<{ received: number; inprogress: number }> {
  return getSetting(db, sandboxDelays);
}
