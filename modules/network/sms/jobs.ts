import { z } from 'zod';
import { job } from '#modules/platform/index.ts';

const payload = z.object({ connectionId: z.uuid(), sending: z.number().int().min(1) });

/** Makes the code of an acceptance by text message and sends it to the person. `sending` numbers the codes of an invitation. */
export const sendSmsCode = job({ name: 'network.send-sms-code', payload });

/** Asks the person by text message whether they accept. */
export const sendSmsQuestion = job({ name: 'network.send-sms-question', payload });
