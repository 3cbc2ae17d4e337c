import type pg from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { SECOND } from '../browser.ts';
import type { Replica } from '../database/replica.ts';
import type { EventLoopWatch } from '../event-loop.ts';
import type { JobEvent } from '../jobs/handler.ts';
import { MailRefused, type MailTransport } from '../mail/mailer.ts';

/** Figures that are read from the database, each with its labels. */
export interface Figures {
  name: string;
  help: string;
  labels: readonly string[];
  read(): Promise<readonly { labels: Readonly<Record<string, string>>; value: number }[]>;
}

interface Measured {
  pools: Readonly<Record<string, pg.Pool>>;
  eventLoop: EventLoopWatch;
  /** null without one. */
  replica: Pick<Replica, 'isLeftOut' | 'lag'> | null;
}

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * What one process measures, for Prometheus. Labels are names that the code knows: patterns of routes, names of jobs and
 * of services; never a path, an address or an id, which would say something about people and grow without end.
 */
export class Metrics {
  readonly #registry = new Registry();
  readonly #requests = new Histogram({
    name: 'shield_http_request_duration_seconds',
    help: 'Answered requests, by the pattern of the route',
    labelNames: ['kind', 'route', 'method', 'status'],
    buckets: seconds,
    registers: [this.#registry],
  });
  readonly #jobs = new Histogram({
    name: 'shield_job_duration_seconds',
    help: 'Tries of jobs: done, failed (tried again) or gave-up',
    labelNames: ['job', 'result'],
    buckets: [...seconds, 30, 60, 300],
    registers: [this.#registry],
  });
  readonly #outside = new Histogram({
    name: 'shield_outside_request_duration_seconds',
    help: 'Requests to outside services; the result is the first digit of the status (2xx) or error',
    labelNames: ['service', 'result'],
    buckets: [...seconds, 30],
    registers: [this.#registry],
  });
  readonly #mails = new Counter({
    name: 'shield_mails_total',
    help: 'Mails handed to the provider: sent, refused (for good) or failed (tried again)',
    labelNames: ['result'],
    registers: [this.#registry],
  });

  constructor({ pools, eventLoop, replica }: Measured) {
    collectDefaultMetrics({ register: this.#registry });
    const registers = [this.#registry];
    new Gauge({
      name: 'shield_database_connections',
      help: 'Connections of the pools',
      labelNames: ['pool', 'state'],
      registers,
      collect() {
        for (const [name, pool] of Object.entries(pools)) {
          this.set({ pool: name, state: 'idle' }, pool.idleCount);
          this.set({ pool: name, state: 'busy' }, pool.totalCount - pool.idleCount);
        }
      },
    });
    new Gauge({
      name: 'shield_database_waiting',
      help: 'Requests that wait for a connection',
      labelNames: ['pool'],
      registers,
      collect() {
        for (const [name, pool] of Object.entries(pools)) this.set({ pool: name }, pool.waitingCount);
      },
    });
    if (replica) {
      new Gauge({
        name: 'shield_replica_left_out',
        help: '1 while the replica is not read from, because it lags or does not answer',
        aggregator: 'max',
        registers,
        collect() {
          this.set(replica.isLeftOut ? 1 : 0);
        },
      });
      new Gauge({
        name: 'shield_replica_lag_seconds',
        help: 'By how much the replica is behind the primary at most',
        aggregator: 'max',
        registers,
        collect() {
          if (replica.lag !== null) this.set(replica.lag / SECOND);
        },
      });
    }
    new Gauge({
      name: 'shield_event_loop_delay_seconds',
      help: 'For how long the event loop was held in the last minute; of several processes the worst',
      labelNames: ['quantile'],
      aggregator: 'max',
      registers,
      collect() {
        const { p50, p99, max } = eventLoop.delay();
        this.set({ quantile: '0.5' }, p50 / SECOND);
        this.set({ quantile: '0.99' }, p99 / SECOND);
        this.set({ quantile: '1' }, max / SECOND);
      },
    });
  }

  request(
    labels: { kind: string; route: string; method: string; status: number },
    milliseconds: number,
  ): void {
    this.#requests.observe(labels, milliseconds / SECOND);
  }

  job({ name, kind, duration }: Pick<JobEvent, 'name' | 'kind' | 'duration'>): void {
    this.#jobs.observe({ job: name, result: kind }, duration / SECOND);
  }

  outside(service: string, result: string, milliseconds: number): void {
    this.#outside.observe({ service, result }, milliseconds / SECOND);
  }

  /** A transport whose mails are counted. */
  counting(transport: MailTransport): MailTransport {
    const count = (result: string) => this.#mails.inc({ result });
    return {
      async send(mail, signal) {
        try {
          await transport.send(mail, signal);
          count('sent');
        } catch (error) {
          count(error instanceof MailRefused ? 'refused' : 'failed');
          throw error;
        }
      },
      check: () => transport.check(),
      close: () => transport.close(),
    };
  }

  /** Adds figures of the database, which are the same whichever process reads them. They are read at most every 10 s. */
  show(figures: readonly Figures[]): void {
    for (const { name, help, labels, read } of figures) {
      let readAt = Number.NEGATIVE_INFINITY;
      new Gauge({
        name,
        help,
        labelNames: [...labels],
        aggregator: 'max',
        registers: [this.#registry],
        async collect() {
          if (performance.now() - readAt < KEPT) return;
          readAt = performance.now();
          const rows = await read();
          this.reset();
          for (const row of rows) this.set(row.labels, row.value);
        },
      });
    }
  }

  /** In the text format of Prometheus. */
  text(): Promise<string> {
    return this.#registry.metrics();
  }

  /** For another process that adds up those of several. */
  values(): Promise<object[]> {
    return this.#registry.getMetricsAsJSON();
  }
}

/** In milliseconds: how long figures of the database count. */
const KEPT = 10 * SECOND;
