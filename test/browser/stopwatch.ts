import { expect, type Page } from '@playwright/test';

/** A clock that a journey can move: that of the portal or of a page. */
export interface MovableClock {
  /** Milliseconds since 1970. */
  now(): Promise<number>;
  /** @param ms milliseconds, forwards */
  advance(ms: number): Promise<void>;
}

/**
 * Measures, with a clock that is moved, how long something lasts after an action. The clock may run while a page is
 * read, so it is read before and after each action.
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
   * Checks at a time when at most `elapsed` milliseconds have passed.
   * @param look throws unless the state still lasts
   * @returns for how many milliseconds it has certainly lasted
   */
  async holdsAt(elapsed: number, look: () => Promise<unknown>): Promise<number> {
    const seen = await this.#reach(this.#before + elapsed);
    await look();
    return seen - this.#after;
  }

  /**
   * Checks at a time when at least `elapsed` milliseconds have passed.
   * @param look throws unless the state has ended
   * @returns after how many milliseconds it had certainly ended
   */
  async endsAt(elapsed: number, look: () => Promise<unknown>): Promise<number> {
    await this.#reach(this.#after + elapsed);
    await look();
    return (await this.#clock.now()) - this.#before;
  }

  /** @returns the clock's time afterwards, in milliseconds since 1970 */
  async #reach(moment: number): Promise<number> {
    const ahead = moment - (await this.#clock.now());
    if (ahead > 0) await this.#clock.advance(ahead);
    return this.#clock.now();
  }
}

/**
 * Stops the time of a page: only the journey moves it until `page.clock.resume()`. Until then, nothing that waits for
 * timers of the page (such as expectAccessible) ends.
 */
export async function stopPageClock(page: Page): Promise<MovableClock> {
  const now = () => page.evaluate(() => Date.now());
  // It is stopped slightly in the future, because it cannot be set to a time that has already passed.
  await page.clock.pauseAt((await now()) + 60_000);
  return {
    now,
    advance: (ms) => page.clock.runFor(ms),
  };
}

/** Waits until the page is hydrated and has set its timers. A stopped clock must not move before that. */
export async function untilScripted(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-script', 'ready');
}

/**
 * Blocks the scripts of pages that are opened from now on.
 * @returns a function that lets them run
 */
export async function holdScripts(page: Page): Promise<() => Promise<void>> {
  const scripts = /\/assets\/.*\.js$/;
  let run = () => {};
  const held = new Promise<void>((resolve) => {
    run = resolve;
  });
  await page.route(scripts, async (route) => {
    await held;
    await route.continue();
  });
  return async () => {
    run();
    await untilScripted(page);
    await page.unroute(scripts);
  };
}
