import { disposition } from '#modules/platform/index.ts';

/**
 * A CSV file, streamed: each part is read after the browser has received the previous one.
 * @param parts the lines, in parts of any length
 */
export function csvAnswer(fileName: string, parts: AsyncIterable<string>): Response {
  const encoder = new TextEncoder();
  const reading = parts[Symbol.asyncIterator]();
  const lines = new ReadableStream<Uint8Array>({
    start(controller) {
      // The byte order mark tells spreadsheets that the file is UTF-8.
      controller.enqueue(encoder.encode('\uFEFF'));
    },
    async pull(controller) {
      // A stream that is given nothing does not ask again.
      let part = await reading.next();
      while (!part.done && part.value === '') part = await reading.next();
      if (part.done) controller.close();
      else controller.enqueue(encoder.encode(part.value));
    },
  });
  return new Response(lines, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': disposition(fileName, false),
      'Cache-Control': 'no-store',
    },
  });
}
