import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach } from 'vitest';
import type { DatabaseAddress } from '#modules/platform/index.ts';

export const password = 'password-of-the-test';
/** What is done after the test, the newest first. */
export const cleanups: (() => void)[] = [];

/** Each file calls it, because the files of one worker share this module. */
export function cleanUpAfterEach(): void {
  afterEach(() => {
    for (const cleanup of cleanups.splice(0).reverse()) cleanup();
  });
}

export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'shieldhub-embedded-'));
  chmodSync(folder, 0o755);
  cleanups.push(() => {
    // A test that fails or kills the holder leaves a server running.
    if (existsSync(join(folder, 'postgres', 'postmaster.pid')))
      process.kill(serverProcess(folder), 'SIGQUIT');
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

/** Starts another process that holds the folder, and waits until its server is ready. */
export async function holder(folder: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'embedded-holder.ts'), folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  cleanups.push(() => child.kill('SIGKILL'));
  await new Promise<void>((done, fail) => {
    child.stdout?.once('data', () => done());
    child.once('exit', () => fail(new Error('the holder ended')));
  });
  return child;
}

export function serverProcess(folder: string): number {
  return Number(readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
}

export async function ask<T extends object>(url: string, query: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<T>(query)).rows;
  } finally {
    await client.end();
  }
}

export const makeTable = ({ ownerUrl }: DatabaseAddress) =>
  ask(ownerUrl, 'create table mark as select 7 as value').then(() => undefined);
