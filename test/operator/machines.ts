import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { Environment } from '#modules/platform/index.ts';
import { freePort } from '#test/free-port.ts';
import { ask } from '../app/server/ask.ts';
import { shield } from '../cli/terminal.ts';

const projectFolder = join(import.meta.dirname, '../..');

/** A web or worker process that stands for a machine. */
export interface Machine {
  /** Of requests. */
  readonly port: number;
  readonly metricsPort: number;
  /** Sends SIGTERM and waits for the end. @returns the exit code */
  stop(): Promise<number | null>;
  /** Sends SIGKILL and waits for the end. */
  kill(): Promise<void>;
  /** Starts it again on the same ports, and waits until it works. */
  start(): Promise<void>;
}

/** Starts `shield web` or `shield worker` as a process of its own. It is killed after the test. */
export async function startMachine(command: 'web' | 'worker', environment: Environment): Promise<Machine> {
  const port = await freePort();
  const metricsPort = await freePort();
  const begin = () =>
    spawn(process.execPath, [join(projectFolder, 'cli/shield.ts'), command], {
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'production',
        ...environment,
        PORT: String(port),
        METRICS_PORT: String(metricsPort),
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  let child = begin();
  onTestFinished(() => void child.kill('SIGKILL'));
  const ready = async () => {
    const answer = () => (command === 'web' ? ask(port, '/readyz') : ask(metricsPort, '/metrics'));
    await expect.poll(async () => (await answer().catch(() => null))?.status, { timeout: 120_000 }).toBe(200);
  };
  await ready();
  return {
    port,
    metricsPort,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      const [code] = (await ended) as [number | null];
      return code;
    },
    async kill() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
    async start() {
      child = begin();
      await ready();
    },
  };
}

/**
 * Migrates an empty database and sets the portal up with the example file.
 * @param name of the brand
 */
export async function setUpSite(
  { folder, environment, owning }: { folder: string; environment: Environment; owning: Environment },
  name: string,
): Promise<void> {
  expect(await shield(['build'], environment)).toMatchObject({ code: 0 });
  expect(await shield(['db', 'migrate'], owning)).toMatchObject({ code: 0 });
  const example = JSON.parse((await shield(['setup', '--example'], environment)).out);
  example.brand.company_name = name;
  const file = join(folder, 'setup.json');
  writeFileSync(file, JSON.stringify(example));
  expect(await shield(['setup', '--from', file, '--accept-example'], environment)).toMatchObject({ code: 0 });
}

/** How often a job ended well, as all these machines count it. */
export async function jobsDone(machines: readonly Machine[], name: string): Promise<number> {
  const counts = machines.map(async ({ metricsPort }) => {
    const { body } = await ask(metricsPort, '/metrics');
    const line = body
      .split('\n')
      .find((each) => each.includes('_count{') && each.includes(`job="${name}",result="done"`));
    return Number(line?.split(' ').at(-1) ?? 0);
  });
  return (await Promise.all(counts)).reduce((sum, each) => sum + each, 0);
}
