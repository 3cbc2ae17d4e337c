import type { Reporter, TestCase, TestStep } from '@playwright/test/reporter';

/** In milliseconds: how often a journey is reported. */
const EVERY = 30_000;

/** Reports that a long journey is still running, so that one can see that it is not stuck. */
export default class Progress implements Reporter {
  readonly #said = new Map<TestCase, number>();

  printsToStdio(): boolean {
    return true;
  }

  onTestBegin(test: TestCase): void {
    this.#said.set(test, Date.now());
  }

  onStepEnd(test: TestCase, _: unknown, step: TestStep): void {
    const last = this.#said.get(test) ?? 0;
    if (Date.now() - last < EVERY) return;
    this.#said.set(test, Date.now());
    console.log(`     ... ${test.title}: ${step.title}`);
  }

  onTestEnd(test: TestCase): void {
    this.#said.delete(test);
  }
}
