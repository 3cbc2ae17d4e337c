import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runProgram } from '../run/program.ts';
import { readJourneysReport } from '../run/reports.ts';
import type { Fault } from './fault.ts';
import { root } from './planting.ts';

const folder = join('.data', 'test', 'faults');
const buildFolder = join(folder, 'pages');
const program = (...path: string[]) => join(root, 'node_modules', ...path);
const setup = pathToFileURL(join(import.meta.dirname, 'portal-setup.ts')).href;

/** Journeys that fail without any fault, as patterns of their titles. */
const broken: string[] = [];

interface Failure {
  name: string;
  /** What playwright needs to run it alone; the files, if the portal did not start for any of them. */
  filters: readonly string[];
  title: string;
}

/**
 * Runs journeys over HTTP against a portal with a fault, until one fails. One that also fails without a fault is named
 * and not counted.
 * @param files of the journeys, relative to the root
 * @returns the first that failed; null if none did
 * @throws if the portal cannot be started without a fault either
 */
export async function tryJourneys(fault: Fault, files: readonly string[]): Promise<string | null> {
  if (files.length === 0) return null;
  // The pages are bundled; Node itself runs everything else.
  if (fault.file.startsWith('app/') && !(await buildWith(fault))) return 'the build of the pages';
  for (;;) {
    const failure = await findFailure(files, fault);
    if (!failure) return null;
    const { name, filters, title } = failure;
    const sound = await findFailure(filters, null);
    if (!sound) return name;
    if (!title) throw new Error(`The journeys cannot run without a fault: ${sound.name}`);
    console.log(`Not counted, since it fails without any fault: ${name}`);
    broken.push(title.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  }
}

/** @returns whether the pages could be built with the fault */
async function buildWith(fault: Fault): Promise<boolean> {
  const { code } = await runProgram(
    process.execPath,
    [program('@remix-run', 'dev', 'dist', 'cli.js'), 'vite:build', '--config', 'test/faults/vite.config.ts'],
    {
      cwd: root,
      environment: {
        ...process.env,
        NODE_ENV: 'production',
        FAULT: JSON.stringify(fault),
        BUILD_FOLDER: buildFolder,
      },
      log: join(root, folder, 'build.log'),
    },
  );
  return code === 0;
}

async function findFailure(filters: readonly string[], fault: Fault | null): Promise<Failure | null> {
  mkdirSync(join(root, folder), { recursive: true });
  const report = join(root, folder, 'journeys.json');
  const { code, output, silent } = await runProgram(
    program('.bin', 'playwright'),
    [
      ...['test', '--project=http', '--workers=1', '--retries=0', '--max-failures=1', '--timeout=300000'],
      '--pass-with-no-tests',
      ...(broken.length > 0 ? ['--grep-invert', broken.join('|')] : []),
      ...filters,
    ],
    {
      cwd: root,
      environment: {
        ...process.env,
        NODE_OPTIONS: `--import ${setup}`,
        TEST_SET: 'default',
        JOURNEYS_REPORT: report,
        ...(fault ? { FAULT: JSON.stringify(fault) } : {}),
        ...(fault?.file.startsWith('app/') ? { FAULT_BUILD: buildFolder } : {}),
      },
      log: join(root, folder, 'journeys.log'),
    },
  );
  if (silent) return { name: 'a journey that never ended', filters, title: '' };
  if (code === 0) return null;
  const { failures, tests } = readJourneysReport(report, 'test/journeys');
  if (failures.length === 0) throw new Error(`The journeys ended with code ${code}:\n${output}`);
  const failed = new Set(failures.map((failure) => failure.name));
  const journey = tests.find(({ file, name }) => failed.has(`${file} › ${name}`));
  if (!journey) return { name: 'the start of the portal', filters, title: '' };
  const { file, line, name } = journey;
  return { name: `${file} > ${name}`, filters: [`${file}:${line}`], title: name.replace(/ \[http]$/, '') };
}
