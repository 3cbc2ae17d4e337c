import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, test } from 'vitest';
import { MINUTE } from '#modules/platform/browser.ts';
import { newId, StoredFileMissing } from '#modules/platform/index.ts';
import { FolderFiles } from '#modules/platform/storage/folder-files.ts';
import { S3Storage } from '#modules/platform/storage/s3.ts';
import type { Storage, StoredFiles } from '#modules/platform/storage/storage.ts';
import { testKey } from '#test/test-key.ts';

/** What the portal expects of a folder and of a real S3 store, under a prefix of its own that it clears. */

const root = await mkdtemp(join(tmpdir(), 'shieldhub-contract-'));
afterAll(() => rm(root, { recursive: true }));

type Files = StoredFiles & Pick<Storage, 'delete' | 'listOlder' | 'check'>;
const targets: { name: string; files: Files; signing: Storage | null }[] = [
  { name: 'a folder', files: new FolderFiles(root), signing: null },
];
const key = testKey(
  'An S3 store',
  'S3_TEST_ENDPOINT',
  'S3_TEST_REGION',
  'S3_TEST_BUCKET',
  'S3_TEST_KEY_ID',
  'S3_TEST_KEY',
);
if (key) {
  const store = new S3Storage({
    endpoint: key.S3_TEST_ENDPOINT,
    region: key.S3_TEST_REGION,
    bucket: key.S3_TEST_BUCKET,
    accessKeyId: key.S3_TEST_KEY_ID,
    secretAccessKey: key.S3_TEST_KEY,
  });
  afterAll(() => store.close());
  targets.push({ name: 'an S3 store', files: store, signing: store });
}

describe.each(targets)('$name', ({ files, signing }) => {
  const prefix = `contract/${newId()}/`;
  const file = `${prefix}a.txt`;
  const put = (words: string) => files.put(file, Buffer.from(words), { contentType: 'text/plain' });
  async function listed(keys: AsyncIterable<string>): Promise<string[]> {
    const found: string[] = [];
    for await (const each of keys) found.push(each);
    return found;
  }

  test('keeps, replaces, lists by age and deletes a file', async () => {
    await files.check();
    await put('first');
    await put('second');
    const { body, bytes, contentType } = await files.get(file);
    expect([await text(body), bytes, contentType]).toEqual(['second', 6, 'text/plain']);
    expect(await listed(files.list(prefix))).toEqual([file]);
    expect(await listed(files.listOlder(prefix, new Date(Date.now() - 10 * MINUTE)))).toEqual([]);
    expect(await listed(files.listOlder(prefix, new Date(Date.now() + 10 * MINUTE)))).toEqual([file]);
    await files.delete(file);
    await files.delete(file);
    await expect(files.get(file)).rejects.toBeInstanceOf(StoredFileMissing);
  });

  test.skipIf(signing === null)('signs addresses that take and give exactly one file', async () => {
    if (!signing) return;
    const url = await signing.signedPut(file, {
      expiresIn: MINUTE,
      most: 9,
      bytes: 5,
      contentType: 'text/plain',
    });
    const send = (body: string) =>
      fetch(url, { method: 'PUT', body, headers: { 'content-type': 'text/plain' } });
    expect((await send('123456')).ok).toBe(false);
    expect((await send('12345')).ok).toBe(true);
    const down = await fetch(await signing.signedGet(file, { expiresIn: MINUTE, filename: 'a.txt' }));
    expect(await down.text()).toBe('12345');
    await signing.delete(file);
  });
});
