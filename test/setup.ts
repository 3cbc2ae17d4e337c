/** Every test file: an error on the console fails the test that caused it. */
import { format } from 'node:util';
import { afterEach, beforeEach, expect } from 'vitest';

const errors: string[] = [];

for (const method of ['error', 'warn'] as const) {
  const original = console[method].bind(console);
  console[method] = (...values: unknown[]) => {
    errors.push(format(...values));
    original(...values);
  };
}
process.on('warning', (warning) => {
  if (warning.name !== 'ExperimentalWarning') errors.push(`${warning.name}: ${warning.message}`);
});

beforeEach(() => {
  errors.length = 0;
});

afterEach(() => {
  expect(errors, 'nothing may be written to the console as an error or a warning').toEqual([]);
});
