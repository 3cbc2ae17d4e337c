/** Rows in the text format of COPY: fields between tabs, a row on each line, `\N` for null. */

const NEWLINE = 10;

/** Cuts a stream into rows, without the newlines. */
export async function* rowsOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string[], void> {
  let begun: Buffer[] = [];
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      const line = chunk.subarray(start, end);
      yield (begun.length === 0 ? line : Buffer.concat([...begun, line])).toString('utf8').split('\t');
      begun = [];
      start = end + 1;
    }
    // A copy, because the chunk may belong to a buffer that is used again.
    if (start < chunk.length) begun.push(Buffer.from(chunk.subarray(start)));
  }
  if (begun.length > 0) throw new RangeError('The last row of a table is not complete');
}

const letters: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

/** The value of a field; null for null. */
export function readField(field: string): string | null {
  if (field === '\\N') return null;
  return field.includes('\\') ? field.replace(/\\(.)/gs, (_, letter) => letters[letter] ?? letter) : field;
}

const escapes: Record<string, string> = Object.fromEntries(
  [...Object.entries(letters), ['\\', '\\']].map(([letter, plain]) => [plain, `\\${letter}`]),
);

/** The counterpart of `readField`. */
export const writeField = (value: string | null): string =>
  value === null ? '\\N' : value.replace(/[\\\b\f\n\r\t\v]/g, (plain) => escapes[plain] ?? plain);
