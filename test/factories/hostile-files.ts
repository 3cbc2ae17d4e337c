import { deflateSync } from 'node:zlib';
import { shownForField } from '#app/intents.ts';

/** Small files that describe something very large. */

/** A PDF with one compressed stream. */
export const pdfWithStream = (body: Buffer, filter = '/FlateDecode') =>
  Buffer.concat([
    Buffer.from(
      `%PDF-1.5\n1 0 obj\n<< /Type /ObjStm /N 1 /First 10 /Filter ${filter} /Length ${body.length} >>\nstream\n`,
    ),
    body,
    Buffer.from('\nendstream\nendobj\ntrailer\n<< /Root 2 0 R >>\n%%EOF'),
  ]);

/** @param bytes after decompression */
export const zeros = (bytes: number) => deflateSync(Buffer.alloc(bytes), { level: 9 });

/**
 * The form of a request for a block, as a browser sends it, with up to two files as its proof.
 * @param shownFor the mark of whom the page was shown for
 */
export async function blockRequest(proof: readonly Uint8Array[], shownFor = '') {
  const form = new FormData();
  form.append(shownForField, shownFor);
  form.append('items', 'County criminal');
  form.append('errortext', 'Somebody used my wallet, and I can prove it');
  form.append('statement', 'on');
  for (const [at, file] of proof.entries())
    form.append(['theftreport', 'identity'][at] ?? '', new Blob([new Uint8Array(file)]), 'proof.pdf');
  const sent = new Response(form);
  const body = Buffer.from(await sent.arrayBuffer());
  const type = sent.headers.get('content-type') ?? '';
  return { body, headers: { 'content-type': type, 'content-length': String(body.length) } };
}

/** The highest value that `read` gives until `done` settles. */
export async function highestDuring(read: () => number, done: Promise<unknown>): Promise<number> {
  let highest = read();
  const watch = setInterval(() => {
    highest = Math.max(highest, read());
  }, 20);
  try {
    await done;
  } finally {
    clearInterval(watch);
  }
  return Math.max(highest, read());
}
