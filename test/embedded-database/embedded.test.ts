import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { findEmbedded, startEmbedded } from '#embedded-database/index.ts';
import {
  ask,
  cleanUpAfterEach,
  holder,
  makeTable,
  newFolder,
  password,
  serverProcess,
} from './data-folders.ts';

cleanUpAfterEach();

const childrenOf = (pid: number) =>
  execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
    .split('\n')
    .filter(Boolean)
    .map(Number);

describe('the embedded database', () => {
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

  it('is found by a command beside it though it answers late, and not where nobody listens', async () => {
    const dataFolder = newFolder();
    const embedded = await startEmbedded({ dataFolder, password });
    await embedded.createDatabase(makeTable);
    const { port } = JSON.parse(readFileSync(join(dataFolder, 'postgres.json'), 'utf8'));
    const asked: Socket[] = [];
    const late = createServer((socket) => {
      asked.push(socket);
      // The server may reset a connection that ends. The first one that asks gets no answer.
      if (asked.length > 1) pipeline(socket, connect(port, '127.0.0.1'), socket, () => undefined);
      else socket.on('error', () => undefined);
    });
    late.listen(0, '127.0.0.1');
    await once(late, 'listening');
    const beside = newFolder();
    const { port: latePort } = late.address() as AddressInfo;
    writeFileSync(join(beside, 'postgres.json'), JSON.stringify({ port: latePort }));
    expect(await findEmbedded(beside, password)).not.toBeNull();
    expect(asked).toHaveLength(2);
    for (const socket of asked) socket.destroy();
    await new Promise((done) => late.close(done));
    expect(await findEmbedded(beside, password)).toBeNull();
    await embedded.stop();
  });

  it('starts again after portal and server were killed', async () => {
    const dataFolder = newFolder();
    const other = await holder(dataFolder);
    process.kill(serverProcess(dataFolder), 'SIGKILL');
    other.kill('SIGKILL');
    await once(other, 'exit');
    const embedded = await startEmbedded({ dataFolder, password });
    await embedded.createDatabase(makeTable);
    expect(await ask(embedded.ownerUrl, 'select value from mark')).toEqual([{ value: 7 }]);
    await embedded.stop();
  });

  it('waits for a server that is being killed', async () => {
    const dataFolder = newFolder();
    const other = await holder(dataFolder);
    const dying = serverProcess(dataFolder);
    // Its port still takes connections, and it still calls itself ready.
    process.kill(dying, 'SIGSTOP');
    other.kill('SIGKILL');
    await once(other, 'exit');
    const starting = startEmbedded({ dataFolder, password });
    setTimeout(() => process.kill(dying, 'SIGKILL'), 500);
    const embedded = await starting;
    expect(await embedded.createDatabase(makeTable)).toBe(true);
    expect(serverProcess(dataFolder)).not.toBe(dying);
    await embedded.stop();
  });

  it("waits for a killed server's processes, which keep its shared memory", async () => {
    const dataFolder = newFolder();
    const other = await holder(dataFolder);
    const killed = serverProcess(dataFolder);
    const children = childrenOf(killed);
    expect(children).not.toEqual([]);
    for (const child of children) process.kill(child, 'SIGSTOP');
    other.kill('SIGKILL');
    process.kill(killed, 'SIGKILL');
    await once(other, 'exit');
    const starting = startEmbedded({ dataFolder, password });
    setTimeout(() => {
      for (const child of children) process.kill(child, 'SIGCONT');
    }, 1000);
    const embedded = await starting;
    expect(await embedded.createDatabase(makeTable)).toBe(true);
    await embedded.stop();
  });
});
