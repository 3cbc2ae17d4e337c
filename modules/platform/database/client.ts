import pg from 'pg';
import { PreparedTexts } from './prepared-texts.ts';

/** Which texts the connections of this process prepare. */
export const preparedTexts = new PreparedTexts();

/** Texts of the statements whose result nobody reads. */
const unread = new Set<string>();

/**
 * From now on, a transaction sends this text together with its next statement and continues as if it had returned no
 * rows. An error of it is thrown by that next statement or by the commit. Outside a transaction, the text is sent as
 * usual.
 */
export function sendWithNext(text: string): void {
  unread.add(text);
}

type Arguments = readonly unknown[];
type Answer = Promise<pg.QueryResult>;

/**
 * A connection that keeps prepared what is sent to it again and again. In a transaction it also saves the round trips
 * of `begin` and of the statements of `sendWithNext`. It needs `pipeline: true`.
 */
export class DatabaseClient extends pg.Client {
  readonly preparedTexts: PreparedTexts = preparedTexts;
  /** Whether a statement that comes with a name is prepared under it. */
  protected readonly prepares: boolean = true;
  /** Statements that are sent together with the next one. */
  #waiting: Arguments[] = [];
  /** The results of such statements in the open transaction; null outside a transaction. */
  #sent: Answer[] | null = null;

  override query = ((...args: unknown[]) => {
    const [text] = args;
    if (text === 'begin') {
      this.#waiting = [args];
      this.#sent = [];
      return Promise.resolve(nothing);
    }
    if (!this.#sent) return this.#send(args);
    if (typeof text === 'string' && unread.has(text)) {
      this.#waiting.push(args);
      return Promise.resolve(nothing);
    }
    if (text === 'rollback') this.#waiting.splice(this.#isBegun() ? 0 : 1);
    return this.#sendInTransaction(this.#sent, args);
  }) as pg.Client['query'];

  #isBegun(): boolean {
    return this.#waiting[0]?.[0] !== 'begin';
  }

  async #sendInTransaction(sent: Answer[], args: Arguments): Answer {
    const ends = args[0] === 'commit' || args[0] === 'rollback';
    if (ends) this.#sent = null;
    if (ends && !this.#isBegun() && this.#waiting.length === 1) {
      this.#waiting = [];
      return nothing;
    }
    const { stream } = this.connection;
    stream.cork();
    for (const waiting of this.#waiting.splice(0)) sent.push(this.#send(waiting));
    const answer = this.#send(args);
    stream.uncork();
    // Their results are awaited only if something fails or when the transaction commits.
    for (const each of sent) each.catch(() => undefined);
    try {
      const result = await answer;
      if (args[0] === 'commit') await Promise.all(sent);
      return result;
    } catch (error) {
      // After a failed statement, PostgreSQL refuses all others, so the first error is the one that explains the
      // failure.
      for (const each of await Promise.allSettled(sent)) if (each.status === 'rejected') throw each.reason;
      throw error;
    }
  }

  #send([first, ...rest]: Arguments): Answer {
    const name = typeof first === 'string' ? this.preparedTexts.nameOf(first, rest[0]) : undefined;
    return Reflect.apply(super.query, this, [name ? { name, text: first } : this.#unnamed(first), ...rest]);
  }

  #unnamed(query: unknown): unknown {
    if (this.prepares || typeof query !== 'object' || query === null || !('name' in query)) return query;
    return { ...query, name: undefined };
  }
}

/**
 * The same behind a pooler that gives each transaction any of its connections: what one of them has prepared, the next one
 * may not know, so nothing is prepared.
 */
export class PooledClient extends DatabaseClient {
  override readonly preparedTexts = new PreparedTexts(0);
  protected override readonly prepares = false;
}

const nothing: pg.QueryResult = { command: '', rowCount: 0, oid: 0, rows: [], fields: [] };
