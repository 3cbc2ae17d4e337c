/**
 * One worker: runs test files of this checkout with at most one fault in the sources. The fault is inserted when a
 * module is loaded, so that no file on disk changes. It communicates with test/faults/run.ts by messages.
 */
import { join, relative } from 'node:path';
import {
  BaseSequencer,
  createVitest,
  type TestModule,
  type TestSpecification,
  type Vitest,
} from 'vitest/node';
import type { Fault } from './fault.ts';
import { planting, root } from './planting.ts';

export type Asked =
  /** Runs test files with probes in `files`. Each test file writes what it reached to `folder`. */
  | { ask: 'learn'; files: string[]; tests: string[]; folder: string }
  /** Runs test files, one after the other, until one fails. */
  | { ask: 'try'; fault: Fault; tests: string[] }
  | { ask: 'end' };

export type Told =
  | { told: 'ready' }
  | { told: 'learned'; durations: Record<string, number> }
  /** `by`: the first test that failed; null if none did. `broken`: test files that fail without any fault. */
  | { told: 'tried'; by: string | null; broken: string[] };

let fault: Fault | null = null;
let probed = new Set<string>();

/** Keeps the given order, in which the fastest test files come first. */
class InGivenOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files;
  }
}

const open = (probes: boolean): Promise<Vitest> =>
  createVitest(
    {
      root,
      config: join(root, 'vitest.config.ts'),
      watch: false,
      // Vite loads the modules, since it can put faults and probes in; without faults, Node does.
      experimental: { viteModuleRunner: true },
      execArgv: [],
      // The cache would keep modules with a fault or a probe for the next run.
      fsModuleCache: false,
      bail: probes ? 0 : 1,
      reporters: [{}],
      maxWorkers: probes ? 2 : 1,
      sequence: { sequencer: InGivenOrder },
      testTimeout: 60_000,
      hookTimeout: 120_000,
      setupFiles: probes
        ? ['test/setup.ts', 'test/faults/probe-setup.ts']
        : ['test/faults/stop-setup.ts', 'test/setup.ts'],
    },
    {
      plugins: [
        planting(
          () => fault,
          (file) => probed.has(file),
        ),
      ],
      logLevel: 'silent',
    },
  );

function tell(told: Told): void {
  process.send?.(told);
}

async function learn({ files, tests, folder }: Asked & { ask: 'learn' }): Promise<void> {
  probed = new Set(files);
  process.env.FAULTS_REACHED = folder;
  const vitest = await open(true);
  const { testModules } = await vitest.runTestSpecifications(await specificationsOf(vitest, tests));
  const durations = testModules.map((module) => {
    const { duration, collectDuration } = module.diagnostic();
    return [relative(root, module.moduleId), duration + collectDuration];
  });
  await vitest.close();
  tell({ told: 'learned', durations: Object.fromEntries(durations) });
}

/** @throws Error if one of them is not a test of the default set */
async function specificationsOf(vitest: Vitest, tests: string[]): Promise<TestSpecification[]> {
  const all = await vitest.globTestSpecifications(tests);
  return tests.map((test) => {
    const found = all.find(({ moduleId }) => relative(root, moduleId) === test);
    if (!found) throw new Error(`npm test does not run ${test}; --learn finds out which tests there are`);
    return found;
  });
}

let trying: Vitest | undefined;
/** Test files that have passed once, with any fault. If one fails later, the fault is the reason. */
const sound = new Set<string>();

async function tryFault(wanted: Fault, tests: string[]): Promise<void> {
  const broken: string[] = [];
  for (let left = tests; left.length > 0; ) {
    const failure = await findFailure(left, wanted);
    if (!failure) break;
    const { test, by, whole } = failure;
    // If a whole file fails, the reason may be outside of it.
    if ((sound.has(test) && !whole) || !(await findFailure([test], null)))
      return tell({ told: 'tried', by, broken });
    if (sound.has(test)) throw new Error(`${test} passed before and fails now without any fault`);
    broken.push(test);
    left = left.filter((each) => each !== test);
  }
  tell({ told: 'tried', by: null, broken });
}

interface Failure {
  /** The test file. */
  test: string;
  /** The file and, if known, its first test that failed. */
  by: string;
  /** Whether no single test failed: the file did not start, or something failed outside of its tests. */
  whole: boolean;
}

/**
 * Runs test files one after the other, until one fails. They share the modules that they import.
 * @param wanted the fault to insert; null for none
 * @returns null if all passed
 */
async function findFailure(tests: string[], wanted: Fault | null): Promise<Failure | null> {
  trying ??= await open(false);
  const former = fault;
  fault = wanted;
  for (const file of new Set([former?.file, wanted?.file])) {
    if (file) trying.invalidateFile(join(root, file));
  }
  trying.state.clearErrors();
  // Otherwise the result includes the files of earlier runs.
  trying.state.filesMap.clear();
  const { testModules, unhandledErrors } = await trying.runTestSpecifications(
    await specificationsOf(trying, tests),
  );
  const run = testModules.map((module) => ({ module, test: relative(root, module.moduleId) }));
  for (const { module, test } of run) if (module.state() === 'passed') sound.add(test);
  const failed = run.find(({ module }) => !module.ok());
  if (failed) return firstFailure(failed.module, failed.test);
  const [test = ''] = tests;
  return unhandledErrors.length > 0 ? { test, by: `${test} (an unhandled error)`, whole: true } : null;
}

function firstFailure(module: TestModule, test: string): Failure {
  for (const { name } of module.children.allTests('failed'))
    return { test, by: `${test} > ${name}`, whole: false };
  return { test, by: `${test} (did not start)`, whole: true };
}

process.on('message', async (asked: Asked) => {
  if (asked.ask === 'learn') await learn(asked);
  else if (asked.ask === 'try') await tryFault(asked.fault, asked.tests);
  else {
    await trying?.close();
    process.disconnect();
  }
});
// The parent process has ended.
process.on('disconnect', () => process.exit());
tell({ told: 'ready' });
