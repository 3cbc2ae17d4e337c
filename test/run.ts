/**
 * The test command: runs all tests and checks, and prints one line for each step, with output only for what failed.
 * `npm test` runs all of it; `npm test -- NAME…` runs steps, areas, files of tests or journeys; `--list` names them.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { releaseServer } from './database.ts';
import { describeFailures, type Failure } from './run/failures.ts';
import { endPrograms } from './run/program.ts';
import { type Counts, SECOND_TRIES, slowest, type TimedTest } from './run/reports.ts';
import { listNames, type Selection, select, UnknownName } from './run/selection.ts';
import { resultsFolder, rows, type Step, stepNames } from './run/steps.ts';
import { forgetShown } from './shown.ts';

const root = join(import.meta.dirname, '..');
/** In milliseconds: a step that takes longer shows its slowest tests. */
const SLOW_STEP = 60_000;

let interrupted = false;

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;

function showSlowest(tests: readonly TimedTest[]): void {
  for (const { name, duration } of slowest(tests)) console.log(`         ${seconds(duration)}  ${name}`);
}

function showSecondTries(tests: readonly Failure[]): void {
  if (tests.length === 0) return;
  const limit = tests.length > SECOND_TRIES ? `, and no more than ${SECOND_TRIES} may` : '';
  console.log(`       passed at the second try${limit}:`);
  console.log(`${describeFailures(tests, root)}\n`);
}

async function runStep(step: Step, selection: Selection): Promise<Counts> {
  const begun = performance.now();
  const { passed, failed, output, tests, secondTries } = await step.run(selection);
  const took = performance.now() - begun;
  const counts = passed + failed > 1 ? `, ${passed} passed${failed ? `, ${failed} failed` : ''}` : '';
  console.log(`${failed ? 'FAILED' : 'ok    '} ${step.name} (${seconds(took)}${counts})`);
  if (failed && output) console.log(`${output.trim()}\n`);
  showSecondTries(secondTries);
  if (took > SLOW_STEP) showSlowest(tests);
  return { passed, failed };
}

/**
 * The reason why a step cannot be judged because another step failed; null if it can. Only the other step counts as
 * failed.
 */
function reasonAgainst({ name, needs }: Step, { steps, journeys }: Selection, done: Map<string, Counts>) {
  if (name === 'texts shown' && (steps !== null || journeys.length > 0)) return 'not all journeys ran';
  const missing = needs.find((needed) => (done.get(needed)?.failed ?? 0) > 0);
  return missing ? `the step '${missing}' failed` : null;
}

async function runRows(selection: Selection): Promise<Counts> {
  const done = new Map<string, Counts>();
  for (const row of rows) {
    if (interrupted) break;
    await Promise.all(
      row
        .filter(({ name }) => selection.steps === null || selection.steps.has(name))
        .map(async (step) => {
          const reason = reasonAgainst(step, selection, done);
          if (reason === null) done.set(step.name, await runStep(step, selection));
          else console.log(`not judged: ${step.name} (${reason})`);
        }),
    );
  }
  const all = [...done.values()];
  return {
    passed: all.reduce((sum, { passed }) => sum + passed, 0),
    failed: all.reduce((sum, { failed }) => sum + failed, 0),
  };
}

async function main(names: string[]): Promise<number> {
  if (names.includes('--list')) {
    console.log(listNames(root, stepNames));
    return 0;
  }
  const begun = performance.now();
  const selection = select(names, root, stepNames);
  rmSync(resultsFolder, { recursive: true, force: true });
  mkdirSync(resultsFolder, { recursive: true });
  forgetShown();
  const { passed, failed } = await runRows(selection);
  await releaseServer();
  console.log(`In ${seconds(performance.now() - begun)}:`);
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    interrupted = true;
    endPrograms();
  });
}

try {
  const code = await main(process.argv.slice(2));
  process.exitCode = interrupted ? 130 : code;
} catch (error) {
  if (!(error instanceof UnknownName)) throw error;
  console.error(error.message);
  process.exitCode = 64;
}
