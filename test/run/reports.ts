import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

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
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { name: string; assertionResults: { fullName: string; duration?: number | null }[] }[];
}

/** @param path of the report that vitest's json reporter wrote. @throws when there is none */
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
  };
}

interface JourneySuite {
  file?: string;
  specs?: { title: string; tests: { projectName: string; results: { duration: number }[] }[] }[];
  suites?: JourneySuite[];
}

interface JourneysReport {
  stats: { expected: number; unexpected: number; flaky: number };
  suites: JourneySuite[];
}

/** @param path of the report that playwright's json reporter wrote. @throws when there is none */
export function readJourneysReport(path: string): Report {
  const { stats, suites } = JSON.parse(readFileSync(path, 'utf8')) as JourneysReport;
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    tests: suites.flatMap((suite) => listJourneys(suite, suite.file ?? '')),
  };
}

function listJourneys({ specs = [], suites = [] }: JourneySuite, file: string): TimedTest[] {
  const own = specs.flatMap(({ title, tests }) =>
    tests.map(({ projectName, results }) => ({
      name: `${file} › ${title} [${projectName}]`,
      duration: results.reduce((sum, { duration }) => sum + duration, 0),
    })),
  );
  return [...own, ...suites.flatMap((suite) => listJourneys(suite, file))];
}

/** The slowest first, ten at most. */
export function slowest(tests: readonly TimedTest[]): TimedTest[] {
  return tests.toSorted((one, other) => other.duration - one.duration).slice(0, 10);
}
