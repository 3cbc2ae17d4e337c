/**
 * One worker: runs test files of this checkout with at most one fault in the sources. The fault is put in while a module
 * is loaded, so that no file on disk changes. Talks to test/faults/run.ts by messages.
 */
import { join, relative } from 'node:path';
import type { Plugin } from 'vite';
import { createVitest, type TestModule, type Vitest } from 'vitest/node';
import { type Fault, plant } from './fault.ts';
import { withProbes } from './rewrites.ts';

export type Asked =
  /** Runs test files with probes in `files`; each writes what it reached into `folder`. */
  | { ask: 'learn'; files: string[]; tests: string[]; folder: string }
  /** Runs test files, one after the other, until one fails. */
  | { ask: 'try'; fault: Fault; tests: string[] }
  | { ask: 'end' };

export type Told =
  | { told: 'ready' }
  | { told: 'learned'; durations: Record<string, number> }
  /** `by`: the first test that failed; null when none did. `broken`: test files that fail without any fault. */
  | { told: 'tried'; by: string | null; broken: string[] };

const root = join(import.meta.dirname, '..', '..');
let fault: Fault | null = null;
let probed = new Set<string>();

const planting: Plugin = {
  name: 'faults',
  enforce: 'pre',
  transform(code, id) {
    const file = relative(root, id.split('?')[0] ?? id);
    if (probed.has(file)) return { code: withProbes(file, code), map: null };
    if (fault?.file === file) return { code: plant(code, fault), map: null };
    return null;
  },
};

const open = (probes: boolean): Promise<Vitest> =>
  createVitest(
    {
      root,
      config: join(root, 'vitest.config.ts'),
      watch: false,
      // It would keep what was loaded with a fault or a probe for the next run.
      fsModuleCache: false,
      bail: probes ? 0 : 1,
      reporters: [{}],
      maxWorkers: probes ? 2 : 1,
      testTimeout: 60_000,
      hookTimeout: 120_000,
      ...(probes ? { setupFiles: ['test/setup.ts', 'test/faults/probe-setup.ts'] } : {}),
    },
    { plugins: [planting], logLevel: 'silent' },
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

async function specificationsOf(vitest: Vitest, tests: string[]) {
  const all = await vitest.globTestSpecifications(tests);
  return all.filter(({ moduleId }) => tests.includes(relative(root, moduleId)));
}

let trying: Vitest | undefined;
/** Test files that have passed, with whatever fault: when one fails, the fault is the reason. */
const sound = new Set<string>();

async function tryFault(wanted: Fault, tests: string[]): Promise<void> {
  const broken: string[] = [];
  for (const test of tests) {
    const failure = await findFailure(test, wanted);
    // A file that fails as a whole may fail for a reason outside it, at any time.
    if (failure && (failure.whole || !sound.has(test)) && (await findFailure(test, null))) {
      if (sound.has(test)) throw new Error(`${test} passed before and fails now without any fault`);
      broken.push(test);
      continue;
    }
    sound.add(test);
    if (failure) return tell({ told: 'tried', by: failure.by, broken });
  }
  tell({ told: 'tried', by: null, broken });
}

interface Failure {
  /** The file and, where there is one, its first test that failed. */
  by: string;
  /** No single test failed: the file did not start, or something failed outside its tests. */
  whole: boolean;
}

/** Runs one test file. @param wanted the fault in the sources, null for none. @returns null when it passed */
async function findFailure(test: string, wanted: Fault | null): Promise<Failure | null> {
  trying ??= await open(false);
  const former = fault;
  fault = wanted;
  for (const file of new Set([former?.file, wanted?.file])) {
    if (file) trying.invalidateFile(join(root, file));
  }
  trying.state.clearErrors();
  const run = await trying.runTestSpecifications(await specificationsOf(trying, [test]));
  // The answer holds the modules of earlier runs too.
  const failed = run.testModules.find((module) => relative(root, module.moduleId) === test && !module.ok());
  if (failed) return firstFailure(failed, test);
  return run.unhandledErrors.length > 0 ? { by: `${test} (an unhandled error)`, whole: true } : null;
}

function firstFailure(module: TestModule, file: string): Failure {
  for (const test of module.children.allTests('failed'))
    return { by: `${file} > ${test.name}`, whole: false };
  return { by: `${file} (did not start)`, whole: true };
}

process.on('message', async (asked: Asked) => {
  if (asked.ask === 'learn') await learn(asked);
  else if (asked.ask === 'try') await tryFault(asked.fault, asked.tests);
  else {
    await trying?.close();
    process.disconnect();
  }
});
// Whoever asked is gone.
process.on('disconnect', () => process.exit());
tell({ told: 'ready' });
