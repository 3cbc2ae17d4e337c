/**
 * How much processor time each step may take, and how the last run kept to it. The test command shows it and never
 * fails because of it, since the same work takes longer on another machine; `npm run test:budgets` fails.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TimedTest } from './reports.ts';

/** Seconds of processor time of each step of `npm test`, with everything that it starts. */
const budgets: Readonly<Record<string, number>> = {
  'format and lint': 10,
  types: 30,
  boundaries: 20,
  'unused code': 15,
  build: 25,
  tests: 330,
  'journeys over HTTP': 220,
  'journeys in Chromium': 250,
};

/** In percent of its step: what the tests of one file may take. */
const FILE_SHARE: Readonly<Record<string, number>> = {
  tests: 4,
  'journeys over HTTP': 12,
  'journeys in Chromium': 40,
};

/** In milliseconds: a test that takes longer says why in its first line. */
const LONG_TEST = 2000;
const REASON = '// Takes long:';
/** A table of cases can stand between the beginning of a test and its first line. */
const LINES_BEFORE_REASON = 30;

export interface StepTimes {
  name: string;
  /** Seconds on the clock. */
  seconds: number;
  /** Seconds of processor time; null where they cannot be measured. */
  processorSeconds: number | null;
  tests: readonly TimedTest[];
}

const fileOf = (folder: string) => join(folder, 'times.json');

export function keepTimes(folder: string, steps: readonly StepTimes[]): void {
  writeFileSync(fileOf(folder), JSON.stringify(steps));
}

/** @throws if nothing was run before */
export function readTimes(folder: string): StepTimes[] {
  return JSON.parse(readFileSync(fileOf(folder), 'utf8')) as StepTimes[];
}

export interface TimedFile {
  file: string;
  /** Milliseconds of its tests together. */
  duration: number;
}

/** The files whose tests take longest, at most ten. */
export function slowestFiles(tests: readonly TimedTest[]): TimedFile[] {
  const files = Map.groupBy(tests, ({ file }) => file);
  return [...files]
    .map(([file, of]) => ({ file, duration: of.reduce((sum, { duration }) => sum + duration, 0) }))
    .toSorted((one, other) => other.duration - one.duration)
    .slice(0, 10);
}

/** @returns as `12 s of 30 s` */
export function besideBudget({ name, processorSeconds }: Omit<StepTimes, 'tests'>): string {
  if (processorSeconds === null) return '';
  const budget = budgets[name];
  const spent = `${processorSeconds.toFixed(0)} s of processor time`;
  if (budget === undefined) return spent;
  return `${spent}, budget ${budget} s${processorSeconds > budget ? ', OVER' : ''}`;
}

/**
 * What the last run spent too much on: steps, files, and tests without a reason for their length.
 * @param root the folder of the project
 * @returns one line for each
 */
export function findOverspent(steps: readonly StepTimes[], root: string): string[] {
  return steps.flatMap((step) => [
    ...(step.processorSeconds !== null && step.processorSeconds > (budgets[step.name] ?? Infinity)
      ? [`${step.name}: ${besideBudget(step)}`]
      : []),
    ...findLargeFiles(step),
    ...(step.name === 'tests' ? findLongTests(step.tests, root) : []),
  ]);
}

function findLargeFiles({ name, tests }: StepTimes): string[] {
  const share = FILE_SHARE[name];
  const total = tests.reduce((sum, { duration }) => sum + duration, 0);
  if (share === undefined || new Set(tests.map(({ file }) => file)).size * share < 200) return [];
  return slowestFiles(tests)
    .filter(({ duration }) => duration > (total * share) / 100)
    .map(({ file, duration }) => {
      const percent = ((100 * duration) / total).toFixed(0);
      return `${file}: ${percent} % of the step '${name}', and a file may take ${share} %`;
    });
}

function findLongTests(tests: readonly TimedTest[], root: string): string[] {
  return tests
    .filter(({ duration, file, line }) => duration > LONG_TEST && !saysWhy(join(root, file), line))
    .map(({ file, line, name, duration }) => {
      const took = (duration / 1000).toFixed(1);
      return `${file}:${line} ${name}: ${took} s; make it shorter, or say why in its first line: ${REASON} ...`;
    });
}

function saysWhy(path: string, line: number): boolean {
  const lines = readFileSync(path, 'utf8').split('\n').slice(line);
  const next = lines.findIndex((text) => /^\s*test\b/.test(text));
  const own = lines.slice(0, Math.min(LINES_BEFORE_REASON, next === -1 ? lines.length : next));
  return own.some((text) => text.includes(REASON));
}
