import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runProgram } from '../run/program.ts';
import { slowest } from '../run/reports.ts';
import { select, UnknownName } from '../run/selection.ts';
import { judge, stepNames } from '../run/steps.ts';

const root = join(import.meta.dirname, '..', '..');
const folder = await mkdtemp(join(tmpdir(), 'shieldhub-run-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
/** Milliseconds: longer than a process takes to start on a busy machine. */
const SILENCE = 5_000;
const log = join(folder, 'step.log');

const run = (script: string, silenceLimit?: number) =>
  runProgram(process.execPath, ['-e', script], {
    cwd: folder,
    environment: process.env,
    log,
    ...(silenceLimit === undefined ? {} : { silenceLimit }),
  });

test('a program that prints nothing any more is ended, with what it started', async () => {
  // What it starts holds a connection to the test, which ends with it.
  const server = createServer();
  const held = once(server, 'connection') as Promise<[Socket]>;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const grandchild = `require('node:net').connect(${port}, '127.0.0.1')`;
  const ended = run(
    `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(grandchild)}]);
     setInterval(() => {}, 1000);`,
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

test('a program that goes on printing is left to finish, and its log holds what it printed', async () => {
  const ended = await run(
    `let said = 0;
     const timer = setInterval(() => { console.log(said); if (++said === 12) clearInterval(timer); }, 500);`,
    SILENCE,
  );
  expect(ended).toMatchObject({ silent: false, code: 0 });
  expect(await readFile(log, 'utf8')).toBe(ended.output);
  expect(judge(ended)).toMatchObject({ passed: 1, failed: 0 });
});

test('a run that failed beside its tests, or left no report, counts as a failure', () => {
  const ended = { code: 1, output: 'words', silent: false };
  expect(judge(ended, () => ({ passed: 7, failed: 0, tests: [] }))).toMatchObject({ passed: 7, failed: 1 });
  expect(judge(ended, () => ({ passed: 7, failed: 3, tests: [] }))).toMatchObject({ passed: 7, failed: 3 });
  const lost = judge(ended, () => {
    throw new Error('no such file');
  });
  expect(lost).toMatchObject({ passed: 0, failed: 1, output: expect.stringContaining('no such file') });
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

test('a name that is not known is refused with those that are', () => {
  expect(() => select(['netwrok'], root, stepNames)).toThrow(UnknownName);
  expect(() => select(['netwrok'], root, stepNames)).toThrow(/Areas: platform, .*network/);
});

test('the ten slowest come first', () => {
  const tests = Array.from({ length: 12 }, (_, duration) => ({ name: `test ${duration}`, duration }));
  expect(slowest(tests).map(({ duration }) => duration)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
});
