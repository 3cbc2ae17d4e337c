import { z } from 'zod';
import { SECOND } from '../browser.ts';
import { e164, type SmsMessage, SmsRefused, type SmsSender } from './sms.ts';

export interface TwilioOptions {
  accountSid: string;
  authToken: string;
  /** A number in E.164, or a messaging service's SID (MG…). */
  from: string;
  /** Where Twilio reports delivery. */
  statusCallback?: string;
  baseUrl?: string;
  /** Milliseconds. */
  timeout?: number;
}

const sent = z.object({ sid: z.string() });
const failed = z.object({ code: z.number().nullish() });

/** Twilio's Messages resource (POST /2010-04-01/Accounts/{sid}/Messages.json). */
export class TwilioSms implements SmsSender {
  readonly #options: TwilioOptions;

  constructor(options: TwilioOptions) {
    this.#options = options;
  }

  async send({ to, body, signal }: SmsMessage): Promise<{ id: string | null }> {
    const { accountSid, authToken, from, statusCallback, baseUrl, timeout } = this.#options;
    const deadline = AbortSignal.timeout(timeout ?? 15 * SECOND);
    const form = new URLSearchParams({ To: e164(to), Body: body });
    form.set(from.startsWith('MG') ? 'MessagingServiceSid' : 'From', from);
    if (statusCallback) form.set('StatusCallback', statusCallback);
    const answer = await fetch(
      `${baseUrl ?? 'https://api.twilio.com'}/2010-04-01/Accounts/${accountSid}/Messages.json`,
      {
        method: 'POST',
        headers: {
          authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
          accept: 'application/json',
        },
        body: form,
        redirect: 'error',
        signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
      },
    );
    const json: unknown = await answer.json().catch(() => null);
    if (answer.ok) return { id: sent.safeParse(json).data?.sid ?? null };
    const code = failed.safeParse(json).data?.code ?? answer.status;
    // 400 concerns this message; 401 and 403 concern the account; 429 and 5xx are temporary.
    if (answer.status === 400) throw new SmsRefused(code);
    throw new Error(`Twilio did not take the text message (${answer.status}, ${code})`);
  }
}
