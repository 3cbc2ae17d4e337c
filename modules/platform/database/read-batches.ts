import type pg from 'pg';

/** At most so many statements are sent together, so that those of many requests use several connections. */
const TOGETHER = 8;

type Answer = Promise<pg.QueryResult>;

interface Waiting {
  send: (client: pg.PoolClient) => Answer;
  done: (answer: Answer) => void;
  fail: (reason: unknown) => void;
}

/**
 * Sends the statements that are asked for at the same moment together, in one packet on one connection: a page's loaders
 * read side by side, and each write to a socket costs more than many a query. Each statement is a transaction of its own,
 * and one that fails leaves the others alone. It takes the place of a pool whose connections have `pipeline: true`, for
 * statements that only read; a transaction cannot be run on it.
 */
export class ReadBatches {
  readonly #pool: pg.Pool;
  #waiting: Waiting[] = [];

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  get options(): pg.PoolOptions {
    return this.#pool.options;
  }

  async connect(): Promise<Pick<pg.PoolClient, 'query' | 'release'>> {
    return this.#shared;
  }

  async end(): Promise<void> {
    await this.#pool.end();
  }

  readonly #shared = {
    query: ((...args: unknown[]) =>
      new Promise<pg.QueryResult>((done, fail) => {
        const send = (client: pg.PoolClient): Answer => Reflect.apply(client.query, client, args);
        // After everything that is asked for now, and before anything that comes from outside.
        if (this.#waiting.push({ send, done, fail }) === 1) process.nextTick(() => this.#sendAll());
      })) as pg.PoolClient['query'],
    release: () => undefined,
  };

  #sendAll(): void {
    const all = this.#waiting;
    this.#waiting = [];
    for (let from = 0; from < all.length; from += TOGETHER) void this.#send(all.slice(from, from + TOGETHER));
  }

  async #send(batch: readonly Waiting[]): Promise<void> {
    let client: pg.PoolClient;
    try {
      client = await this.#pool.connect();
    } catch (error) {
      for (const { fail } of batch) fail(error);
      return;
    }
    const { stream } = (client as pg.PoolClient & pg.Client).connection;
    stream.cork();
    const answers = batch.map(({ send }) => send(client));
    stream.uncork();
    for (const [index, { done }] of batch.entries()) done(answers[index] as Answer);
    await Promise.allSettled(answers);
    client.release();
  }
}
