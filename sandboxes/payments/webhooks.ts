import { createHmac } from 'node:crypto';
import type { Pool } from 'pg';
import type { Log } from '#modules/platform/index.ts';

export interface WebhookOptions {
  pool: Pool;
  /** Where events are sent. If null, they are stored until `take` returns them. */
  url: string | null;
  secret: string;
  now: () => Date;
  log: Log;
}

export interface SignedEvent {
  id: string;
  type: string;
  payload: string;
  signature: string;
}

interface Due {
  event_id: string;
  attempts: number;
  data: { id: string; type: string };
}

const SECOND = 1000;
const TIMEOUT = 10 * SECOND;
const LAST_TRY = 72 * 60 * 60 * SECOND;
const NEXT_LOOK = 2 * SECOND;

/** Signs a body as Stripe does: `Stripe-Signature: t=<seconds>,v1=<HMAC-SHA256 of "t.body">`. */
export function signEvent(secret: string, payload: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / SECOND);
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${payload}`).digest('hex')}`;
}

/**
 * Sends events to the webhook, oldest first. Retries each until the webhook answers 2xx: after 1 s, 2 s, 4 s and so on
 * up to an hour, for three days. An event is sent at least once and may be sent twice.
 */
export class Webhooks {
  readonly #options: WebhookOptions;
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> | null = null;
  #again = false;
  #stopped = false;
  #held = false;

  constructor(options: WebhookOptions) {
    this.#options = options;
  }

  /** Checks for due events. */
  poke(): void {
    if (this.#stopped || this.#held || this.#options.url === null) return;
    if (this.#running) {
      this.#again = true;
      return;
    }
    if (this.#timer) clearTimeout(this.#timer);
    this.#running = this.#deliverDue()
      .catch((error: unknown) => this.#options.log.warn({ err: error }, 'stripe sandbox: webhooks'))
      .finally(() => {
        this.#running = null;
        if (this.#again) {
          this.#again = false;
          this.poke();
        }
      });
  }

  /** Holds events until `release`. */
  hold(): void {
    this.#held = true;
  }

  release(): void {
    this.#held = false;
    this.poke();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#running;
  }

  /** Returns the undelivered events, signed, oldest first, instead of sending them. */
  async take(): Promise<SignedEvent[]> {
    const { pool, secret, now } = this.#options;
    const { rows } = await pool.query<Due>(
      `update sandbox.stripe_webhook_delivery d set delivered_at = $1
       from sandbox.stripe_object o where o.id = d.event_id and d.delivered_at is null
       returning d.event_id, d.attempts, d.place, o.data`,
      [now()],
    );
    const ordered = (rows as (Due & { place: number })[]).sort((a, b) => Number(a.place) - Number(b.place));
    return ordered.map(({ data }) => {
      const payload = JSON.stringify(data);
      return { id: data.id, type: data.type, payload, signature: signEvent(secret, payload, now()) };
    });
  }

  async #deliverDue(): Promise<void> {
    while (!this.#stopped && !this.#held) {
      const delivered = await this.#deliverNext();
      if (delivered) continue;
      const { rows } = await this.#options.pool.query<{ waiting: boolean }>(
        'select exists (select 1 from sandbox.stripe_webhook_delivery where delivered_at is null and given_up_at is null) as waiting',
      );
      if (rows[0]?.waiting && !this.#stopped) {
        this.#timer = setTimeout(() => this.poke(), NEXT_LOOK);
        this.#timer.unref();
      }
      return;
    }
  }

  /** @returns whether an event was due */
  async #deliverNext(): Promise<boolean> {
    const { pool, now } = this.#options;
    const client = await pool.connect();
    try {
      await client.query('begin');
      const { rows } = await client.query<Due>(
        `select d.event_id, d.attempts, o.data from sandbox.stripe_webhook_delivery d
         join sandbox.stripe_object o on o.id = d.event_id
         where d.delivered_at is null and d.given_up_at is null and d.due_at <= $1
         order by d.place limit 1 for update of d skip locked`,
        [now()],
      );
      const due = rows[0];
      if (due) {
        const status = await this.#send(JSON.stringify(due.data));
        const delivered = status >= 200 && status < 300;
        const wait = Math.min(2 ** due.attempts * SECOND, 60 * 60 * SECOND);
        await client.query(
          `update sandbox.stripe_webhook_delivery set attempts = attempts + 1, last_status = $2,
             delivered_at = case when $3 then $4::timestamptz end,
             due_at = $5,
             given_up_at = case when not $3 and $4::timestamptz > created_at + $6 * interval '1 ms' then $4 end
           where event_id = $1`,
          [due.event_id, status, delivered, now(), new Date(now().getTime() + wait), LAST_TRY],
        );
      }
      await client.query('commit');
      return due !== undefined;
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      throw error;
    } finally {
      client.release();
    }
  }

  /** @returns the HTTP status, or 0 if there was no answer */
  async #send(payload: string): Promise<number> {
    const { url, secret, now } = this.#options;
    try {
      const answer = await fetch(url ?? '', {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json; charset=utf-8',
          'Stripe-Signature': signEvent(secret, payload, now()),
          'User-Agent': 'Stripe/1.0 (sandbox)',
        },
        body: payload,
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT),
      });
      await answer.body?.cancel();
      return answer.status;
    } catch {
      return 0;
    }
  }
}
