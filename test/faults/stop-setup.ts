/**
 * The setup file of a run with a fault, before the other one. vitest collects the remaining files even after it has
 * stopped at a failure, and many of them open a portal when they are imported.
 */
import { beforeEach } from 'vitest';

declare global {
  /** The first test of this process that failed. */
  var failedTest: string | undefined;
}

if (globalThis.failedTest) throw new Error(`${globalThis.failedTest} failed`);

beforeEach(({ task, onTestFailed }) => {
  onTestFailed(() => {
    globalThis.failedTest ??= task.name;
  });
});
