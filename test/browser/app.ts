/** Runs the portal for the browser: `shield up` with its own database, sandbox adapters and ports. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { cloneDatabase, holdServer } from '../database.ts';
import { freePort } from '../free-port.ts';
import { lightPasswords } from '../secrets.ts';
import { cloneDemo } from './demo.ts';

const root = join(import.meta.dirname, '..', '..');
/** Ends a start that hangs. On a busy machine, the demo data takes minutes. */
const START_LIMIT = 15 * 60_000;
const STOP_LIMIT = 120_000;

export interface RunningApp {
  /** http://localhost:PORT */
  url: string;
  databaseUrl: string;
  ownerUrl: string;
  /** What another command of the portal needs to use the same database. */
  environment: Record<string, string>;
  /** Everything that it has written so far. */
  output(): string;
  stop(): Promise<void>;
}

export interface AppOptions {
  /** The command, `up` by default. */
  command?: string[];
  environment?: Record<string, string>;
}

export function startShield(
  args: string[],
  environment: Record<string, string>,
): { child: ChildProcess; output(): string } {
  const child = spawn(process.execPath, [join(root, 'cli', 'shield.ts'), ...args], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const keep = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  return { child, output: () => output };
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).ok;
  } catch {
    return false;
  }
}

/** @throws Error with its output if it does not end with success */
async function runShield(args: string[], environment: Record<string, string>): Promise<void> {
  const { child, output } = startShield(args, environment);
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`shield ${args.join(' ')} ended with ${code}:\n${output()}`);
}

/** Starts the portal, with its demo data if the command includes it, and waits until it is ready. */
export async function startApp({ command = ['up'], environment = {} }: AppOptions = {}): Promise<RunningApp> {
  const letGo = await holdServer();
  const folder = await mkdtemp(join(tmpdir(), 'shieldhub-app-'));
  const port = await freePort(2);
  const sandboxPort = port + 1;
  const url = `http://localhost:${port}`;
  const surroundings: Record<string, string> = {
    SHIELD_ENV: 'development',
    PORT: String(port),
    STRIPE_SANDBOX_PORT: String(sandboxPort),
    DATA_FOLDER: folder,
    LOG_LEVEL: 'warn',
    PASSWORD_MEMORY: lightPasswords,
    // The journeys' browsers send their own addresses (see fixtures.ts).
    TRUSTED_PROXIES: '127.0.0.1,::1',
    ...environment,
  };
  const database = command.includes('--demo')
    ? await cloneDemo(surroundings, (at) => runShield(['db', 'seed'], at))
    : await cloneDatabase();
  const whole = { ...surroundings, DATABASE_URL: database.url, DATABASE_OWNER_URL: database.ownerUrl };
  const { child, output } = startShield(command, whole);
  const stop = async () => {
    if (child.exitCode === null) {
      const ended = once(child, 'close');
      child.kill('SIGINT');
      const late = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT);
      await ended;
      clearTimeout(late);
    }
    await database.drop();
    await rm(folder, { recursive: true, force: true });
    await letGo();
  };
  const limit = Date.now() + START_LIMIT;
  while (!(await isReady(url))) {
    if (child.exitCode !== null || Date.now() > limit) {
      await stop();
      throw new Error(`the portal did not start:\n${output()}`);
    }
    await pause(100);
  }
  return { url, databaseUrl: database.url, ownerUrl: database.ownerUrl, environment: whole, output, stop };
}
