/**
 * The test command: runs tests and checks, and prints one line for each step, with output only for what failed.
 * `npm test` runs what every change must pass; `--all` (`npm run test:all`) also what takes long. `npm test -- NAME…`
 * runs steps, areas, files of tests or journeys; `--list` names them. `--budgets` (`npm run test:budgets`) judges how
 * long the last run took.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { releaseServer, testServer } from './database.ts';
import { forgetDecided } from './decided.ts';
import {
  besideBudget,
  findOverspent,
  keepTimes,
  readTimes,
  type StepTimes,
  slowestFiles,
} from './run/budgets.ts';
import { endPrograms } from './run/program.ts';
import type { Counts } from './run/reports.ts';
import { journeySteps, listNames, type Selection, select, UnknownName } from './run/selection.ts';
import { resultsFolder, rows, type Step, stepNames } from './run/steps.ts';
import { forgetShown } from './shown.ts';

const root = join(import.meta.dirname, '..');
/** In seconds: a step that takes longer shows its slowest files. */
const SLOW_STEP = 60;

let interrupted = false;

/** The steps that judge what a whole run recorded. */
const judgesWhole = ['texts shown', 'decisions reached'];

const inSeconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;

async function runStep(step: Step, selection: Selection, times: StepTimes[]): Promise<Counts> {
  const begun = performance.now();
  const { passed, failed, output, tests, processorSeconds } = await step.run(selection);
  const took = performance.now() - begun;
  const seconds = took / 1000;
  times.push({ name: step.name, seconds, processorSeconds, tests });
  const counts = passed + failed > 1 ? `, ${passed} passed${failed ? `, ${failed} failed` : ''}` : '';
  // The budgets are those of everything that the default set runs.
  const whole = selection.set === 'default' && selection.steps === null;
  const budget = whole ? besideBudget({ name: step.name, seconds, processorSeconds }) : '';
  const spent = budget ? `; ${budget}` : '';
  console.log(`${failed ? 'FAILED' : 'ok    '} ${step.name} (${inSeconds(took)}${counts}${spent})`);
  if (failed && output) console.log(`${output.trim()}\n`);
  if (seconds > SLOW_STEP) {
    for (const { file, duration } of slowestFiles(tests))
      console.log(`         ${inSeconds(duration)}  ${file}`);
  }
  return { passed, failed };
}

/**
 * The reason why a step cannot be judged because another step failed; null if it can. Only the other step counts as
 * failed.
 */
function reasonAgainst({ name, needs }: Step, { steps, journeys }: Selection, done: Map<string, Counts>) {
  if (judgesWhole.includes(name) && (steps !== null || journeys.length > 0)) return 'not all tests ran';
  const missing = needs.find((needed) => (done.get(needed)?.failed ?? 0) > 0);
  return missing ? `the step '${missing}' failed` : null;
}

function usesDatabase({ steps }: Selection): boolean {
  return steps === null || ['tests', ...journeySteps].some((name) => steps.has(name));
}

async function runRows(selection: Selection): Promise<Counts> {
  const done = new Map<string, Counts>();
  const times: StepTimes[] = [];
  for (const row of rows) {
    if (interrupted) break;
    await Promise.all(
      row
        .filter(({ name }) => selection.steps === null || selection.steps.has(name))
        .map(async (step) => {
          const reason = reasonAgainst(step, selection, done);
          if (reason === null) done.set(step.name, await runStep(step, selection, times));
          else console.log(`not judged: ${step.name} (${reason})`);
        }),
    );
  }
  keepTimes(resultsFolder, times);
  const counts = [...done.values()];
  const measured = times.map(({ processorSeconds }) => processorSeconds ?? 0);
  const total = measured.reduce((sum, seconds) => sum + seconds, 0);
  if (total > 0) console.log(`${total.toFixed(0)} s of processor time in all`);
  return {
    passed: counts.reduce((sum, { passed }) => sum + passed, 0),
    failed: counts.reduce((sum, { failed }) => sum + failed, 0),
  };
}

function judgeBudgets(): number {
  const overspent = findOverspent(readTimes(resultsFolder), root);
  console.log(overspent.length === 0 ? 'The last run kept to its budgets.' : overspent.join('\n'));
  return overspent.length === 0 ? 0 : 1;
}

async function main(args: string[]): Promise<number> {
  const { values: options, positionals: names } = parseArgs({
    args,
    allowPositionals: true,
    options: { all: { type: 'boolean' }, budgets: { type: 'boolean' }, list: { type: 'boolean' } },
  });
  if (options.list) {
    console.log(listNames(root, stepNames));
    return 0;
  }
  if (options.budgets) return judgeBudgets();
  const begun = performance.now();
  const selection = select(names, options.all ?? false, root, stepNames);
  rmSync(resultsFolder, { recursive: true, force: true });
  mkdirSync(resultsFolder, { recursive: true });
  forgetShown();
  forgetDecided();
  // Started here, the server belongs to no step, and is counted by itself.
  if (usesDatabase(selection)) await testServer();
  const { passed, failed } = await runRows(selection);
  await releaseServer();
  console.log(`In ${inSeconds(performance.now() - begun)}:`);
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
