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
const listed = z.object({
  messages: z.array(
    z.object({ sid: z.string(), body: z.string(), status: z.string(), date_created: z.string() }),
  ),
});
/** How many of the newest messages to a number are looked at. */
const LOOKED_AT = 50;
/** How far Twilio's clock may be behind ours. */
const CLOCK_DIFFERENCE = 10 * SECOND;
const failed = z.object({ code: z.number().nullish() });

/** Twilio's Messages resource (POST /2010-04-01/Accounts/{sid}/Messages.json). */
export class TwilioSms implements SmsSender {
  readonly #options: TwilioOptions;

  constructor(options: TwilioOptions) {
    this.#options = options;
  }

  async send(message: SmsMessage): Promise<{ id: string | null }> {
    const { from, statusCallback, timeout } = this.#options;
    const { to, body, triedSince } = message;
    const deadline = AbortSignal.timeout(timeout ?? 15 * SECOND);
    const signal = message.signal ? AbortSignal.any([message.signal, deadline]) : deadline;
    if (triedSince) {
      const earlier = await this.#findSent({ to, body, triedSince }, signal);
      if (earlier) return { id: earlier };
    }
    const form = new URLSearchParams({ To: e164(to), Body: body });
    form.set(from.startsWith('MG') ? 'MessagingServiceSid' : 'From', from);
    if (statusCallback) form.set('StatusCallback', statusCallback);
    const answer = await this.#ask('', { method: 'POST', body: form, signal });
    const json: unknown = await answer.json().catch(() => null);
    if (answer.ok) return { id: sent.safeParse(json).data?.sid ?? null };
    const code = failed.safeParse(json).data?.code ?? answer.status;
    // 400 concerns this message; 401 and 403 concern the account; 429 and 5xx are temporary.
    if (answer.status === 400) throw new SmsRefused(code);
    throw new Error(`Twilio did not take the text message (${answer.status}, ${code})`);
  }

  /**
   * The same text that an earlier try sent; null if there is none, or if Twilio does not say: a text that comes twice is
   * better than one that never comes.
   */
  async #findSent(
    { to, body, triedSince }: { to: string; body: string; triedSince: Date },
    signal: AbortSignal,
  ): Promise<string | null> {
    const asked = new URLSearchParams({ To: e164(to), PageSize: String(LOOKED_AT) });
    const answer = await this.#ask(`?${asked}`, { method: 'GET', signal });
    const found = listed.safeParse(await answer.json().catch(() => null));
    const since = triedSince.getTime() - CLOCK_DIFFERENCE;
    const earlier = found.data?.messages.find(
      (each) =>
        each.body === body &&
        !['failed', 'undelivered', 'canceled'].includes(each.status) &&
        Date.parse(each.date_created) >= since,
    );
    return earlier?.sid ?? null;
  }

  #ask(
    search: string,
    request: { method: 'GET' | 'POST'; body?: URLSearchParams; signal: AbortSignal },
  ): Promise<Response> {
    const { accountSid, authToken, baseUrl } = this.#options;
    return fetch(
      `${baseUrl ?? 'https://api.twilio.com'}/2010-04-01/Accounts/${accountSid}/Messages.json${search}`,
      {
        ...request,
        headers: {
          authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
          accept: 'application/json',
        },
        redirect: 'error',
      },
    );
  }
}
