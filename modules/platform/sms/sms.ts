/** Sends text messages: through Twilio, or to the sandbox's outbox. */
export interface SmsSender {
  /**
   * @returns the provider's id of the message, if it gives one
   * @throws SmsRefused if retrying is useless, other errors if it may help
   */
  send(message: SmsMessage): Promise<{ id: string | null }>;
}

export interface SmsMessage {
  /** Ten digits of a US number, or E.164 with the plus sign. */
  to: string;
  body: string;
  /**
   * Since when an earlier try may have sent the same text; null for a first try. It is looked for then, and sent only if
   * it is not there, because Twilio has no idempotency key.
   */
  triedSince?: Date | null;
  signal?: AbortSignal;
}

/** The provider refused this message permanently, with its own code (no such number, opted out). Never contains the number. */
export class SmsRefused extends Error {
  override name = 'SmsRefused';
  readonly permanent = true;
  readonly code: number;

  constructor(code: number) {
    super(`The text message was refused (${code})`);
    this.code = code;
  }
}

/** +15551234567 from the ten digits that the portal stores. */
export function e164(number: string): string {
  return number.startsWith('+') ? number : `+1${number.replaceAll(/\D/g, '')}`;
}
