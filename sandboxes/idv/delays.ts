import { z } from 'zod';
import { SECOND } from '#modules/platform/browser.ts';
import { setting } from '#modules/platform/index.ts';

/** How long the sandbox takes to check the images, in milliseconds of real time. */
export const verificationDelay = setting({
  key: 'sandbox.idv-delay',
  schema: z.object({ processing: z.number().int().min(0) }),
  initial: { processing: 3 * SECOND },
});
