import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { findEmbedded, startEmbedded } from '#embedded-database/index.ts';
import type { DatabaseAddress } from '#modules/platform/index.ts';

// Creating a cluster takes half a second, and much longer on a busy machine.
vi.setConfig({ testTimeout: 90_000 });

const password = 'password-of-the-test';
const cleanups: (() => void)[] = [];

afterEach(() => {
  for (const cleanup of cleanups.splice(0).reverse()) cleanup();
});

function newFolder(): string {
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
async function holder(folder: string): Promise<ChildProcess> {
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

function serverProcess(folder: string): number {
  return Number(readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
}

async function ask<T extends object>(url: string, query: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<T>(query)).rows;
  } finally {
    await client.end();
  }
}

const makeTable = ({ ownerUrl }: DatabaseAddress) =>
  ask(ownerUrl, 'create table mark as select 7 as value').then(() => undefined);

describe('the embedded database', () => {
  it('keeps its data and its port from one start to the next', async () => {
    const dataFolder = newFolder();
    const first = await startEmbedded({ dataFolder, password });
    expect(await first.createDatabase(makeTable)).toBe(true);
    await first.stop();
    expect(existsSync(join(dataFolder, 'postgres', 'postmaster.pid'))).toBe(false);
    expect(await findEmbedded(dataFolder, password)).toBeNull();

    const second = await startEmbedded({ dataFolder, password });
    expect(second.ownerUrl).toBe(first.ownerUrl);
    expect(await second.createDatabase(makeTable)).toBe(false);
    expect(await ask(second.ownerUrl, 'select value from mark')).toEqual([{ value: 7 }]);
    expect(await findEmbedded(dataFolder, password)).toEqual({ url: second.url, ownerUrl: second.ownerUrl });
    expect(statSync(join(dataFolder, 'postgres')).mode & 0o077).toBe(0);
    await second.stop();
  });

  it('makes the database whole or not at all', async () => {
    const dataFolder = newFolder();
    const embedded = await startEmbedded({ dataFolder, password });
    const broken = embedded.createDatabase(async (draft) => {
      await makeTable(draft);
      throw new Error('killed midway');
    });
    await expect(broken).rejects.toThrow('killed midway');
    await expect(ask(embedded.url, 'select 1')).rejects.toThrow(/does not exist/);
    expect(await embedded.createDatabase(makeTable)).toBe(true);
    await embedded.stop();
  });

  it('names the process that holds the folder', async () => {
    const dataFolder = newFolder();
    const other = await holder(dataFolder);
    await expect(startEmbedded({ dataFolder, password })).rejects.toMatchObject({
      message: expect.stringMatching(new RegExp(`is in use by process ${other.pid}: stop it first`)),
      exitCode: 75,
    });
  });

  it('takes over the server of a portal that was killed', async () => {
    const dataFolder = newFolder();
    const other = await holder(dataFolder);
    const orphan = serverProcess(dataFolder);
    other.kill('SIGKILL');
    await new Promise((done) => other.once('exit', done));
    const embedded = await startEmbedded({ dataFolder, password });
    expect(serverProcess(dataFolder)).toBe(orphan);
    await embedded.stop();
    expect(existsSync(join(dataFolder, 'postgres', 'postmaster.pid'))).toBe(false);
  });

  it('starts again after portal and server were killed', async () => {
    const dataFolder = newFolder();
    const other = await holder(dataFolder);
    process.kill(serverProcess(dataFolder), 'SIGKILL');
    other.kill('SIGKILL');
    await new Promise((done) => other.once('exit', done));
    const embedded = await startEmbedded({ dataFolder, password });
    await embedded.createDatabase(makeTable);
    expect(await ask(embedded.ownerUrl, 'select value from mark')).toEqual([{ value: 7 }]);
    await embedded.stop();
  });

  it('brings back a server that was killed under it, on the same port, with what was committed', async () => {
    const dataFolder = newFolder();
    const told: string[] = [];
    const embedded = await startEmbedded({ dataFolder, password, tell: (line) => told.push(line) });
    await embedded.createDatabase(makeTable);
    process.kill(serverProcess(dataFolder), 'SIGKILL');
    let rows: object[] = [];
    for (let tries = 0; tries < 600 && rows.length === 0; tries += 1) {
      await pause(100);
      rows = await ask(embedded.ownerUrl, 'select value from mark').catch(() => []);
    }
    expect(rows).toEqual([{ value: 7 }]);
    expect(told).toEqual(['PostgreSQL stopped. Starting it again.']);
    await embedded.stop();
  });

  it('does not take a process for its server because it got the same number', async () => {
    const dataFolder = newFolder();
    const first = await startEmbedded({ dataFolder, password });
    await first.stop();
    const stranger = spawn('sleep', ['60'], { stdio: 'ignore' });
    cleanups.push(() => stranger.kill());
    const file = join(dataFolder, 'postgres', 'postmaster.pid');
    writeFileSync(file, `${stranger.pid}\n${dataFolder}/postgres\n1\n5555\n\n127.0.0.1\n1 2\nready\n`);
    const second = await startEmbedded({ dataFolder, password });
    expect(serverProcess(dataFolder)).not.toBe(stranger.pid);
    await second.stop();
    expect(stranger.exitCode).toBeNull();
  });

  it('says so when the secrets are not those of the database', async () => {
    const dataFolder = newFolder();
    await (await startEmbedded({ dataFolder, password })).stop();
    await expect(startEmbedded({ dataFolder, password: 'another' })).rejects.toThrow(
      /does not belong to its database/,
    );
    const embedded = await startEmbedded({ dataFolder, password });
    await embedded.stop();
  });
});
