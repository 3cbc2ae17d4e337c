import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { freeText } from '../fields/text.ts';

/** Bytes that are read at a time. */
const CHUNK = 65_536;

/**
 * A file that exists as long as it is open, so that what people upload is never held in memory as a whole. It is
 * removed from its folder as soon as it is created, so that a killed process leaves nothing behind.
 */
export class TemporaryFile {
  readonly #file: FileHandle;
  #bytes = 0;

  protected constructor(file: FileHandle) {
    this.#file = file;
  }

  /** An empty file, which a child process may write to. */
  static async create(): Promise<TemporaryFile> {
    return new TemporaryFile(await openUnlinked());
  }

  /** @throws what `source` throws */
  static async of(source: Uint8Array | AsyncIterable<Uint8Array>): Promise<TemporaryFile> {
    const made = await TemporaryFile.create();
    return made.#filled(source);
  }

  async #filled(source: Uint8Array | AsyncIterable<Uint8Array>): Promise<this> {
    try {
      for await (const chunk of source instanceof Uint8Array ? [source] : source) {
        await this.#file.appendFile(chunk);
      }
      await this.measure();
      return this;
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** For a child process, which must give a position with each read and write. */
  get descriptor(): number {
    return this.#file.fd;
  }

  /** Reads the size again, after another process has written. */
  async measure(): Promise<void> {
    this.#bytes = (await this.#file.stat()).size;
  }

  stream(): Readable {
    return Readable.from(this.#chunks(), { objectMode: false });
  }

  // A stream of the handle itself would leave a listener behind for each time that the file is read.
  async *#chunks(): AsyncGenerator<Buffer> {
    for (let at = 0; at < this.#bytes; ) {
      const { buffer, bytesRead } = await this.#file.read(Buffer.alloc(CHUNK), 0, CHUNK, at);
      if (bytesRead === 0) throw new Error('A temporary file ended early');
      yield buffer.subarray(0, bytesRead);
      at += bytesRead;
    }
  }

  /** The whole file. Only for files that are known to be small. */
  async content(): Promise<Buffer> {
    const { buffer } = await this.#file.read(Buffer.alloc(this.#bytes), 0, this.#bytes, 0);
    return buffer;
  }

  /** The first bytes, at most this many. */
  async head(bytes: number): Promise<Buffer> {
    const { buffer, bytesRead } = await this.#file.read(Buffer.alloc(bytes), 0, bytes, 0);
    return buffer.subarray(0, bytesRead);
  }

  /** So many bytes from a position. */
  async part(position: number, bytes: number): Promise<Buffer<ArrayBuffer>> {
    const { buffer, bytesRead } = await this.#file.read(Buffer.alloc(bytes), 0, bytes, position);
    if (bytesRead < bytes) throw new Error('A temporary file ended early');
    return buffer;
  }

  /** The SHA-256 in hex. */
  async hash(): Promise<string> {
    const hash = createHash('sha256');
    for await (const chunk of this.stream()) hash.update(chunk);
    return hash.digest('hex');
  }

  async close(): Promise<void> {
    await this.#file.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

async function openUnlinked(): Promise<FileHandle> {
  const path = join(tmpdir(), `shieldhub-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  await unlink(path);
  return file;
}

/** A file of a form or an upload, with the name that the browser gave. */
export interface ReceivedFile {
  name: string;
  file: TemporaryFile;
}

/** A file in the input of an operation. */
export const temporaryFile = z.custom<TemporaryFile>((value) => value instanceof TemporaryFile);
export const receivedFile = z.object({ name: freeText(260).default(''), file: temporaryFile });
