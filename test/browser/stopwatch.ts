import { expect, type Page } from '@playwright/test';

/** Time that a journey moves: a portal's or a page's. */
export interface MovableClock {
  /** Milliseconds since 1970. */
  now(): Promise<number>;
  /** @param ms milliseconds, forwards */
  advance(ms: number): Promise<void>;
}

/**
 * Measures by a moved clock how long something lasts that began with an act. The clock may run on while a page is looked
 * at, so of every moment the reading before it and the one after it are kept.
 */
export class Stopwatch {
  readonly #clock: MovableClock;
  readonly #before: number;
  readonly #after: number;

  private constructor(clock: MovableClock, before: number, after: number) {
    this.#clock = clock;
    this.#before = before;
    this.#after = after;
  }

  static async start(clock: MovableClock, act: () => Promise<unknown>): Promise<Stopwatch> {
    const before = await clock.now();
    await act();
    return new Stopwatch(clock, before, await clock.now());
  }

  /**
   * Looks when no more than `elapsed` milliseconds have passed by then.
   * @param look throws unless it still lasts
   * @returns milliseconds that it lasted for certain
   */
  async holdsAt(elapsed: number, look: () => Promise<unknown>): Promise<number> {
    const seen = await this.#reach(this.#before + elapsed);
    await look();
    return seen - this.#after;
  }

  /**
   * Looks when at least `elapsed` milliseconds have passed.
   * @param look throws unless it has ended
   * @returns milliseconds after which it had ended for certain
   */
  async endsAt(elapsed: number, look: () => Promise<unknown>): Promise<number> {
    await this.#reach(this.#after + elapsed);
    await look();
    return (await this.#clock.now()) - this.#before;
  }

  /** @returns milliseconds since 1970 by the clock then */
  async #reach(moment: number): Promise<number> {
    const ahead = moment - (await this.#clock.now());
    if (ahead > 0) await this.#clock.advance(ahead);
    return this.#clock.now();
  }
}

/**
 * Stops the time of a page: only the journey moves it until `page.clock.resume()`. Nothing that waits for the page's own
 * timers (expectAccessible) ends meanwhile.
 */
export async function stopPageClock(page: Page): Promise<MovableClock> {
  const now = () => page.evaluate(() => Date.now());
  // It stops a little later, since it cannot be set back to a time that has passed meanwhile.
  await page.clock.pauseAt((await now()) + 60_000);
  return {
    now,
    advance: (ms) => page.clock.runFor(ms),
  };
}

/** Waits until the page's script has taken it over, with its timers: the time of a stopped clock stands until then. */
export async function untilScripted(page: Page): Promise<void> {
  const taken = () =>
    page.evaluate(() => Object.keys(document.body).some((name) => name.startsWith('__reactFiber')));
  await expect.poll(taken).toBe(true);
}
