import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Failure } from './failures.ts';

export interface Counts {
  passed: number;
  failed: number;
}

export interface TimedTest {
  /** The path of its file from the project's folder. */
  file: string;
  name: string;
  /** The line on which it begins; 0 if the runner did not say. */
  line: number;
  /** Milliseconds. */
  duration: number;
}

export interface Report extends Counts {
  tests: TimedTest[];
  failures: Failure[];
}

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
      location?: { line: number } | null;
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
      assertionResults.map(({ fullName, duration, location }) => ({
        file: relative(root, name),
        name: fullName,
        line: location?.line ?? 0,
        duration: duration ?? 0,
      })),
    ),
    failures: report.testResults.flatMap((file) => listFailures(file, relative(root, file.name))),
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

interface JourneySuite {
  file?: string;
  specs?: {
    title: string;
    line: number;
    tests: {
      projectName: string;
      status: 'expected' | 'unexpected' | 'flaky' | 'skipped';
      results: { duration: number; errors: JourneyError[] }[];
    }[];
  }[];
  suites?: JourneySuite[];
}

interface JourneysReport {
  stats: { expected: number; unexpected: number };
  /** Errors outside of journeys: in the portal that all of them share, or in a file that cannot be loaded. */
  errors: JourneyError[];
  suites: JourneySuite[];
}

/**
 * @param path the report that playwright's json reporter wrote
 * @param folder the folder of the journeys, from the project's folder
 * @throws if it does not exist
 */
export function readJourneysReport(path: string, folder: string): Report {
  const { stats, errors, suites } = JSON.parse(readFileSync(path, 'utf8')) as JourneysReport;
  const journeys = suites.flatMap((suite) => listJourneys(suite, `${folder}/${suite.file ?? ''}`));
  return {
    passed: stats.expected,
    failed: stats.unexpected,
    tests: journeys,
    failures: [
      ...errors.map((error) => ({ name: 'the journeys', error: wordsOf([error]) })),
      ...journeys
        .filter(({ status }) => status === 'unexpected')
        .map(({ file, name, errors: found }) => ({ name: `${file} › ${name}`, error: wordsOf(found) })),
    ],
  };
}

function wordsOf(errors: readonly JourneyError[]): string {
  return errors.map(({ message }) => message ?? '').join('\n');
}

interface Journey extends TimedTest {
  status: string;
  errors: JourneyError[];
}

function listJourneys({ specs = [], suites = [] }: JourneySuite, file: string): Journey[] {
  const own = specs.flatMap(({ title, line, tests }) =>
    tests.map(({ projectName, status, results }) => ({
      file,
      name: `${title} [${projectName}]`,
      line,
      duration: results.reduce((sum, { duration }) => sum + duration, 0),
      status,
      errors: results.flatMap((result) => result.errors),
    })),
  );
  return [...own, ...suites.flatMap((suite) => listJourneys(suite, file))];
}
