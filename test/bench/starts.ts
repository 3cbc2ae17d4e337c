import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectFolder } from '#cli/build.ts';
import { SECOND } from '#modules/platform/index.ts';
import type { Measured } from './figures.ts';

/** `npm start` without database and build, and again with both. */
export async function measureStarts(): Promise<Measured[]> {
  const folder = await mkdtemp(join(tmpdir(), 'shieldhub-bench-'));
  try {
    await rm(join(projectFolder, 'build'), { recursive: true, force: true });
    const first = await start(folder);
    const later = await start(folder);
    return [
      { name: 'npm start, first time', unit: 's', seen: first, goal: { atMost: 20 } },
      { name: 'npm start, later', unit: 's', seen: later, goal: { atMost: 5 } },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @returns seconds until it says where it runs */
async function start(folder: string): Promise<number> {
  const started = performance.now();
  const child = spawn('npm', ['start'], {
    cwd: projectFolder,
    env: { ...process.env, DATA_FOLDER: folder, PORT: '4790', STRIPE_SANDBOX_PORT: '4791' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // Not 'close': a database that outlives its portal keeps the pipe open.
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  await new Promise<void>((done, fail) => {
    child.once('exit', (code) => fail(new Error(`npm start ended with ${code}`)));
    child.stdout.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes('ShieldHub runs at')) done();
    });
  });
  const seconds = (performance.now() - started) / SECOND;
  child.kill('SIGINT');
  await ended;
  return seconds;
}
