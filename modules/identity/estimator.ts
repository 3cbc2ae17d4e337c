import { Worker } from 'node:worker_threads';
import { SECOND } from '#modules/platform/index.ts';
import type { Weighed, Weighing } from './estimator-thread.ts';
import { Refusal } from './refusals.ts';

/** A thread that answers nobody for so long is replaced. Loading the dictionaries takes up to a second of it. */
const limit = 30 * SECOND;

interface Waiting {
  resolve(score: number): void;
  reject(error: Error): void;
}

/**
 * Weighs passwords in a thread of its own, one after the other: an estimate takes up to 0.4 s, in which nobody else of the
 * process would be answered. The queue is bounded, and a full one refuses.
 */
export class Estimator {
  readonly #waiting = new Map<number, Waiting>();
  #thread: Worker | null = null;
  #watch: NodeJS.Timeout | undefined;
  #last = 0;

  /**
   * @param own what names the password's owner and must not make it strong
   * @param queue how many may be waiting already
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
    // While somebody waits, the process waits as well.
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

  /** Counts from the last answer, so that a long queue is not taken for a thread that hangs. */
  #expectAnswer(): NodeJS.Timeout {
    return setTimeout(() => this.#fail('no answer'), limit);
  }

  /** Ends the thread and refuses whoever waits for it; the next one gets a new thread. */
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
