import { Refusal } from '../refusals.ts';

interface Waiting {
  person: string;
  start(): void;
}

export interface TurnLimits {
  /** How many run at once. */
  atOnce: number;
  /** How many of one person wait. */
  waiting: number;
  /** How long one waits, in milliseconds. */
  longest: number;
}

/** Gives turns to work that needs much memory or time: so many at once, one for each person. */
export class Turns {
  readonly #limits: TurnLimits;
  readonly #running = new Set<string>();
  #waiting: Waiting[] = [];

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  /**
   * @param person whose work it is
   * @throws Refusal files-busy if the turn does not come; what `run` throws
   */
  async take<T>(person: string, run: () => Promise<T>): Promise<T> {
    await this.#wait(person);
    try {
      return await run();
    } finally {
      this.#running.delete(person);
      this.#startNext();
    }
  }

  #wait(person: string): Promise<void> {
    const { waiting, longest } = this.#limits;
    if (this.#waiting.filter((each) => each.person === person).length >= waiting) throw busy();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      this.#waiting = this.#waiting.filter((each) => each !== mine);
      reject(busy());
    }, longest);
    const mine = {
      person,
      start: () => {
        clearTimeout(timer);
        resolve();
      },
    };
    this.#waiting.push(mine);
    this.#startNext();
    return promise;
  }

  #startNext(): void {
    while (this.#running.size < this.#limits.atOnce) {
      const next = this.#waiting.find(({ person }) => !this.#running.has(person));
      if (!next) return;
      this.#waiting = this.#waiting.filter((each) => each !== next);
      this.#running.add(next.person);
      next.start();
    }
  }
}

function busy(): Refusal {
  return new Refusal('files-busy', { retryAfter: 30 });
}
