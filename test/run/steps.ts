import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { documentedKeys } from '../checks/documented-texts.ts';
import { findUndecided, readConfirmations, readDecided } from '../decided.ts';
import {
  entries,
  findOneSided,
  findUnshown,
  readShown,
  shownByAllOnly,
  shownByOneKind,
  unreached,
} from '../shown.ts';
import { describeFailures, lastLines } from './failures.ts';
import { serverSeconds } from './processor-time.ts';
import { type Ended, runProgram, SILENCE_LIMIT } from './program.ts';
import { type Counts, type Report, readJourneysReport, readVitestReport, type TimedTest } from './reports.ts';
import type { Selection } from './selection.ts';

const root = join(import.meta.dirname, '..', '..');
export const resultsFolder = join(root, '.data', 'test', 'results');

export interface Outcome extends Counts {
  /** What to show if something failed: only what is needed to fix it. */
  output: string;
  tests: readonly TimedTest[];
  /** Seconds, with what the database did for it; null where it cannot be measured. */
  processorSeconds: number | null;
}

export interface Step {
  name: string;
  /** Steps that must succeed so that this one can be judged. */
  needs: readonly string[];
  run(selection: Selection): Promise<Outcome>;
}

interface ProgramStep {
  /** A program of node_modules/.bin with its arguments. */
  command(selection: Selection): string[];
  needs?: readonly string[];
  /** Reads the report that it wrote. A program without a report counts as one check. */
  report?(): Report;
}

function program(name: string, { command, needs = [], report }: ProgramStep): Step {
  const logName = name.replaceAll(' ', '-');
  return {
    name,
    needs,
    async run(selection) {
      mkdirSync(resultsFolder, { recursive: true });
      const [file = '', ...args] = command(selection);
      const before = await serverSeconds();
      const ended = await runProgram(join(root, 'node_modules', '.bin', file), args, {
        cwd: root,
        environment: {
          ...process.env,
          NO_COLOR: '1',
          FORCE_COLOR: '0',
          CI: '1',
          NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node'),
          TEST_SET: selection.set,
          TEST_AREAS: selection.areas.join(','),
          JOURNEYS_REPORT: reportOf(name),
        },
        log: join(resultsFolder, `${logName}.log`),
      });
      // Static checks use no database, and it may do something else meanwhile.
      const served = report ? (await serverSeconds()) - before : 0;
      const { processorSeconds } = ended;
      return {
        ...judge(ended, report),
        processorSeconds: processorSeconds === null ? null : processorSeconds + served,
      };
    },
  };
}

type Judgment = Omit<Outcome, 'processorSeconds'>;

const failure = (output: string): Judgment => ({ passed: 0, failed: 1, tests: [], output });

/** @param read throws if the program ended before it wrote its report */
export function judge(
  { code, output, silent }: Omit<Ended, 'processorSeconds'>,
  read?: () => Report,
): Judgment {
  if (silent) {
    const said = `It printed nothing for ${SILENCE_LIMIT / 60_000} minutes and was ended.`;
    return failure(`${lastLines(output)}\n${said}`);
  }
  const ok = code === 0;
  if (!read) return ok ? { ...failure(''), passed: 1, failed: 0 } : failure(output.trim());
  try {
    const { failures, ...report } = read();
    // A failure outside of the tests (an unhandled rejection, a broken setup) also counts.
    const failed = ok ? report.failed : Math.max(1, report.failed);
    const told = failures.length > 0 ? describeFailures(failures, root) : ok ? '' : lastLines(output);
    return { ...report, failed, output: told };
  } catch (error) {
    return failure(`${lastLines(output)}\nNo report of it: ${error}`);
  }
}

const reportOf = (step: string) => join(resultsFolder, `${step.replaceAll(' ', '-')}.json`);

function journeys(name: string, projects: readonly string[]): Step {
  return program(name, {
    command: ({ journeys: chosen }) => [
      ...['playwright', 'test', ...chosen],
      // A file that was asked for can have journeys in one of both steps alone.
      ...(chosen.length > 0 ? ['--pass-with-no-tests'] : []),
      ...projects.map((project) => `--project=${project}`),
    ],
    needs: ['build'],
    report: () => readJourneysReport(reportOf(name), 'test/journeys'),
  });
}

const textsShown: Step = {
  name: 'texts shown',
  needs: ['tests', 'journeys over HTTP', 'journeys in Chromium'],
  async run({ set }) {
    const shown = readShown();
    const faults = [
      ...findUnshown(
        Object.keys(entries),
        set === 'all' ? unreached : { ...unreached, ...shownByAllOnly },
        shown,
      ),
      ...(set === 'all' ? findOneSided(documentedKeys, shownByOneKind, shown) : []),
    ];
    return judgeFaults(faults);
  },
};

const decisionsReached: Step = {
  name: 'decisions reached',
  needs: ['journeys over HTTP'],
  async run() {
    return judgeFaults(findUndecided(await readConfirmations(), readDecided()));
  },
};

function judgeFaults(faults: readonly string[]): Outcome {
  return {
    passed: Number(faults.length === 0),
    failed: faults.length,
    tests: [],
    output: faults.join('\n'),
    processorSeconds: null,
  };
}

/** Steps of one row run in parallel, for two cores. */
export const rows: readonly (readonly Step[])[] = [
  [
    program('format and lint', { command: () => ['biome', 'check', '--error-on-warnings'] }),
    program('types', { command: () => ['tsc', '--noEmit'] }),
  ],
  [
    program('boundaries', {
      command: () => [
        ...[
          'depcruise',
          'app',
          'cli',
          'embedded-database',
          'jobs',
          'migrations',
          'modules',
          'sandboxes',
          'test',
        ],
      ],
    }),
    program('unused code', { command: () => ['knip'] }),
    program('build', { command: () => ['node', 'cli/shield.ts', 'build'] }),
  ],
  [
    program('tests', {
      command: ({ tests }) => [
        ...['vitest', 'run', '--includeTaskLocation', '--reporter=default', '--reporter=json'],
        ...['--outputFile.json', reportOf('tests')],
        ...tests,
      ],
      report: () => readVitestReport(reportOf('tests'), root),
    }),
  ],
  [journeys('journeys over HTTP', ['http'])],
  [journeys('journeys in Chromium', ['script 1280', 'keyboard 1280', 'plain 390'])],
  [textsShown, decisionsReached],
];

export const stepNames = rows.flat().map(({ name }) => name);
