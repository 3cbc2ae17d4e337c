import { randomUUID } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { access, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  checkKey,
  type SizedStream,
  type StoredFile,
  StoredFileMissing,
  type StoredFiles,
} from './storage.ts';

/** The maximum length of a stored file's first line, which holds the content type. */
const MAX_HEAD = 300;

/**
 * Files in a local folder. The first line of each is its content type. A file is written under another name and then
 * renamed.
 */
export class FolderFiles implements StoredFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = resolve(folder);
  }

  async put(
    key: string,
    body: Uint8Array | SizedStream,
    { contentType }: { contentType: string },
  ): Promise<void> {
    const sized = body instanceof Uint8Array ? { stream: Readable.from([body]), bytes: body.length } : body;
    await this.write(checkKey(key), sized, contentType);
  }

  async get(key: string): Promise<StoredFile> {
    const path = this.#path(key);
    const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR' || error.code === 'EISDIR')
        throw new StoredFileMissing(key);
      throw error;
    });
    try {
      const found = await file.stat();
      if (!found.isFile()) throw new StoredFileMissing(key);
      const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_HEAD), 0, MAX_HEAD, 0);
      const end = buffer.subarray(0, bytesRead).indexOf('\n');
      if (end < 0) throw new StoredFileMissing(key);
      const start = end + 1;
      return {
        contentType: buffer.subarray(0, end).toString('latin1'),
        bytes: found.size - start,
        body: Readable.from(this.#read(key, start), { objectMode: false }),
      };
    } finally {
      await file.close();
    }
  }

  /** Opened when it is first read, so that a body that nobody reads holds no file, and one of a file that is gone does no harm. */
  async *#read(key: string, start: number): AsyncGenerator<Buffer, void> {
    try {
      yield* createReadStream(this.#path(key), { start });
    } catch (error) {
      throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? new StoredFileMissing(key) : error;
    }
  }

  async delete(key: string): Promise<void> {
    await rm(this.#path(key), { force: true });
  }

  async *list(prefix: string): AsyncGenerator<string, void> {
    yield* this.#walk('', prefix);
  }

  async *listOlder(prefix: string, before: Date): AsyncGenerator<string, void> {
    for await (const key of this.list(prefix)) {
      const found = await stat(this.#path(key)).catch((error: NodeJS.ErrnoException) => {
        // Taken or deleted since it was listed.
        if (error.code === 'ENOENT') return null;
        throw error;
      });
      if (found && found.mtime < before) yield key;
    }
  }

  /** In the order of the keys, a folder at a time, so that memory does not grow with the number of files. */
  async *#walk(under: string, prefix: string): AsyncGenerator<string, void> {
    const entries = await readdir(join(this.#folder, 'files', under), { withFileTypes: true }).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return [];
        throw error;
      },
    );
    for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
      const key = `${under}${entry.name}`;
      if (entry.isDirectory()) {
        const inside = `${key}/`;
        if (inside.startsWith(prefix) || prefix.startsWith(inside)) yield* this.#walk(inside, prefix);
      } else if (key.startsWith(prefix)) yield key;
    }
  }

  async check(): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    await access(this.#folder, constants.W_OK);
  }

  protected async write(key: string, { stream, bytes }: SizedStream, contentType: string): Promise<void> {
    const path = this.#path(key);
    const head = `${checkContentType(contentType)}\n`;
    const incoming = join(this.#folder, '.incoming', randomUUID());
    await mkdir(dirname(incoming), { recursive: true, mode: 0o700 });
    try {
      // Opened before anything can fail, so that the cleanup always has a file to remove.
      const file = await open(incoming, 'wx', 0o600);
      const target = file.createWriteStream({ flush: true });
      target.write(head);
      await pipeline(stream, exactly(bytes), target);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await rename(incoming, path);
    } catch (error) {
      await rm(incoming, { force: true });
      throw error;
    }
  }

  #path(key: string): string {
    return join(this.#folder, 'files', checkKey(key));
  }
}

export class WrongLength extends Error {
  override name = 'WrongLength';
}

/** Passes exactly `bytes` bytes; fails on more, and at the end on fewer. */
function exactly(bytes: number): Transform {
  let seen = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length;
      done(seen > bytes ? new WrongLength('More bytes than announced') : null, chunk);
    },
    flush(done) {
      done(seen < bytes ? new WrongLength('Fewer bytes than announced') : null);
    },
  });
}

export const contentTypes = /^[\w.+-]{1,100}\/[\w.+-]{1,100}(?:; ?charset=[\w-]{1,40})?$/;

export function checkContentType(contentType: string): string {
  if (!contentTypes.test(contentType)) throw new RangeError('Not a content type');
  return contentType;
}
