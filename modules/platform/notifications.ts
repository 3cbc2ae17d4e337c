import pg from 'pg';
import { SECOND } from './browser.ts';
import type { Database } from './database/sql.ts';
import type { Log } from './log.ts';

/** `null` after an interrupted connection: notifications may be lost, so everything must be read again. */
export type NotificationHandler = (payload: string | null) => void | Promise<void>;

const FIRST_RETRY = 0.2 * SECOND;
const LAST_RETRY = 10 * SECOND;

/** Notifies every process when the transaction commits. The payload is at most 8,000 bytes. */
export async function notify(db: Database, channel: string, payload = ''): Promise<void> {
  await db
    .selectNoFrom(({ fn, val }) => fn<null>('pg_notify', [val(channel), val(payload)]).as('told'))
    .execute();
}

/** Receives notifications of other processes over one connection per process, reopened when it breaks. */
export class Notifications {
  readonly #connection: pg.ClientConfig;
  readonly #log: Log;
  readonly #handlers = new Map<string, Set<NotificationHandler>>();
  #client: pg.Client | null = null;
  #retry: NodeJS.Timeout | null = null;
  #retryIn = FIRST_RETRY;
  #stopped = true;

  constructor(connection: pg.ClientConfig, log: Log) {
    this.#connection = connection;
    this.#log = log;
  }

  /** @returns a function that stops listening */
  async listen(channel: string, handler: NotificationHandler): Promise<() => void> {
    const handlers = this.#handlers.get(channel) ?? new Set();
    handlers.add(handler);
    this.#handlers.set(channel, handlers);
    if (handlers.size === 1) await this.#client?.query(`listen ${pg.escapeIdentifier(channel)}`);
    return () => handlers.delete(handler);
  }

  /** @throws when the database cannot be reached; later interruptions are repaired silently */
  async start(): Promise<void> {
    this.#stopped = false;
    await this.#connect();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#retry) clearTimeout(this.#retry);
    const client = this.#client;
    this.#client = null;
    await client?.end();
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({ ...this.#connection, keepAlive: true });
    // The driver tells of each end that was not asked for as an error, too.
    client.on('error', (error) => this.#lost(client, error));
    client.on('notification', ({ channel, payload }) => this.#tell(channel, payload ?? ''));
    await client.connect();
    if (this.#stopped) return client.end();
    for (const channel of this.#handlers.keys()) await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    this.#client = client;
    this.#retryIn = FIRST_RETRY;
  }

  #lost(client: pg.Client, error: Error): void {
    if (this.#client !== client) return;
    this.#client = null;
    if (this.#stopped) return;
    this.#log.warn({ err: error }, 'The connection for notifications was lost');
    this.#reconnectLater();
  }

  #reconnectLater(): void {
    this.#retry = setTimeout(async () => {
      try {
        await this.#connect();
        for (const channel of this.#handlers.keys()) this.#tell(channel, null);
      } catch (error) {
        this.#log.warn({ err: error }, 'The connection for notifications cannot be opened');
        if (!this.#stopped) this.#reconnectLater();
      }
    }, this.#retryIn);
    this.#retry.unref();
    this.#retryIn = Math.min(this.#retryIn * 2, LAST_RETRY);
  }

  #tell(channel: string, payload: string | null): void {
    for (const handler of this.#handlers.get(channel) ?? []) {
      Promise.resolve()
        .then(() => handler(payload))
        .catch((error: unknown) =>
          this.#log.error({ err: error, channel }, 'A notification was not handled'),
        );
    }
  }
}
