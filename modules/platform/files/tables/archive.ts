import { SaxesParser } from 'saxes';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { mostWithin } from '../tasks.ts';

/** Holds more than a file of this kind may, or is no file of this kind. */
export class ArchiveRefused extends Error {
  override name = 'ArchiveRefused';
  readonly outcome: 'too-complex' | 'unreadable' | 'encrypted';

  constructor(outcome: 'too-complex' | 'unreadable' | 'encrypted') {
    super(outcome);
    this.outcome = outcome;
  }
}

/** Parts of an archive that are listed at most. An xlsx file has a few dozen. */
const MOST_PARTS = 10_000;

/** A document type: what it names could be read or expanded, and no spreadsheet program writes one. */
const refuseDoctype = () => {
  throw new ArchiveRefused('unreadable');
};

/** What is done with the elements and texts of a part, as they come. Names are without their prefix. */
export interface Handlers {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** The XML parts of a zip archive, each read as a stream. All of them together may inflate to so much only. */
export class Archive {
  readonly #zip: ZipFile;
  readonly #parts: ReadonlyMap<string, Entry>;
  #left: number = mostWithin.sheet;

  private constructor(zip: ZipFile, parts: ReadonlyMap<string, Entry>) {
    this.#zip = zip;
    this.#parts = parts;
  }

  /** @throws ArchiveRefused */
  static async open(file: Buffer): Promise<Archive> {
    try {
      const zip = await fromBufferPromise(file, { lazyEntries: true });
      const parts = new Map<string, Entry>();
      for await (const entry of zip.eachEntry()) {
        if (parts.size === MOST_PARTS) throw new ArchiveRefused('too-complex');
        parts.set(entry.fileName, entry);
      }
      return new Archive(zip, parts);
    } catch (error) {
      throw error instanceof ArchiveRefused ? error : new ArchiveRefused('unreadable');
    }
  }

  has(name: string): boolean {
    return this.#parts.has(name);
  }

  /**
   * @returns false if there is no such part
   * @throws ArchiveRefused; what the handlers throw
   */
  async read(name: string, handlers: Handlers): Promise<boolean> {
    const entry = this.#parts.get(name);
    if (!entry) return false;
    if (entry.isEncrypted()) throw new ArchiveRefused('encrypted');
    // What a part says of its size is checked by the library while it is inflated.
    this.#left -= entry.uncompressedSize;
    if (this.#left < 0) throw new ArchiveRefused('too-complex');
    const { parser, thrown } = parserOf(handlers);
    const decoder = new TextDecoder();
    try {
      for await (const chunk of (await this.#zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
        parser.write(decoder.decode(chunk, { stream: true }));
      }
      parser.write(decoder.decode()).close();
    } catch (error) {
      if (error instanceof ArchiveRefused || thrown.has(error)) throw error;
      // Damaged, or not what it says it is.
      throw new ArchiveRefused('unreadable');
    }
    return true;
  }
}

/** @returns also the errors that the handlers threw */
function parserOf({ open, text, close }: Handlers) {
  const parser = new SaxesParser();
  const thrown = new Set<unknown>();
  const guarded =
    <A extends unknown[]>(run: (...given: A) => void) =>
    (...given: A) => {
      try {
        run(...given);
      } catch (error) {
        thrown.add(error);
        throw error;
      }
    };
  parser.on('doctype', refuseDoctype);
  parser.on(
    'opentag',
    guarded(({ name, attributes }) => open(local(name), attributes)),
  );
  if (text) parser.on('text', guarded(text));
  if (text) parser.on('cdata', guarded(text));
  if (close)
    parser.on(
      'closetag',
      guarded(({ name }) => close(local(name))),
    );
  return { parser, thrown };
}

const local = (name: string) => name.slice(name.indexOf(':') + 1);
