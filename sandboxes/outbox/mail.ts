import type { Clock, Database, MailTransport, OutgoingMail } from '#modules/platform/index.ts';
import { keepInOutbox } from './outbox.ts';

/** Stores mails in the outbox table, where developers and tests can read them. */
export class SandboxMail implements MailTransport {
  readonly #db: Database;
  readonly #clock: Clock;

  constructor(db: Database, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  async send(mail: OutgoingMail): Promise<void> {
    await keepInOutbox(this.#db, {
      channel: 'mail',
      to: mail.to.toLowerCase(),
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      links: mail.links,
      code: mail.code,
      messageId: mail.messageId,
      attachments: mail.attachments.map(({ filename, contentType, content }) => ({
        filename,
        contentType,
        content: content.toString('base64'),
      })),
      createdAt: this.#clock.now(),
    });
  }

  async check(): Promise<void> {}

  close(): void {}
}
