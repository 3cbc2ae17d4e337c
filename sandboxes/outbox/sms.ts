import { type Clock, type Database, e164, type SmsMessage, type SmsSender } from '#modules/platform/index.ts';
import { keepInOutbox, linksIn } from './outbox.ts';

/** Stores text messages in the outbox table, where developers and tests can read them. */
export class SandboxSms implements SmsSender {
  readonly #db: Database;
  readonly #clock: Clock;

  constructor(db: Database, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  async send({ to, body }: SmsMessage): Promise<{ id: string | null }> {
    const id = await keepInOutbox(this.#db, {
      channel: 'sms',
      to: e164(to),
      subject: null,
      text: body,
      html: null,
      links: linksIn(body),
      code: findCode(body),
      attachments: [],
      messageId: null,
      createdAt: this.#clock.now(),
    });
    return { id };
  }
}

/**
 * Finds the code to type in a text, outside addresses: six characters of 0-9A-Z with at least one digit, so that it is
 * not a word, or four digits.
 */
function findCode(body: string): string | null {
  const plain = body.replaceAll(/https?:\/\/\S+/g, ' ');
  const six = plain.match(/\b[0-9A-Z]{6}\b/g) ?? [];
  return six.find((word) => /\d/.test(word)) ?? six[0] ?? /\b\d{4}\b/.exec(plain)?.[0] ?? null;
}
