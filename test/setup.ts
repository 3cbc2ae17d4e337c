/** Runs in every test file. An error on the console or in a portal's log fails the test that caused it. */
import { format } from 'node:util';
import { afterAll, afterEach, beforeEach, expect } from 'vitest';
import { observeStatements } from '#modules/platform/database/statement.ts';
import { findRowProblems } from '#test/statements.ts';
import { loggedErrors } from './logged-errors.ts';

const errors: string[] = [];

// Files of one worker share modules and console, so each file removes its own listeners.
const methods = ['error', 'warn'] as const;
const originals = methods.map((method) => console[method]);
for (const method of methods) {
  const original = console[method].bind(console);
  console[method] = (...values: unknown[]) => {
    errors.push(format(...values));
    original(...values);
  };
}
function hearWarning(warning: Error): void {
  if (warning.name !== 'ExperimentalWarning') errors.push(`${warning.name}: ${warning.message}`);
}
process.on('warning', hearWarning);
loggedErrors.length = 0;
const stopObserving = observeStatements(({ name, row }, rows) => {
  const problems = rows.flatMap((answered) => findRowProblems(row, answered));
  if (problems.length > 0) throw new Error(`${name} answered other rows than it declares: ${problems[0]}`);
});

afterAll(() => {
  for (const [index, method] of methods.entries()) console[method] = originals[index] ?? console[method];
  process.off('warning', hearWarning);
  stopObserving();
});

beforeEach(() => {
  errors.length = 0;
});

afterEach(() => {
  expect(errors, 'nothing may be written to the console as an error or a warning').toEqual([]);
  const logged = loggedErrors.splice(0);
  expect(logged, 'nothing may be logged as an error: takeErrors() what the test expects').toEqual([]);
});
