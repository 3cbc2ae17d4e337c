import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { describeFailures } from '../run/failures.ts';
import { runProgram } from '../run/program.ts';
import { type Report, readJourneysReport, readVitestReport, slowest } from '../run/reports.ts';
import { select, UnknownName } from '../run/selection.ts';
import { judge, stepNames } from '../run/steps.ts';

const root = join(import.meta.dirname, '..', '..');
const folder = await mkdtemp(join(tmpdir(), 'shieldhub-run-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
/** In milliseconds: longer than a process takes to start on a busy machine. */
const SILENCE = 5_000;
const run = (script: string, log: string, silenceLimit?: number) =>
  runProgram(process.execPath, ['-e', script], {
    cwd: folder,
    environment: process.env,
    log: join(folder, log),
    ...(silenceLimit === undefined ? {} : { silenceLimit }),
  });

test.concurrent('a program that prints nothing any more is ended, with what it started', async () => {
  // Its child process holds a connection to the test, which closes when the child ends.
  const server = createServer();
  const held = once(server, 'connection') as Promise<[Socket]>;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const grandchild = `require('node:net').connect(${port}, '127.0.0.1')`;
  const ended = run(
    `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(grandchild)}]);
     setInterval(() => {}, 1000);`,
    'silent.log',
    SILENCE,
  );
  const [connection] = await held;
  connection.on('error', () => undefined);
  const closed = once(connection.resume(), 'close');
  expect(await ended).toMatchObject({ silent: true, code: null });
  await closed;
  server.close();
  expect(judge(await ended)).toMatchObject({
    passed: 0,
    failed: 1,
    output: expect.stringContaining('printed nothing'),
  });
});

test.concurrent('a program that goes on printing is left to finish, and its log holds what it printed', async () => {
  const ended = await run(
    `let said = 0;
     const timer = setInterval(() => { console.log(said); if (++said === 12) clearInterval(timer); }, 500);`,
    'printing.log',
    SILENCE,
  );
  expect(ended).toMatchObject({ silent: false, code: 0 });
  expect(await readFile(join(folder, 'printing.log'), 'utf8')).toBe(ended.output);
  expect(judge(ended)).toMatchObject({ passed: 1, failed: 0 });
});

const report = (changes: Partial<Report> = {}): Report => ({
  passed: 7,
  failed: 0,
  tests: [],
  failures: [],
  secondTries: [],
  ...changes,
});

test('a run that failed beside its tests, or left no report, counts as a failure', () => {
  const ended = { code: 1, output: 'words', silent: false };
  expect(judge(ended, () => report())).toMatchObject({ passed: 7, failed: 1, output: 'words' });
  expect(judge(ended, () => report({ failed: 3 }))).toMatchObject({ passed: 7, failed: 3 });
  const lost = judge(ended, () => {
    throw new Error('no such file');
  });
  expect(lost).toMatchObject({ passed: 0, failed: 1, output: expect.stringContaining('no such file') });
});

test('a step that failed says which tests, and why, instead of all that it printed', () => {
  const ended = { code: 1, output: 'a long log', silent: false };
  const failures = [
    { name: 'test/a.test.ts › adds', error: `expected 2 to be 3\n  at ${root}/test/a.test.ts:4:2` },
  ];
  const { output } = judge(ended, () => report({ failed: 1, failures }));
  expect(output).toBe('test/a.test.ts › adds\n    expected 2 to be 3\n      at test/a.test.ts:4:2');
  const long = Array.from({ length: 200 }, (_, line) => `line ${line}`).join('\n');
  expect(judge({ ...ended, output: long }, () => report()).output).toMatch(
    /^\.\.\. 140 lines before\nline 140\n/,
  );
  expect(judge({ ...ended, output: 'what the linter found' }).output).toBe('what the linter found');
});

test('an error is told without colors, without frames of other packages, and not at any length', () => {
  const error = [
    '\u001b[31mError: broken\u001b[39m',
    '',
    '    at run (node:internal/x:1:1)',
    '    at node_modules/x.js:1:1',
  ];
  expect(describeFailures([{ name: 'a', error: error.join('\n') }], root)).toBe('a\n    Error: broken');
  const long = Array.from({ length: 40 }, (_, line) => `line ${line}`).join('\n');
  expect(describeFailures([{ name: 'a', error: long }], root)).toMatch(
    /line 29\n {4}\.\.\. and 10 more lines$/,
  );
  const many = Array.from({ length: 31 }, (_, at) => ({ name: `test ${at}`, error: '' }));
  expect(describeFailures(many, root)).toMatch(/test 29\n\.\.\. and 1 more$/);
});

test('a failed test is read with its error from the report, and so is a file that could not be run', async () => {
  const path = join(folder, 'vitest.json');
  const file = (name: string, message: string, assertionResults: object[]) => ({
    name: join(root, name),
    status: 'failed',
    message,
    assertionResults,
  });
  const testResults = [
    file('test/a.test.ts', '', [
      { fullName: 'adds', status: 'failed', duration: 3, failureMessages: ['expected 2 to be 3'] },
      { fullName: 'stays', status: 'passed', duration: 1, failureMessages: [] },
    ]),
    file('test/b.test.ts', 'no such module', []),
  ];
  await writeFile(path, JSON.stringify({ numPassedTests: 1, numFailedTests: 1, testResults }));
  expect(readVitestReport(path, root).failures).toEqual([
    { name: 'test/a.test.ts › adds', error: 'expected 2 to be 3' },
    { name: 'test/b.test.ts', error: 'no such module' },
  ]);
});

/** A report of journeys, of which this many passed at their second try. */
async function journeysWith(flaky: number): Promise<Report> {
  const path = join(folder, 'journeys.json');
  const failed = { duration: 5, errors: [{ message: 'it came late' }] };
  const journey = (status: string, results: object[]) => ({
    title: status,
    tests: [{ projectName: 'script 1280', status, results }],
  });
  const specs = [
    journey('expected', [{ duration: 1, errors: [] }]),
    ...Array.from({ length: flaky }, () => journey('flaky', [failed, { duration: 2, errors: [] }])),
  ];
  const stats = { expected: 1, unexpected: 0, flaky };
  await writeFile(path, JSON.stringify({ stats, errors: [], suites: [{ file: 'a.spec.ts', specs }] }));
  return readJourneysReport(path);
}

test('a journey that passes at its second try has passed, and is named with its first error', async () => {
  const read = await journeysWith(2);
  const name = 'a.spec.ts › flaky [script 1280]';
  expect(read).toMatchObject({ passed: 3, failed: 0, failures: [] });
  expect(read.secondTries).toEqual([
    { name, error: 'it came late' },
    { name, error: 'it came late' },
  ]);
  expect(read.tests).toContainEqual({ name, duration: 7 });
  const judged = judge({ code: 0, output: 'words', silent: false }, () => read);
  expect(judged).toMatchObject({ failed: 0, secondTries: read.secondTries });
});

test('more than two journeys that pass at the second try fail the step', async () => {
  const read = await journeysWith(3);
  expect(read).toMatchObject({ passed: 1, failed: 3 });
  expect(read.secondTries).toHaveLength(3);
});

test('an area names its tests, the checks of its operations and its journeys', () => {
  const { steps, areas, tests, journeys } = select(['network'], root, stepNames);
  expect([...(steps ?? [])].sort()).toEqual(['build', 'journeys', 'tests']);
  expect(areas).toEqual(['network']);
  expect(tests).toEqual(expect.arrayContaining(['test/network/', 'test/checks/tenancy.test.ts']));
  expect(journeys).toEqual(expect.arrayContaining(['test/journeys/network.spec.ts']));
});

test('a step, a file or a journey is run alone', () => {
  expect(select(['types'], root, stepNames)).toMatchObject({ steps: new Set(['types']), tests: [] });
  expect(select(['test/harness/run.test.ts'], root, stepNames)).toMatchObject({
    steps: new Set(['tests']),
    tests: ['test/harness/run.test.ts'],
  });
  expect(select(['purchase'], root, stepNames).journeys).toContain('test/journeys/purchase.spec.ts');
});

test('the journeys of an area run with script, and without it when that is asked for', () => {
  const projectsOf = (...names: string[]) =>
    select(names, root, stepNames).journeys.filter((argument) => argument.startsWith('--project'));
  const both = ['--project=script 1280', '--project=plain 390'];
  expect(projectsOf('network')).toEqual(['--project=script 1280']);
  expect(projectsOf('network', 'plain')).toEqual(both);
  expect(projectsOf('purchase')).toEqual(both);
});

test('the journeys of an area that move the clock of a portal of their own run when that is asked for', () => {
  const lapsesOf = (...names: string[]) =>
    select(names, root, stepNames).journeys.filter((argument) => argument.includes('/lapses/'));
  expect(lapsesOf('network')).toEqual([]);
  const listed = ['test/journeys/lapses/network.spec.ts', 'test/journeys/lapses/sms-accept.spec.ts'];
  expect(lapsesOf('network', 'lapses')).toEqual(listed);
  expect(lapsesOf('lapses/network')).toEqual(listed.slice(0, 1));
});

test('a name that is not known is refused with those that are', () => {
  expect(() => select(['plain'], root, stepNames)).toThrow(UnknownName);
  expect(() => select(['lapses'], root, stepNames)).toThrow(UnknownName);
  expect(() => select(['netwrok'], root, stepNames)).toThrow(UnknownName);
  expect(() => select(['netwrok'], root, stepNames)).toThrow(/Areas: platform, .*network/);
});

test('the ten slowest come first', () => {
  const tests = Array.from({ length: 12 }, (_, duration) => ({ name: `test ${duration}`, duration }));
  expect(slowest(tests).map(({ duration }) => duration)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
});
