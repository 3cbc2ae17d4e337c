import { hash } from 'node:crypto';
import type { TableTail } from './sections.ts';

const NEWLINE = 10;

/**
 * Counts the rows of COPY in text format, and adds up the hashes of its lines. The sum does not depend on the order of
 * the rows, which a restored table need not keep. It finds what is lost or changed by accident; forgery is found by the
 * encryption.
 */
export class RowsDigest {
  readonly #sum = new Uint32Array(4);
  #rows = 0;
  #begun: Buffer[] = [];

  add(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      const line = chunk.subarray(start, end + 1);
      this.#addLine(this.#begun.length === 0 ? line : Buffer.concat([...this.#begun, line]));
      this.#begun = [];
      start = end + 1;
    }
    // A copy, because the chunk may belong to a buffer that is used again.
    if (start < chunk.length) this.#begun.push(Buffer.from(chunk.subarray(start)));
  }

  tail(): TableTail {
    if (this.#begun.length > 0) throw new RangeError('The last row of a table is not complete');
    return {
      rows: this.#rows,
      checksum: [...this.#sum].map((part) => part.toString(16).padStart(8, '0')).join(''),
    };
  }

  #addLine(line: Buffer): void {
    const digest = hash('sha256', line, 'buffer');
    for (let at = 0; at < 4; at += 1) this.#sum[at] = (this.#sum[at] ?? 0) + digest.readUInt32LE(at * 4);
    this.#rows += 1;
  }
}
