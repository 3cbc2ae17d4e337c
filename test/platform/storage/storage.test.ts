import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { DAY, MINUTE } from '#modules/platform/browser.ts';
import { TestClock } from '#modules/platform/clock.ts';
import { KeyRing } from '#modules/platform/crypto/index.ts';
import { FolderStorage, type Storage, StoredFileMissing } from '#modules/platform/storage/index.ts';
import { S3Storage } from '#modules/platform/storage/s3.ts';
import { ringOptions } from '../services.ts';
import { startS3Server } from './s3-server.ts';

interface Shape {
  storage: Storage;
  /** Moves the clock that determines when addresses expire, in milliseconds. */
  ahead(ms: number): void;
}

const root = await mkdtemp(join(tmpdir(), 'shieldhub-storage-'));
afterAll(() => rm(root, { recursive: true }));

const { storage: folder, ...folderShape } = await folderOf(root);
const shapes: [string, Shape][] = [
  ['a folder', { storage: folder, ahead: folderShape.ahead }],
  ['an S3-compatible store', await s3Shape()],
];

async function folderOf(path: string): Promise<Shape & { storage: FolderStorage; origin: string }> {
  const clock = new TestClock();
  const server = createServer((request, response) => {
    storage.serveFile(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  const storage = new FolderStorage({ folder: path, keys: new KeyRing(ringOptions), clock, baseUrl: origin });
  return { storage, origin, ahead: (ms) => clock.set(new Date(Date.now() + ms)) };
}

async function s3Shape(): Promise<Shape> {
  const account = { accessKeyId: 'AKIATEST', secretAccessKey: 'secret', region: 'us-east-1' };
  const server = await startS3Server(account);
  const storage = new S3Storage({ ...account, bucket: 'shieldhub', endpoint: server.endpoint });
  afterAll(() => {
    storage.close();
    server.stop();
  });
  return {
    storage,
    ahead(ms) {
      server.ahead = ms;
    },
  };
}

const pdf = { contentType: 'application/pdf' };

describe.each(shapes)('%s', (_name, { storage, ahead }) => {
  afterEach(() => ahead(0));

  test('keeps what is put, over what was there, until it is deleted', async () => {
    await storage.put('reports/a1/report.pdf', Buffer.from('first'), pdf);
    await storage.put('reports/a1/report.pdf', Buffer.from('second, longer'), pdf);
    const file = await storage.get('reports/a1/report.pdf');
    expect([file.contentType, file.bytes, await text(file.body)]).toEqual([
      'application/pdf',
      14,
      'second, longer',
    ]);
    await storage.delete('reports/a1/report.pdf');
    await storage.delete('reports/a1/report.pdf');
    await expect(storage.get('reports/a1/report.pdf')).rejects.toThrow(StoredFileMissing);
  });

  test('lists the keys that begin alike, over several pages', async () => {
    const keys = ['lists/a/1', 'lists/a/2', 'lists/a/3', 'lists/a/deep/4', 'lists/b/5'];
    for (const key of keys) await storage.put(key, Buffer.from('x'), pdf);
    const listed = async (prefix: string) => {
      const found: string[] = [];
      for await (const key of storage.list(prefix)) found.push(key);
      return found.toSorted();
    };
    expect(await listed('lists/a/')).toEqual(keys.slice(0, 4));
    expect(await listed('lists/')).toEqual(keys);
    expect(await listed('lists/none/')).toEqual([]);
  });

  test('lists what was last written before a moment', async () => {
    const [first, second] = ['older/a', 'older/b'];
    for (const key of [first, second]) await storage.put(key, Buffer.from('x'), pdf);
    const older = async (before: number) => {
      const found: string[] = [];
      for await (const key of storage.listOlder('older/', new Date(before))) found.push(key);
      return found.toSorted();
    };
    expect(await older(Date.now() - MINUTE)).toEqual([]);
    expect(await older(Date.now() + MINUTE)).toEqual([first, second]);
  });

  test('says that it can be used', () => storage.check());

  test('takes a stream of a known length, and an empty file', async () => {
    const stream = Readable.from([Buffer.from('ab'), Buffer.from('cd')]);
    await storage.put('stream', { stream, bytes: 4 }, { contentType: 'text/plain; charset=utf-8' });
    expect(await text((await storage.get('stream')).body)).toBe('abcd');
    await storage.put('empty', Buffer.alloc(0), pdf);
    const empty = await storage.get('empty');
    expect([empty.bytes, await text(empty.body)]).toEqual([0, '']);
  });

  test('gives an address that fetches the file under a name, until it expires', async () => {
    await storage.put('reports/b2/report.pdf', Buffer.from('%PDF'), pdf);
    const url = await storage.signedGet('reports/b2/report.pdf', {
      expiresIn: 5 * MINUTE,
      filename: 'Zoë’s "report".pdf',
    });
    const answer = await fetch(url);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="Zo__s _report_.pdf"; filename*=UTF-8''Zo%C3%AB%E2%80%99s%20_report_.pdf`,
    );
    expect(await answer.text()).toBe('%PDF');
    expect((await fetch(url.replace('report.pdf', 'other.pdf'))).status).toBe(403);
    expect((await fetch(url, { method: 'PUT', body: 'x' })).status).not.toBe(200);
    ahead(5 * MINUTE + 2000);
    expect((await fetch(url)).status).toBe(403);
  });

  test('gives an address that takes exactly what was announced, until it expires', async () => {
    const put = (url: string, body: string, type = 'image/png') =>
      fetch(url, { method: 'PUT', body, headers: { 'content-type': type } });
    const sign = () =>
      storage.signedPut('logos/c3.png', { expiresIn: MINUTE, most: 9, bytes: 5, contentType: 'image/png' });
    const url = await sign();
    expect((await put(url, '123456')).status).not.toBe(200);
    expect((await put(url, '1234')).status).not.toBe(200);
    expect((await put(url, '12345', 'text/html')).status).not.toBe(200);
    await expect(storage.get('logos/c3.png')).rejects.toThrow(StoredFileMissing);
    expect((await put(url, '12345')).status).toBe(200);
    const file = await storage.get('logos/c3.png');
    expect([file.contentType, await text(file.body)]).toEqual(['image/png', '12345']);
    expect((await put(url.replace('c3.png', 'c4.png'), '12345')).status).toBe(403);
    expect((await fetch(url)).status).not.toBe(200);
    ahead(MINUTE + 2000);
    expect((await put(url, '12345')).status).toBe(403);
  });

  test('says that a file is missing to whoever has an address of one', async () => {
    const url = await storage.signedGet('nothing/here.pdf', { expiresIn: MINUTE, filename: 'a.pdf' });
    expect((await fetch(url)).status).toBe(404);
  });

  test.each([
    '',
    '/',
    '/etc/passwd',
    '../secrets.json',
    'a/../../secrets.json',
    'a/..',
    'a/./b',
    'a//b',
    'a/',
    '.hidden',
    'a/.hidden',
    'a\\..\\b',
    'a/%2e%2e/b',
    'a\u0000b',
    'a b',
    'é',
    `${'a/'.repeat(300)}b`,
    'a'.repeat(513),
  ])('refuses the key %j everywhere', async (key) => {
    await expect(storage.put(key, Buffer.from('x'), pdf)).rejects.toThrow(RangeError);
    await expect(storage.get(key)).rejects.toThrow(RangeError);
    await expect(storage.delete(key)).rejects.toThrow(RangeError);
    await expect(storage.signedGet(key, { expiresIn: MINUTE, filename: 'x' })).rejects.toThrow(RangeError);
    const upload = { expiresIn: MINUTE, most: 9, bytes: 1, contentType: 'image/png' };
    await expect(storage.signedPut(key, upload)).rejects.toThrow(RangeError);
  });

  test('refuses addresses that last for nothing or too long', async () => {
    for (const expiresIn of [0, -1, 0.5, Number.NaN, 7 * DAY + 1]) {
      await expect(storage.signedGet('a', { expiresIn, filename: 'x' })).rejects.toThrow(RangeError);
    }
    for (const expiresIn of [1, 7 * DAY])
      expect(await storage.signedGet('a'.repeat(512), { expiresIn, filename: 'x' })).toMatch(/^http/);
  });

  test('gives an address that shows a picture, under a name of at most 150 characters', async () => {
    await storage.put('logos/d4.png', Buffer.from('PNG'), { contentType: 'image/png' });
    const filename = 'x'.repeat(151);
    const url = await storage.signedGet('logos/d4.png', { expiresIn: MINUTE, filename, inline: true });
    const name = 'x'.repeat(150);
    expect((await fetch(url)).headers.get('content-disposition')).toBe(
      `inline; filename="${name}"; filename*=UTF-8''${name}`,
    );
  });
});

test('a file that is deleted before somebody reads it is missing for the reader alone', async () => {
  const path = join(root, 'files', 'gone', 'one');
  for (let round = 0; round < 50; round += 1) {
    await folder.put('gone/one', Buffer.from('whole'), { contentType: 'text/plain' });
    const { body } = await folder.get('gone/one');
    rmSync(path);
    if (round % 2) body.destroy();
    else await expect(text(body)).rejects.toThrow(StoredFileMissing);
  }
});

describe('the folder', () => {
  test('serves only what was signed, as it was signed', async () => {
    await folder.put('docs/d1', Buffer.from('<script>alert(1)</script>'), { contentType: 'text/html' });
    const url = new URL(await folder.signedGet('docs/d1', { expiresIn: MINUTE, filename: 'd1.html' }));
    const answer = await fetch(url);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment/);
    for (const [name, value] of url.searchParams) {
      const altered = new URL(url);
      altered.searchParams.set(name, `${value}1`);
      expect((await fetch(altered)).status).toBe(403);
      altered.searchParams.delete(name);
      expect((await fetch(altered)).status).toBe(403);
    }
    const head = await fetch(url, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '25', '']);
    for (const method of ['DELETE', 'PUT', 'POST'])
      expect((await fetch(url, { method })).status, method).toBe(405);
    const other = await fetch(url, { method: 'DELETE' });
    expect([other.headers.get('content-length'), await other.text()]).toEqual(['0', '']);
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect((await fetch(new URL('/files/docs/d1', url))).status).toBe(403);
  });

  test('lets pages of other hosts put what was signed', async () => {
    const url = await folder.signedPut('docs/e1', {
      expiresIn: MINUTE,
      most: 9,
      bytes: 1,
      contentType: 'image/png',
    });
    const answer = await fetch(url, { method: 'OPTIONS' });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('access-control-allow-methods')).toContain('PUT');
    expect(answer.headers.get('access-control-allow-headers')).toBe('Content-Type');
    expect(answer.headers.get('access-control-max-age')).toBe('600');
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    const put = async (body: string, type: string) =>
      (await fetch(url, { method: 'PUT', body, headers: { 'content-type': type } })).status;
    expect(await put('1', 'image/jpeg')).toBe(415);
    expect(await put('12', 'image/png')).toBe(413);
    expect((await fetch(url)).status).toBe(405);
    expect(await put('1', 'image/png')).toBe(200);
  });

  test('takes a file of any type up to the limit if none was announced', async () => {
    const url = await folder.signedPut('docs/g1', { expiresIn: MINUTE, most: 3 });
    const put = async (body: string, address = url) =>
      (await fetch(address, { method: 'PUT', body, headers: { 'content-type': 'image/webp' } })).status;
    expect(await put('1234')).toBe(413);
    expect(await put('1234', url.replace('most=3', 'most=9'))).toBe(403);
    expect(await put('12')).toBe(200);
    expect((await folder.get('docs/g1')).contentType).toBe('image/webp');
    await expect(folder.signedPut('docs/g1', { expiresIn: MINUTE, most: 3, bytes: 4 })).rejects.toThrow(
      RangeError,
    );
  });

  test('keeps its files from other users of the machine', async () => {
    await folder.put('private/h1', Buffer.from('x'), pdf);
    const modeOf = (path: string) => statSync(join(root, path)).mode & 0o777;
    expect(modeOf('files/private/h1')).toBe(0o600);
    expect([modeOf('files/private'), modeOf('files'), modeOf('.incoming')]).toEqual([0o700, 0o700, 0o700]);
  });

  test('leaves nothing of an upload that broke off', async () => {
    const url = await folder.signedPut('docs/f1', {
      expiresIn: MINUTE,
      most: 1000,
      bytes: 1000,
      contentType: 'image/png',
    });
    const broken = new ReadableStream({
      start(controller) {
        controller.enqueue(new Uint8Array(10));
        setTimeout(() => controller.error(new Error('gone')), 50);
      },
    });
    await expect(
      fetch(url, {
        method: 'PUT',
        body: broken,
        duplex: 'half',
        headers: { 'content-type': 'image/png', 'content-length': '1000' },
      } as RequestInit),
    ).rejects.toThrow();
    const short = { stream: Readable.from([Buffer.from('abc')]), bytes: 4 };
    await expect(folder.put('docs/f2', short, pdf)).rejects.toThrow('Fewer');
    const long = { stream: Readable.from([Buffer.from('abcde')]), bytes: 4 };
    await expect(folder.put('docs/f3', long, pdf)).rejects.toThrow('More');
    await expect.poll(() => readdirSync(join(root, '.incoming'))).toEqual([]);
    for (const name of ['f1', 'f2', 'f3']) expect(existsSync(join(root, 'files', 'docs', name))).toBe(false);
  });

  test('reads nothing that lies outside', async () => {
    await writeFile(join(root, 'secrets.json'), 'secret\n');
    const origin = new URL(await folder.signedGet('a', { expiresIn: MINUTE, filename: 'a' })).origin;
    for (const path of [
      '/files/../secrets.json',
      '/files/..%2fsecrets.json',
      '/files/%2e%2e/secrets.json',
      '//files/a',
    ]) {
      expect((await fetch(`${origin}${path}`)).status).toBe(403);
    }
    await folder.put('docs/g1', Buffer.from('x'), pdf);
    await expect(folder.get('docs')).rejects.toThrow(StoredFileMissing);
    await expect(folder.get('docs/g1/h')).rejects.toThrow(StoredFileMissing);
  });

  test('takes real content types only', async () => {
    for (const contentType of ['', 'html', 'text/html\nX: y', 'text/html; charset=a"b']) {
      await expect(folder.put('a', Buffer.from('x'), { contentType })).rejects.toThrow(RangeError);
    }
  });
});
