import { z } from 'zod';

/*
 * What a backup contains, before compression and encryption: sections, each a line of JSON that says what comes, its
 * bytes in pieces, and a line of JSON that says what they must have been.
 */

const tableHead = z.object({
  kind: z.literal('table'),
  /** With its schema, quoted where SQL needs it. */
  table: z.string(),
  columns: z.array(z.string()),
});
const manifest = z.object({
  kind: z.literal('portal'),
  takenAt: z.iso.datetime(),
  /** The migrations that had run, in order. */
  migrations: z.array(z.string()),
  /** The version of the queue's tables. */
  queue: z.int(),
  hasFiles: z.boolean(),
});
export type Manifest = z.infer<typeof manifest>;
const sequences = z.object({
  kind: z.literal('sequences'),
  values: z.array(z.object({ name: z.string(), value: z.string() })),
});
const fileHead = z.object({
  kind: z.literal('file'),
  key: z.string(),
  contentType: z.string(),
  bytes: z.int(),
});
const finish = z.object({ kind: z.literal('finish'), tables: z.int(), files: z.int() });
const sectionHead = z.discriminatedUnion('kind', [manifest, tableHead, sequences, fileHead, finish]);
export type SectionHead = z.infer<typeof sectionHead>;

/** After the rows of a table. */
export const tableTail = z.object({ rows: z.int(), checksum: z.string() });
export type TableTail = z.infer<typeof tableTail>;

const MAX_LINE = 16 * 1024 * 1024;

function piece(bytes: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}
const none = piece(Buffer.alloc(0));

/**
 * Writes one section.
 * @param body its bytes; what it returns is written after them
 */
export async function* writeSection(
  head: SectionHead,
  body?: AsyncGenerator<Buffer, object | undefined>,
): AsyncGenerator<Buffer, void> {
  yield piece(Buffer.from(JSON.stringify(head)));
  let tail: object | undefined;
  for (;;) {
    if (!body) break;
    const next = await body.next();
    if (next.done) {
      tail = next.value;
      break;
    }
    if (next.value.length > 0) yield piece(next.value);
  }
  yield none;
  yield piece(Buffer.from(JSON.stringify(tail ?? {})));
}

/** One section that is being read. Its body is read before `tail` is asked for. */
export interface Section {
  head: SectionHead;
  body(): AsyncGenerator<Buffer, void>;
  tail<T>(shape: z.ZodType<T>): Promise<T>;
}

/** Reads the sections of a backup, one after the other. Whatever of a section is not read is passed over. */
export async function* readSections(stream: AsyncIterable<Buffer>): AsyncGenerator<Section, void> {
  const reader = new PieceReader(stream);
  for (;;) {
    const line = await reader.next();
    if (!line) return;
    let isOver = false;
    const section: Section = {
      head: sectionHead.parse(JSON.parse(line.toString())),
      async *body() {
        while (!isOver) {
          const bytes = await reader.required();
          if (bytes.length === 0) isOver = true;
          else yield bytes;
        }
      },
      async tail(shape) {
        return shape.parse(JSON.parse(await last()));
      },
    };
    let ending: string | undefined;
    const last = async () => {
      for await (const _ of section.body());
      ending ??= (await reader.required()).toString();
      return ending;
    };
    yield section;
    await last();
  }
}

class PieceReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(stream: AsyncIterable<Buffer>) {
    this.#chunks = stream[Symbol.asyncIterator]();
  }

  /** null at the end. */
  async next(): Promise<Buffer | null> {
    const length = await this.#take(4, true);
    if (!length) return null;
    const bytes = length.readUInt32BE();
    if (bytes > MAX_LINE) throw new RangeError('A piece of the backup is longer than any that is written');
    return (await this.#take(bytes, false)) ?? null;
  }

  async required(): Promise<Buffer> {
    const bytes = await this.next();
    if (!bytes) throw new RangeError('The backup ends within a section');
    return bytes;
  }

  async #take(bytes: number, mayEnd: boolean): Promise<Buffer | undefined> {
    const parts = [this.#rest];
    let there = this.#rest.length;
    while (there < bytes) {
      const { value, done } = await this.#chunks.next();
      if (done) {
        if (mayEnd && there === 0) return undefined;
        throw new RangeError('The backup ends within a section');
      }
      parts.push(value);
      there += value.length;
    }
    const all = parts.length === 1 ? this.#rest : Buffer.concat(parts);
    this.#rest = all.subarray(bytes);
    return all.subarray(0, bytes);
  }
}
