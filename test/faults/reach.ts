import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type Area, filesOf, testsOf } from './areas.ts';
import type { Fault } from './fault.ts';
import { Worker } from './worker.ts';

/** Which test files of an area reach which functions, and how long each takes. */
interface Reach {
  /** For each function, as `file:name`, the test files that call it. */
  tests: Record<string, string[]>;
  /** Milliseconds. */
  durations: Record<string, number>;
}

const LIMIT = 60 * 60_000;

/**
 * Found by running an area's tests once with a probe in every function, and then kept. A test file that was added since
 * then is run for every fault.
 */
export async function readReach(root: string, area: Area, anew: boolean): Promise<Reach> {
  const folder = join(root, '.data', 'test', 'faults', area);
  const kept = join(folder, 'reach.json');
  const known = anew ? null : readKept(kept);
  if (known) return known;
  console.log(`Runs the tests of ${area} once to learn which of them reach what`);
  const reach = await learn(root, join(folder, 'reached'), area);
  writeFileSync(kept, JSON.stringify(reach));
  return reach;
}

function readKept(file: string): Reach | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Reach;
  } catch {
    return null;
  }
}

async function learn(root: string, folder: string, area: Area): Promise<Reach> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const worker = new Worker(area);
  const asked = {
    ask: 'learn',
    files: filesOf(area, root),
    tests: learnedTests(area, root),
    folder,
  } as const;
  const told = await worker.ask(asked, LIMIT);
  worker.end();
  if (told?.told !== 'learned') throw new Error('The tests did not run');
  const tests = new Map<string, string[]>();
  for (const name of readdirSync(folder)) {
    const found = JSON.parse(readFileSync(join(folder, name), 'utf8')) as {
      testPath: string;
      reached: string[];
    };
    const test = relative(root, found.testPath);
    for (const at of found.reached) tests.set(at, [...(tests.get(at) ?? []), test]);
  }
  return { tests: Object.fromEntries(tests), durations: told.durations };
}

/** Checks of all operations or all readers of a row, which find what an area's own tests do not find. */
const checksOfRows = ['test/checks/expiry.test.ts', 'test/checks/tenancy.test.ts'];
const checksOfAccess = ['test/checks/operations.test.ts'];
const checksOfRefusals = ['test/checks/refusals.test.ts'];
const checksOfLimits = ['test/checks/words.test.ts'];
const checksOfShapes = ['test/checks/shapes.test.ts'];

/** The tests for which it is recorded what they reach. */
function learnedTests(area: Area, root: string): string[] {
  return [...testsOf(area, root), ...checksOfRows];
}

/**
 * Code that runs once per process, such as the text of a prepared statement, was reached by one test file in each of
 * the processes that learned, although others use it as well.
 */
const LEARNING_PROCESSES = 2;

/** The tests that reach the functions of a fault. */
function reachingTests(reached: Reach['tests'], { file, functions }: Fault): string[] {
  const reaching = [...new Set(functions.flatMap((name) => reached[`${file}:${name}`] ?? []))];
  if (reaching.length > LEARNING_PROCESSES) return reaching;
  const usingFile = Object.keys(reached).filter((at) => at.startsWith(`${file}:`));
  return [...reaching, ...usingFile.flatMap((at) => reached[at] ?? [])];
}

/** The test files for a fault, the fastest first, and how long they usually take together. */
export function testsFor(
  root: string,
  area: Area,
  { tests, durations }: Reach,
  fault: Fault,
): { tests: string[]; usual: number } {
  const { file, kind } = fault;
  const unknown = learnedTests(area, root).filter((test) => !(test in durations));
  const usual = (test: string) => durations[test] ?? 0;
  const own = [...new Set([...unknown, ...reachingTests(tests, fault)])].sort((a, b) => usual(a) - usual(b));
  const first = [
    ...(kind.startsWith('access') ? checksOfAccess : []),
    ...(file.endsWith('/refusals.ts') ? checksOfRefusals : []),
    ...(file.endsWith('/limits.ts') ? checksOfLimits : []),
    ...(/^(number changed|flag changed|list shortened)$/.test(kind) ? checksOfShapes : []),
  ];
  return { tests: [...first, ...own], usual: own.reduce((sum, test) => sum + usual(test), 0) };
}
