import { Worker } from 'node:worker_threads';
import { SECOND } from '#modules/platform/index.ts';
import type { Weighed, Weighing } from './estimator-thread.ts';
import { Refusal } from './refusals.ts';

/** A thread that does not answer by then is replaced. Loading the dictionaries takes up to a second of it. */
const limit = 10 * SECOND;

interface Waiting {
  resolve(score: number): void;
  reject(error: Error): void;
  timer: NodeJS.Timeout;
}

/**
 * Weighs passwords in a thread of its own, one after the other: an estimate takes up to 0.4 s, in which nobody else of the
 * process would be answered. The queue is bounded, and a full one refuses.
 */
export class Estimator {
  readonly #waiting = new Map<number, Waiting>();
  #thread: Worker | null = null;
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
    const timer = setTimeout(() => this.#fail('no answer'), limit);
    this.#waiting.set(id, { resolve, reject, timer });
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
      if (this.#waiting.size === 0) thread.unref();
      if (!asked) return;
      clearTimeout(asked.timer);
      asked.resolve(score);
    });
    thread.on('error', (error) => this.#fail(error.message));
    return thread;
  }

  /** Ends the thread and refuses whoever waits for it; the next one gets a new thread. */
  #fail(detail: string): void {
    void this.#thread?.terminate();
    this.#thread = null;
    for (const { reject, timer } of this.#waiting.values()) {
      clearTimeout(timer);
      reject(new Refusal('unavailable', { detail: `password estimates: ${detail}`, retryAfter: 1 }));
    }
    this.#waiting.clear();
  }
}
