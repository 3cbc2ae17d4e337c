import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Failure } from './failures.ts';

export interface Counts {
  passed: number;
  failed: number;
}

export interface TimedTest {
  /** File and name of the test. */
  name: string;
  /** Milliseconds. */
  duration: number;
}

export interface Report extends Counts {
  tests: TimedTest[];
  failures: Failure[];
  /** Tests that failed once and passed at the second try, with the error of the first try. */
  secondTries: Failure[];
}

/**
 * How many tests of one run may pass only at the second try. A busy machine delays one test; a mistake in the code
 * makes many fail.
 */
export const SECOND_TRIES = 2;

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    status: string;
    /** The reason why the file could not be run. */
    message: string;
    assertionResults: {
      fullName: string;
      status: string;
      duration?: number | null;
      failureMessages?: string[] | null;
    }[];
  }[];
}

/**
 * @param path the report that vitest's json reporter wrote
 * @throws if it does not exist
 */
export function readVitestReport(path: string, root: string): Report {
  const report = JSON.parse(readFileSync(path, 'utf8')) as VitestReport;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    tests: report.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ fullName, duration }) => ({
        name: `${relative(root, name)} › ${fullName}`,
        duration: duration ?? 0,
      })),
    ),
    failures: report.testResults.flatMap((file) => listFailures(file, relative(root, file.name))),
    secondTries: [],
  };
}

function listFailures(file: VitestReport['testResults'][number], path: string): Failure[] {
  const failures = file.assertionResults
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages }) => ({
      name: `${path} › ${fullName}`,
      error: failureMessages?.join('\n') ?? '',
    }));
  if (failures.length === 0 && file.status === 'failed') return [{ name: path, error: file.message }];
  return failures;
}

interface JourneyError {
  message?: string;
}

interface Journey {
  projectName: string;
  /** 'flaky' means that it passed at the second try. */
  status: 'expected' | 'unexpected' | 'flaky' | 'skipped';
  results: { duration: number; errors: JourneyError[] }[];
}

interface JourneySuite {
  file?: string;
  specs?: { title: string; tests: Journey[] }[];
  suites?: JourneySuite[];
}

interface JourneysReport {
  stats: { expected: number; unexpected: number; flaky: number };
  /** Errors outside of journeys: in the portal that all of them share, or in a file that cannot be loaded. */
  errors: JourneyError[];
  suites: JourneySuite[];
}

/**
 * A journey that passes at its second try counts as passed; more than `SECOND_TRIES` of them count as failed.
 * @param path the report that playwright's json reporter wrote
 * @throws if it does not exist
 */
export function readJourneysReport(path: string): Report {
  const { stats, errors, suites } = JSON.parse(readFileSync(path, 'utf8')) as JourneysReport;
  const journeys = suites.flatMap((suite) => listJourneys(suite, suite.file ?? ''));
  const told = (status: Journey['status']) =>
    journeys
      .filter((journey) => journey.status === status)
      .map(({ name, results }) => ({ name, error: wordsOf(results[0]?.errors ?? []) }));
  const tooMany = stats.flaky > SECOND_TRIES;
  return {
    passed: stats.expected + (tooMany ? 0 : stats.flaky),
    failed: stats.unexpected + (tooMany ? stats.flaky : 0),
    tests: journeys.map(({ name, results }) => ({
      name,
      duration: results.reduce((sum, { duration }) => sum + duration, 0),
    })),
    failures: [
      ...errors.map((error) => ({ name: 'the journeys', error: wordsOf([error]) })),
      ...told('unexpected'),
    ],
    secondTries: told('flaky'),
  };
}

function wordsOf(errors: readonly JourneyError[]): string {
  return errors.map(({ message }) => message ?? '').join('\n');
}

function listJourneys(
  { specs = [], suites = [] }: JourneySuite,
  file: string,
): (Journey & { name: string })[] {
  const own = specs.flatMap(({ title, tests }) =>
    tests.map((journey) => ({ ...journey, name: `${file} › ${title} [${journey.projectName}]` })),
  );
  return [...own, ...suites.flatMap((suite) => listJourneys(suite, file))];
}

/** The slowest tests, at most ten. */
export function slowest(tests: readonly TimedTest[]): TimedTest[] {
  return tests.toSorted((one, other) => other.duration - one.duration).slice(0, 10);
}
