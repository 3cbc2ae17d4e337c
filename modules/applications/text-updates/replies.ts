import { z } from 'zod';
import { brandForHost } from '#modules/enterprise/index.ts';
import {
  anyone,
  markHandled,
  operation,
  type Portal,
  readTwilioForm,
  storeOnce,
} from '#modules/platform/index.ts';
import { Refusal } from '../refusals.ts';
import { withdrawTexts } from './consent.ts';

/** What people reply to texts: STOP ends them at once, HELP answers (D93). */

const PROVIDER = 'sms';

const stops =
  /^\s*(stop|stopall|stop all|end|quit|cancel|unsubscribe|optout|opt out|revoke|remove me|no more)\b/i;
const asksHelp = /^\s*(help|info)\b/i;

/** Takes a text from /hooks/sms. @throws Refusal callback-unsigned */
export const receiveText = operation({
  name: 'applications.receive-text',
  summary: 'A signed text message that a person sent to the portal’s number.',
  access: anyone,
  kind: 'write',
  input: z.object({
    /** The form, byte for byte as it was sent. */
    body: z.string().max(64 * 1024),
    /** The header x-twilio-signature. */
    signature: z.string().max(1000).optional(),
  }),
  output: z.object({
    received: z.boolean(),
    /** What is answered by text; null for nothing. */
    reply: z.string().nullable(),
  }),
  async run(work, { body, signature }) {
    const { sms, publicUrl } = work.portal.config;
    const text = readTwilioForm(sms.authToken, `${publicUrl}/hooks/sms`, body, signature ?? '');
    if (!text) throw new Refusal('callback-unsigned');
    const help = asksHelp.test(text.body) ? await helpText(work.portal) : null;
    // Neither number nor words are kept: everything that a text asks for is done here.
    const hook = { provider: PROVIDER, eventId: text.id, body: {}, receivedAt: work.now };
    if (!(await storeOnce(work.db, hook))) return { received: false, reply: help };
    const mobile = text.from.replace(/^\+1/, '');
    // The provider itself confirms STOP, as carriers ask of it.
    if (stops.test(text.body) && /^\d{10}$/.test(mobile)) await withdrawTexts(work, { mobile }, 'stop');
    await markHandled(work.db, PROVIDER, text.id, work.now);
    return { received: true, reply: help };
  },
});

async function helpText(portal: Portal): Promise<string> {
  const { company_name: name, support_email: email, origin } = await brandForHost(portal, null);
  return `${name}: texts about your background check. Help: ${email || `${origin}/support`}. Reply STOP to end texts.`;
}
