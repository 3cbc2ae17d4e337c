import { z } from 'zod';
import { job, tryLimits } from '#modules/platform/index.ts';

const payload = z.object({ connectionId: z.uuid(), sending: z.number().int().min(1) });

/** Makes the code of an acceptance by text message and sends it to the person. `sending` numbers the codes of an invitation. */
export const sendSmsCode = job({
  name: 'network.send-sms-code',
  priority: 0,
  sends: 'text',
  timeout: tryLimits.text,
  payload,
});

/** Asks the person by text message whether they accept. */
export const sendSmsQuestion = job({
  name: 'network.send-sms-question',
  priority: 1,
  timeout: tryLimits.text,
  payload,
});
