import { spawn } from 'node:child_process';
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { findEmbedded, startEmbedded } from '#embedded-database/index.ts';
import {
  ask,
  cleanUpAfterEach,
  cleanups,
  holder,
  makeTable,
  newFolder,
  password,
  serverProcess,
} from './data-folders.ts';

cleanUpAfterEach();

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
