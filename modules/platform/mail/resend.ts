import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { SECOND } from '../browser.ts';
import { deliveryTag, recordTag } from './delivery.ts';
import { encodeWords, looksEncoded } from './encoded-words.ts';
import { MailRefused, type MailTransport, type OutgoingMail } from './mailer.ts';

export interface ResendOptions {
  apiKey: string;
  /**
   * The domain from which followed mails are sent. Resend counts openings and clicks for a whole domain and redirects
   * every link in its mails through its own server. Links in security mails must not pass through that server, so those
   * mails use another domain.
   */
  followedDomain?: string | null;
  baseUrl?: string;
  /** Milliseconds for sending one mail, including the pauses that Resend asks for. */
  timeout?: number;
}

const failed = z.object({ name: z.string().max(80) });
/** How many times a mail is sent if Resend asks for a pause. */
const OFFERS = 4;
const LONGEST_PAUSE = 5 * SECOND;

/** Resend's API: POST /emails. Its events about mails come to /hooks/mail. */
export class ResendMail implements MailTransport {
  readonly #options: ResendOptions;

  constructor(options: ResendOptions) {
    this.#options = options;
  }

  async send(mail: OutgoingMail, signal?: AbortSignal): Promise<void> {
    const deadline = AbortSignal.timeout(this.#options.timeout ?? 30 * SECOND);
    const until = signal ? AbortSignal.any([signal, deadline]) : deadline;
    for (let offer = 1; ; offer++) {
      const answer = await this.#post(mail, until);
      if (answer.ok) return void (await answer.body?.cancel());
      const name = failed.safeParse(await answer.json().catch(() => null)).data?.name ?? 'unknown';
      // An earlier try was accepted. The text differs because links in the mail are encrypted again for each try.
      if (name === 'invalid_idempotent_request') return;
      if (answer.status !== 429 || offer === OFFERS) throw failureOf(answer.status, name);
      await pause(pauseOf(answer.headers.get('retry-after')), undefined, { signal: until });
    }
  }

  async check(): Promise<void> {
    const answer = await this.#ask('/domains', { signal: AbortSignal.timeout(10 * SECOND) });
    const name = failed.safeParse(await answer.json().catch(() => null)).data?.name;
    // A key that may only send is refused here by this name.
    if (!answer.ok && name !== 'restricted_api_key')
      throw failureOf(answer.status, name ?? 'unknown', 'Resend does not answer as it should');
  }

  close(): void {}

  #ask(
    path: string,
    { headers, ...init }: RequestInit & { headers?: Record<string, string> },
  ): Promise<Response> {
    const { apiKey, baseUrl = 'https://api.resend.com' } = this.#options;
    return fetch(`${baseUrl}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${apiKey}`, accept: 'application/json', ...headers },
      redirect: 'error',
    });
  }

  #post(mail: OutgoingMail, signal: AbortSignal): Promise<Response> {
    return this.#ask('/emails', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': mail.messageId.slice(0, 256),
      },
      body: JSON.stringify(this.#bodyOf(mail)),
      signal,
    });
  }

  #bodyOf(mail: OutgoingMail) {
    const { followedDomain } = this.#options;
    const { name, address } = mail.from;
    const followed = mail.deliveryId !== null && followedDomain;
    const sender = followed ? `${address.slice(0, address.lastIndexOf('@'))}@${followedDomain}` : address;
    return {
      from: `${displayName(name)} <${sender}>`,
      to: [mail.to],
      ...(mail.replyTo ? { reply_to: mail.replyTo } : {}),
      subject: looksEncoded(mail.subject) ? encodeWords(mail.subject) : mail.subject,
      html: mail.html,
      text: mail.text,
      headers: mail.headers,
      attachments: mail.attachments.map(({ filename, contentType, content }) => ({
        filename,
        content_type: contentType,
        content: content.toString('base64'),
      })),
      tags: [
        ...(mail.deliveryId ? [{ name: deliveryTag, value: mail.deliveryId }] : []),
        ...(mail.recordId ? [{ name: recordTag, value: mail.recordId }] : []),
      ],
    };
  }
}

function displayName(name: string): string {
  return looksEncoded(name) ? encodeWords(name) : `"${name.replaceAll(/["\\]/g, '\\$&')}"`;
}

/** Leaves out the provider's message, which repeats the recipient's address, because a failed job's error is stored. */
function failureOf(status: number, name: string, words = 'The mail was not sent'): Error {
  // 400 and 422 concern this mail; 401 and 403 concern the account or its domain; 409, 429 and 5xx are temporary.
  if (status === 400 || status === 422) return new MailRefused(status);
  return new Error(`${words} (${status} ${name})`);
}

/** @param asked the header Retry-After, in seconds */
function pauseOf(asked: string | null): number {
  return Math.min(Number(asked ?? 1) * SECOND || 0, LONGEST_PAUSE);
}
