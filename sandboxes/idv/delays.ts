import { z } from 'zod';
import { SECOND } from '#modules/platform/browser.ts';
import { setting } from '#modules/platform/index.ts';

/** Milliseconds of real time that the sandbox looks at the images. */
export const verificationDelay = setting({
  key: 'sandbox.idv-delay',
  schema: z.object({ processing: z.number().int().min(0) }),
  initial: { processing: 3 * SECOND },
});
