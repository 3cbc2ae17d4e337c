/**
 * The test command: everything that has to hold, one line for each step, output only of what failed.
 * `node test/run.ts [STEP…]` runs the named steps alone.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { builtAreas, listCatalogue } from '#modules/platform/catalogue.ts';
import { releaseServer } from './database.ts';
import { findUnshown, forgetShown, readShown } from './shown.ts';

const root = join(import.meta.dirname, '..');
const results = join(root, '.data', 'test', 'results');
const STEP_LIMIT = 10 * 60_000;

interface Counts {
  passed: number;
  failed: number;
}

interface Outcome extends Counts {
  output: string;
}

interface Step {
  name: string;
  run(): Promise<Outcome>;
}

const children = new Set<ChildProcess>();

/** Runs a program of node_modules/.bin; counts as one check unless `count` reads more from its report. */
function program(name: string, [command = '', ...args]: string[], count?: (ok: boolean) => Counts): Step {
  return {
    name,
    run: () =>
      new Promise((resolve) => {
        const child = spawn(join(root, 'node_modules', '.bin', command), args, {
          cwd: root,
          env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0', CI: '1' },
          stdio: ['ignore', 'pipe', 'pipe'],
          timeout: STEP_LIMIT,
        });
        children.add(child);
        let output = '';
        child.stdout.on('data', (chunk) => {
          output += chunk;
        });
        child.stderr.on('data', (chunk) => {
          output += chunk;
        });
        child.on('error', (error) => {
          output += error.message;
        });
        child.on('close', (code) => {
          children.delete(child);
          const ok = code === 0;
          resolve({ ...(count?.(ok) ?? { passed: Number(ok), failed: Number(!ok) }), output });
        });
      }),
  };
}

function report<T>(file: string, read: (report: T) => Counts): (ok: boolean) => Counts {
  return (ok) => {
    let counts: Counts;
    try {
      counts = read(JSON.parse(readFileSync(join(results, file), 'utf8')) as T);
    } catch {
      counts = { passed: 0, failed: 1 };
    }
    // A run that fails beside its tests (an unhandled rejection, a broken set-up) is a failure too.
    return ok || counts.failed > 0 ? counts : { ...counts, failed: 1 };
  };
}

const vitestReport = report<{ numPassedTests: number; numFailedTests: number; numFailedTestSuites: number }>(
  'vitest.json',
  (run) => ({ passed: run.numPassedTests, failed: run.numFailedTests }),
);

const journeysReport = report<{ stats: { expected: number; unexpected: number; flaky: number } }>(
  'journeys.json',
  ({ stats }) => ({ passed: stats.expected, failed: stats.unexpected + stats.flaky }),
);

const catalogue: Step = {
  name: 'catalogue shown',
  async run() {
    const unshown = findUnshown(listCatalogue(), builtAreas, readShown());
    const output = `No journey shows these entries of modules/platform/catalogue.ts:\n  ${unshown.join('\n  ')}`;
    return { passed: Number(unshown.length === 0), failed: unshown.length, output };
  },
};

/** Steps of one row run side by side: there are two cores. */
const rows: Step[][] = [
  [
    program('format and lint', ['biome', 'check', '--error-on-warnings']),
    program('types', ['tsc', '--noEmit']),
  ],
  [
    program('boundaries', [
      'depcruise',
      'app',
      'cli',
      'embedded-database',
      'jobs',
      'migrations',
      'modules',
      'sandboxes',
      'test',
    ]),
    program('unused code', ['knip']),
    program('build', ['node', 'cli/shield.ts', 'build']),
  ],
  [
    program(
      'tests',
      [
        'vitest',
        'run',
        '--reporter=default',
        '--reporter=json',
        '--outputFile.json',
        join(results, 'vitest.json'),
      ],
      vitestReport,
    ),
  ],
  [program('journeys', ['playwright', 'test'], journeysReport)],
  [catalogue],
];

function seconds(since: number): string {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}

async function runStep(step: Step, total: Counts): Promise<void> {
  const begun = performance.now();
  const { passed, failed, output } = await step.run();
  total.passed += passed;
  total.failed += failed;
  const counts = passed + failed > 1 ? `, ${passed} passed${failed ? `, ${failed} failed` : ''}` : '';
  console.log(`${failed ? 'FAILED' : 'ok    '} ${step.name} (${seconds(begun)}${counts})`);
  if (failed) console.log(`${output.trim()}\n`);
}

async function main(): Promise<number> {
  const chosen = process.argv.slice(2);
  const known = rows.flat().map(({ name }) => name);
  const unknown = chosen.filter((name) => !known.includes(name));
  if (unknown.length) {
    console.error(`No such step: ${unknown.join(', ')}. Steps: ${known.join(', ')}`);
    return 64;
  }
  const begun = performance.now();
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });
  forgetShown();
  const total: Counts = { passed: 0, failed: 0 };
  for (const row of rows) {
    const steps = row.filter(({ name }) => chosen.length === 0 || chosen.includes(name));
    await Promise.all(steps.map((step) => runStep(step, total)));
  }
  await releaseServer();
  console.log(`In ${seconds(begun)}:`);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  return total.failed === 0 ? 0 : 1;
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    for (const child of children) child.kill(signal);
    process.exitCode = 130;
  });
}

process.exitCode = await main();
