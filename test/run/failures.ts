import { stripVTControlCharacters } from 'node:util';

/** A failed test and its message. */
export interface Failure {
  /** File and name of the test. */
  name: string;
  /** Message, place and stack, as the runner wrote them. */
  error: string;
}

/** Limits, because more lines of one error, or more failures of one step, rarely help. */
const LINES = 30;
const FAILURES = 30;
/** How many lines of a log are shown if no test says what went wrong. */
const LAST_LINES = 60;

/** Stack frames outside of the project. */
const elsewhere = /^\s+at .*(node_modules|node:|<anonymous>)/;

/** The lines of an error that help to fix it, with paths relative to the project's folder. */
function shorten(error: string, root: string): string[] {
  const lines = stripVTControlCharacters(error)
    .replaceAll(`file://${root}/`, '')
    .replaceAll(`${root}/`, '')
    .split('\n')
    .filter((line) => line.trim() !== '' && !elsewhere.test(line));
  const more = lines.length - LINES;
  return more > 0 ? [...lines.slice(0, LINES), `... and ${more} more lines`] : lines;
}

/**
 * Each failure with its name, and its error indented below.
 * @param root the folder of the project
 */
export function describeFailures(failures: readonly Failure[], root: string): string {
  const described = failures
    .slice(0, FAILURES)
    .map(({ name, error }) => [name, ...shorten(error, root).map((line) => `    ${line}`)].join('\n'));
  const more = failures.length - FAILURES;
  return [...described, ...(more > 0 ? [`... and ${more} more`] : [])].join('\n');
}

/** A test that passed, as vitest and Playwright print it. */
const passedTest = /^\s*✓ /;

/**
 * The end of a program's output, because programs write the reason for an end last. Without the tests that passed:
 * they would take the place of an error that belongs to no test.
 */
export function lastLines(output: string): string {
  const lines = stripVTControlCharacters(output)
    .trim()
    .split('\n')
    .filter((line) => !passedTest.test(line));
  const left = lines.length - LAST_LINES;
  return (left > 0 ? [`... ${left} lines before`, ...lines.slice(-LAST_LINES)] : lines).join('\n');
}
