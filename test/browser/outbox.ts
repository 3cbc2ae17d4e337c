import pg from 'pg';
import { openDatabase } from '#modules/platform/database/sql.ts';
import { listOutbox, type OutboxMessage } from '#sandboxes/outbox/index.ts';
import { noteCodes } from './page-secrets.ts';

const POLL = 100;
const LIMIT = 120_000;

/** Reads the mail and text messages that the sandbox kept. */
export class Outbox {
  readonly #pool: pg.Pool;

  constructor(databaseUrl: string) {
    this.#pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  }

  /** All messages to an address, newest first. */
  async list(to: string): Promise<OutboxMessage[]> {
    const messages = await listOutbox(openDatabase(this.#pool), { to });
    noteCodes(messages.map(({ code }) => code));
    return messages;
  }

  /**
   * Waits for a message to an address whose subject matches.
   * @param after the earlier messages, which are ignored
   */
  async wait(to: string, subject: RegExp, after: readonly OutboxMessage[] = []): Promise<OutboxMessage> {
    const known = new Set(after.map(({ id }) => id));
    const limit = Date.now() + LIMIT;
    for (;;) {
      const messages = await this.list(to);
      const found = messages.find(
        (message) => !known.has(message.id) && subject.test(message.subject ?? message.text),
      );
      if (found) return found;
      if (Date.now() > limit) {
        const seen = messages.map((message) => message.subject).join(' | ') || 'nothing';
        throw new Error(`no message to ${to} like ${subject}; there is: ${seen}`);
      }
      await new Promise((resolve) => setTimeout(resolve, POLL));
    }
  }

  close(): Promise<void> {
    return this.#pool.end();
  }
}
