import { expect, type Page } from '@playwright/test';

/** A clock that a journey moves: the portal's or a page's. */
export interface MovableClock {
  /** Milliseconds since 1970. */
  now(): Promise<number>;
  /** @param ms milliseconds, forwards */
  advance(ms: number): Promise<void>;
}

/**
 * Measures with a moved clock how long something lasts after an action. The clock may run while a page is read, so the
 * readings before and after each moment are kept.
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
   * Checks while at most `elapsed` milliseconds have passed.
   * @param look throws unless it still lasts
   * @returns milliseconds that it lasted for certain
   */
  async holdsAt(elapsed: number, look: () => Promise<unknown>): Promise<number> {
    const seen = await this.#reach(this.#before + elapsed);
    await look();
    return seen - this.#after;
  }

  /**
   * Checks when at least `elapsed` milliseconds have passed.
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
  // It is stopped slightly in the future, because it cannot be set to a time that has already passed.
  await page.clock.pauseAt((await now()) + 60_000);
  return {
    now,
    advance: (ms) => page.clock.runFor(ms),
  };
}

/** Waits until the page's script runs and has set its timers. A stopped clock does not move until then. */
export async function untilScripted(page: Page): Promise<void> {
  const taken = () =>
    page.evaluate(() => Object.keys(document.body).some((name) => name.startsWith('__reactFiber')));
  await expect.poll(taken).toBe(true);
}

/**
 * Keeps the scripts of the pages that are opened next from running.
 * @returns lets them run
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
