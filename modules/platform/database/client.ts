import pg from 'pg';

/** Names of the statements that connections keep prepared, by their text. */
const names = new Map<string, string>();
/** Texts that were sent once. They are prepared when they come again. */
const sentOnce = new Set<string>();
/** Texts that PostgreSQL plans for their values each time. */
const planned = new Set<string>();
/** Texts of the statements whose result nobody reads. */
const unread = new Set<string>();

/** At most so many texts are prepared, because each takes about 20 kB of every connection. */
const MOST_PREPARED = 500;
/** At most so many texts are remembered of each other kind. */
const MOST_REMEMBERED = 1_000;
/** Longer texts have a varying number of values, such as those of an insert of many rows. */
const LONGEST_PREPARED = 4_000;
/** `select *` or `t.*`: PostgreSQL refuses to run it once it is prepared and a migration adds a column. */
const allColumns = /(^|[\s.])\*/;

/** From now on, a connection that gets this text parses and plans it once and keeps the result. */
export function keepPrepared(text: string): void {
  if (!names.has(text)) names.set(text, `prepared_${names.size + 1}`);
}

/** Just before this text is sent: its best plan depends on its values, so it is not prepared because it came before. */
export function planForValues(text: string): void {
  remember(planned, text);
}

function remember(texts: Set<string>, text: string): void {
  if (texts.size >= MOST_REMEMBERED) texts.clear();
  texts.add(text);
}

/** @returns the name under which a connection prepares this text; undefined if it does not prepare it */
function nameOf(text: string, values: unknown): string | undefined {
  const name = names.get(text);
  if (name || names.size >= MOST_PREPARED || text.length > LONGEST_PREPARED) return name;
  if (!Array.isArray(values) || values.length === 0) return undefined;
  if (planned.has(text) || allColumns.test(text)) return undefined;
  if (sentOnce.delete(text)) keepPrepared(text);
  else remember(sentOnce, text);
  return names.get(text);
}

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
 * A connection that keeps prepared what is sent to it again and again: the statements of `keepPrepared`, and every
 * other text with values except those of `planForValues`. In a transaction it also saves the round trips of
 * `begin` and of the statements of `sendWithNext`. It needs `pipeline: true`.
 */
export class DatabaseClient extends pg.Client {
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
    const name = typeof first === 'string' ? nameOf(first, rest[0]) : undefined;
    return Reflect.apply(super.query, this, [name ? { name, text: first } : first, ...rest]);
  }
}

const nothing: pg.QueryResult = { command: '', rowCount: 0, oid: 0, rows: [], fields: [] };
