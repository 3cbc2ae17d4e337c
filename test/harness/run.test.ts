import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findOverspent } from '../run/budgets.ts';
import { runProgram } from '../run/program.ts';
import { type Report, readJourneysReport, readVitestReport } from '../run/reports.ts';
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
  // Takes long: a silence has to last longer than a process takes to start.
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

const report = (changes: Partial<Report> = {}): Report => ({
  passed: 7,
  failed: 0,
  tests: [],
  failures: [],
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
  const error = ['Unhandled Rejection', ...Array(100).fill(' ✓ test/b.test.ts (3 tests) 5ms'), '  Errors 1'];
  expect(judge({ ...ended, output: error.join('\n') }, () => report()).output).toBe(
    'Unhandled Rejection\n  Errors 1',
  );
  expect(judge({ ...ended, output: 'what the linter found' }).output).toBe('what the linter found');
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

test('a journey that failed is read with its error, and nothing passes at a second try', async () => {
  const path = join(folder, 'journeys.json');
  const journey = (status: string, errors: object[]) => ({
    title: status,
    line: 7,
    tests: [{ projectName: 'http', status, results: [{ duration: 5, errors }] }],
  });
  const specs = [journey('expected', []), journey('unexpected', [{ message: 'it came late' }])];
  const stats = { expected: 1, unexpected: 1 };
  await writeFile(path, JSON.stringify({ stats, errors: [], suites: [{ file: 'a.spec.ts', specs }] }));
  const read = readJourneysReport(path, 'test/journeys');
  expect(read).toMatchObject({
    passed: 1,
    failed: 1,
    failures: [{ name: 'test/journeys/a.spec.ts › unexpected [http]', error: 'it came late' }],
  });
  expect(read.tests[0]).toMatchObject({ file: 'test/journeys/a.spec.ts', line: 7, duration: 5 });
});

test('an area names its tests, the checks of its operations and its journeys', () => {
  const { set, steps, areas, tests, journeys } = select(['network'], false, root, stepNames);
  expect(set).toBe('default');
  expect([...(steps ?? [])].sort()).toEqual(['build', 'journeys in Chromium', 'journeys over HTTP', 'tests']);
  expect(areas).toEqual(['network']);
  expect(tests).toEqual(expect.arrayContaining(['test/network/', 'test/checks/tenancy.test.ts']));
  expect(journeys).toEqual(expect.arrayContaining(['test/journeys/network.spec.ts']));
});

test('a step or a file is run alone, and a file in every way', () => {
  expect(select(['types'], false, root, stepNames)).toMatchObject({
    set: 'default',
    steps: new Set(['types']),
    tests: [],
  });
  expect(select(['test/harness/run.test.ts'], false, root, stepNames)).toMatchObject({
    steps: new Set(['tests']),
    tests: ['test/harness/run.test.ts'],
  });
  const { set, journeys } = select(['purchase'], false, root, stepNames);
  expect(set).toBe('all');
  expect(journeys).toEqual(['test/journeys/purchase.spec.ts']);
});

test('a name that is not known is refused with those that are', () => {
  expect(() => select(['netwrok'], false, root, stepNames)).toThrow(UnknownName);
  expect(() => select(['netwrok'], false, root, stepNames)).toThrow(/Areas: platform, .*network/);
});

test('what took too long is named: a step, a file, and a test without a reason', async () => {
  const lines = [
    "test('slow', () => {",
    '  // Takes long: it waits.',
    '});',
    "test('slower', () => {",
    '});',
  ];
  await writeFile(join(folder, 'slow.test.ts'), lines.join('\n'));
  const timed = (file: string, line: number, duration: number) => ({ file, line, duration, name: 'it' });
  const quick = Array.from({ length: 60 }, (_, at) => timed(`quick-${at}.test.ts`, 1, 500));
  const tests = [...quick, timed('slow.test.ts', 1, 4000), timed('slow.test.ts', 4, 4000)];
  const step = { name: 'tests', seconds: 1, processorSeconds: 10_000, tests };
  expect(findOverspent([step], folder)).toEqual([
    expect.stringMatching(/^tests: 10000 s of processor time, budget \d+ s, OVER$/),
    expect.stringMatching(/^slow\.test\.ts: 21 % of the step 'tests'/),
    expect.stringMatching(/^slow\.test\.ts:4 it: 4\.0 s; make it shorter/),
  ]);
  expect(findOverspent([{ ...step, processorSeconds: null, tests: quick }], folder)).toEqual([]);
});
