import type { ProviderName } from '../browser.ts';
import { HOUR, SECOND } from '../browser.ts';
import type { Clock } from '../clock.ts';
import { describeError, type Log } from '../log.ts';
import { isOutage, noteRest, ProviderDown } from './outage.ts';
import type { Counted, ProviderStore } from './store.ts';

/** How many calls in a row have to fail, and for how long at least, until a service is no longer asked. */
const FAILURES = 5;
const FAILING_FOR = 10 * SECOND;
/** How long a service is left alone, at first and at most. */
const FIRST_REST = 15 * SECOND;
const LONGEST_REST = 5 * 60 * SECOND;
/** How often the counts are written. */
const WRITTEN = 5 * SECOND;

export interface CallRule {
  /** Milliseconds until a call is given up. Longer than what the adapter allows itself, which ends it earlier. */
  timeout: number;
  /** How often it is tried. More than once only for what reads, or does the same thing under the same key. */
  tries?: number;
}

/**
 * One outside service as this process sees it: counts what it answers, and stops asking one that does not (a circuit
 * breaker). Whether it is open is shared by all processes through the database and a notification; which one may try
 * next is decided there as well.
 */
export class ProviderHealth {
  readonly name: ProviderName;
  readonly #store: ProviderStore;
  readonly #clock: Clock;
  readonly #log: Log;
  #row = 0;
  #failingSince = 0;
  #openUntil: Date | null = null;
  #rest = FIRST_REST;
  #timer: NodeJS.Timeout | null = null;
  /** How often this process has begun or ended to tell the others that the service rests, or is asked again. */
  #changes = 0;
  /** How many of these are not written yet. */
  #unwritten = 0;
  /** What is not written yet, by the start of the hour in which it was called. */
  #counts = new Map<number, Counted>();
  #lastAnswer: { at: Date; ms: number } | null = null;

  constructor(name: ProviderName, store: ProviderStore, clock: Clock, log: Log) {
    this.name = name;
    this.#store = store;
    this.#clock = clock;
    this.#log = log;
  }

  /**
   * Calls the service.
   * @throws ProviderDown without a call while the service rests; what the call throws otherwise
   */
  async run<T>({ timeout, tries = 1 }: CallRule, call: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      await this.#admit();
      const start = performance.now();
      try {
        const answer = await within(timeout, call());
        await this.#answered(performance.now() - start);
        return answer;
      } catch (error) {
        const failed = isOutage(error);
        if (failed) await this.#failed(performance.now() - start, error);
        else await this.#answered(performance.now() - start);
        if (this.#openUntil) throw noteRest(error, failed ? this.#rest : null);
        if (!failed || attempt >= tries) throw error;
        await pause(100 * 2 ** attempt * (0.5 + Math.random()));
      }
    }
  }

  /**
   * What the processes know of it now. They tell of all services at once, so that one which only fails is not taken for
   * one that answers.
   * @param until until when it rests; null if it is asked
   * @param changes those when the read of it began. A read that may not have seen this process's own change is left out:
   * the notification of the change brings another
   */
  follow(until: Date | null, changes = this.#changes): void {
    if (changes !== this.#changes || this.#unwritten > 0) return;
    this.#know(until);
  }

  get changes(): number {
    return this.#changes;
  }

  async close(): Promise<void> {
    await this.#write();
  }

  #know(until: Date | null): void {
    const wasOpen = this.#openUntil !== null;
    this.#openUntil = until;
    if (until || !wasOpen) return;
    this.#row = 0;
    this.#rest = FIRST_REST;
  }

  /** One process at a time may try a service that rests. */
  async #admit(): Promise<void> {
    if (!this.#openUntil) return;
    const now = this.#clock.now();
    const left = this.#openUntil.getTime() - now.getTime();
    if (left > 0) throw noteRest(new ProviderDown(this.name), left);
    const next = new Date(now.getTime() + this.#rest);
    if (!(await this.#store.claim(this.name, now, next)))
      throw noteRest(new ProviderDown(this.name), this.#rest);
    this.#openUntil = next;
  }

  async #answered(ms: number): Promise<void> {
    this.#row = 0;
    this.#lastAnswer = { at: this.#clock.now(), ms: Math.round(ms) };
    this.#note(ms, false);
    if (!this.#openUntil) return;
    this.#log.info({ provider: this.name }, 'An outside service answers again');
    await this.#change(null, () => this.#store.close(this.name));
  }

  async #failed(ms: number, error: unknown): Promise<void> {
    this.#note(ms, true);
    if (this.#row === 0) this.#failingSince = performance.now() - ms;
    this.#row += 1;
    const now = this.#clock.now();
    const words = wordsOf(error);
    const isDown = this.#row >= FAILURES && performance.now() - this.#failingSince >= FAILING_FOR;
    if (!isDown && !this.#openUntil) {
      await this.#safely(() => this.#store.failed(this.name, now, words));
      return;
    }
    if (this.#openUntil) this.#rest = Math.min(2 * this.#rest, LONGEST_REST);
    else
      this.#log.error(
        { provider: this.name, err: error },
        'An outside service does not answer and is left alone',
      );
    const until = new Date(now.getTime() + this.#rest);
    await this.#change(until, () => this.#store.open(this.name, now, until, words));
  }

  /** Holds in this process at once, and in the others when it is written. */
  async #change(until: Date | null, write: () => Promise<void>): Promise<void> {
    this.#changes += 1;
    this.#unwritten += 1;
    this.#know(until);
    await this.#safely(write);
    this.#unwritten -= 1;
    this.#changes += 1;
  }

  #note(ms: number, failed: boolean): void {
    const hour = Math.floor(this.#clock.now().getTime() / HOUR) * HOUR;
    const counted = this.#counts.get(hour) ?? { calls: 0, failures: 0, milliseconds: 0 };
    counted.calls += 1;
    counted.failures += failed ? 1 : 0;
    counted.milliseconds += Math.round(ms);
    this.#counts.set(hour, counted);
    this.#timer ??= setTimeout(() => void this.#write(), WRITTEN).unref();
  }

  async #write(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const counts = this.#counts;
    const answer = this.#lastAnswer;
    this.#counts = new Map();
    for (const [hour, counted] of counts) {
      await this.#safely(() => this.#store.count(this.name, new Date(hour), counted, answer));
    }
  }

  /** A call never fails because it could not be counted. */
  async #safely(write: () => Promise<unknown>): Promise<void> {
    try {
      await write();
    } catch (error) {
      this.#log.warn({ err: error, provider: this.name }, 'The state of an outside service was not written');
    }
  }
}

/** The message without statements, values and addresses. */
function wordsOf(error: unknown): string {
  const described = describeError(error);
  const message =
    described && typeof described === 'object' && 'message' in described ? String(described.message) : '';
  return (message || 'failed').slice(0, 300);
}

async function within<T>(timeout: number, call: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer in ${timeout} ms`)), timeout);
  return Promise.race([call, promise]).finally(() => clearTimeout(timer));
}

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));
