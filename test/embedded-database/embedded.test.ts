import { describe, expect, it } from 'vitest';
import { startEmbedded } from '#embedded-database/index.ts';
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
});
