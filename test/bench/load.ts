import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { projectFolder } from '#cli/build.ts';
import { SECOND } from '#modules/platform/index.ts';
import packageFile from '../../package.json' with { type: 'json' };
import type { Kind } from './server.ts';

export interface Target {
  port: number;
  path: string;
  headers?: Record<string, string>;
}

const connections = 40;
const rounds = 3;
/** Seconds. */
const warmUp = 2;
const round = 4;

/** @param subject what the server reads: the id of an account, a hash or a replica; see server.ts */
export async function startServer(kind: Kind, databaseUrl: string, subject: string): Promise<Server> {
  const { environment, flags } = shieldScript();
  const child = spawn(
    process.execPath,
    [...flags, join(import.meta.dirname, 'server.ts'), kind, databaseUrl],
    {
      env: { ...process.env, ...environment, NODE_ENV: 'production', BENCH_SUBJECT: subject },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    },
  );
  const port = await new Promise<number>((done, fail) => {
    child.stdout?.once('data', (line: Buffer) => done(Number(line.toString())));
    child.once('exit', () => fail(new Error(`the ${kind} server did not start`)));
  });
  const ask = (question: 'idle-use' | 'most-use' | 'most-memory' | 'delay') =>
    new Promise<number>((done) => {
      child.once('message', (answer) => done(Number(answer)));
      child.send(question);
    });
  return {
    port,
    idleUse: () => ask('idle-use'),
    mostUse: () => ask('most-use'),
    mostMemory: () => ask('most-memory'),
    eventLoopDelay: () => ask('delay'),
    stop: () => stop(child),
  };
}

/**
 * The variables and flags with which `npm run shield` starts a process. Compiled sources are cached in the same folder
 * as by `shield`.
 */
function shieldScript(): { environment: NodeJS.ProcessEnv; flags: string[] } {
  const words = packageFile.scripts.shield.split(' ').slice(0, -1);
  const program = words.indexOf('node');
  return {
    environment: {
      NODE_COMPILE_CACHE: join(projectFolder, 'node_modules', '.cache', 'node'),
      ...Object.fromEntries(words.slice(0, program).map((word) => word.split('='))),
    },
    flags: words.slice(program + 1),
  };
}

export interface Server {
  port: number;
  /** The memory in use after a garbage collection, in MB. */
  idleUse(): Promise<number>;
  /** The maximum memory in use since `idleUse` was called, in MB. */
  mostUse(): Promise<number>;
  /** The maximum memory of the process since its start, in MB. */
  mostMemory(): Promise<number>;
  /** The 99th percentile of the event loop's delay since the last call, in milliseconds. */
  eventLoopDelay(): Promise<number>;
  stop(): Promise<void>;
}

async function stop(child: ChildProcess): Promise<void> {
  const gone = new Promise((done) => child.once('exit', done));
  child.kill('SIGKILL');
  await gone;
}

/**
 * Requests per second of each target. The targets take turns, so that other load on the machine affects all of them
 * equally.
 * @returns the median round of each, in the order of the targets
 */
export async function compare(targets: readonly Target[]): Promise<number[]> {
  for (const target of targets) await hammer(target, warmUp);
  const seen = targets.map((): number[] => []);
  for (let at = 0; at < rounds; at += 1) {
    for (const [index, target] of targets.entries()) seen[index]?.push(await hammer(target, round));
  }
  return seen.map((rates) => rates.toSorted((a, b) => a - b)[Math.floor(rates.length / 2)] ?? 0);
}

/** @throws Error if an answer was not a 200 */
async function hammer({ port, path, headers = {} }: Target, duration: number): Promise<number> {
  const result = await autocannon({ url: `http://127.0.0.1:${port}${path}`, connections, duration, headers });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${path}: ${result.non2xx} answers were not a 200`);
  return result.requests.total / ((result.finish.getTime() - result.start.getTime()) / SECOND);
}
