/**
 * Collects what has to be closed at the end, and closes it, the newest first. If closing one fails, the others are
 * still closed.
 */
export class Cleanup {
  readonly #steps: (() => Promise<void> | void)[] = [];

  add(step: () => Promise<void> | void): void {
    this.#steps.push(step);
  }

  async run(onError: (error: unknown) => void): Promise<void> {
    for (let step = this.#steps.pop(); step; step = this.#steps.pop()) {
      try {
        await step();
      } catch (error) {
        onError(error);
      }
    }
  }
}
