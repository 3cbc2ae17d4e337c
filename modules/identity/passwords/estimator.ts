import { Worker } from 'node:worker_threads';
import { SECOND } from '#modules/platform/index.ts';
import { Refusal } from '../refusals.ts';
import type { Weighed, Weighing } from './estimator-thread.ts';

/** A thread that has not answered for this long is replaced. Loading the dictionaries takes it up to a second. */
const limit = 30 * SECOND;

interface Waiting {
  resolve(score: number): void;
  reject(error: Error): void;
}

/**
 * Rates passwords in a thread of its own, one after the other. An estimate takes up to 0.4 s, during which the process
 * could answer no other request. The queue is bounded; when it is full, passwords are refused.
 */
export class Estimator {
  readonly #waiting = new Map<number, Waiting>();
  #thread: Worker | null = null;
  #watch: NodeJS.Timeout | undefined;
  #last = 0;

  /**
   * @param own words that name the password's owner and must not count as strong
   * @param queue how many may already be waiting
   * @returns 0 to 4
   * @throws Refusal unavailable when more are waiting, or the thread does not answer
   */
  weigh(password: string, own: string[], queue: number): Promise<number> {
    if (this.#waiting.size >= queue) {
      throw new Refusal('unavailable', { detail: 'password estimates', retryAfter: 1 });
    }
    this.#last += 1;
    const id = this.#last;
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    this.#waiting.set(id, { resolve, reject });
    this.#watch ??= this.#expectAnswer();
    this.#thread ??= this.#start();
    // While somebody is waiting for an answer, the thread keeps the process alive.
    this.#thread.ref();
    this.#thread.postMessage({ id, password, own } satisfies Weighing);
    return promise;
  }

  #start(): Worker {
    const thread = new Worker(new URL('./estimator-thread.ts', import.meta.url));
    thread.on('message', ({ id, score }: Weighed) => {
      const asked = this.#waiting.get(id);
      this.#waiting.delete(id);
      clearTimeout(this.#watch);
      this.#watch = this.#waiting.size > 0 ? this.#expectAnswer() : undefined;
      if (this.#waiting.size === 0) thread.unref();
      asked?.resolve(score);
    });
    thread.on('error', (error) => this.#fail(error.message));
    return thread;
  }

  /** The time counts from the last answer, so that a long queue is not mistaken for a thread that hangs. */
  #expectAnswer(): NodeJS.Timeout {
    return setTimeout(() => this.#fail('no answer'), limit);
  }

  /** Ends the thread and refuses everybody who waits for it; the next password gets a new thread. */
  #fail(detail: string): void {
    void this.#thread?.terminate();
    this.#thread = null;
    clearTimeout(this.#watch);
    this.#watch = undefined;
    for (const { reject } of this.#waiting.values()) {
      reject(new Refusal('unavailable', { detail: `password estimates: ${detail}`, retryAfter: 1 }));
    }
    this.#waiting.clear();
  }
}
