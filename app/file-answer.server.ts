import type { LoaderFunctionArgs } from '@remix-run/node';
import type { TemporaryFile } from '#modules/platform/index.ts';

/**
 * A file as an answer. It is read from disk only as fast as the other side takes it, so that slow readers of large files
 * cost no memory, and it is closed afterwards.
 */
export function fileAnswer(
  { context: { drained } }: LoaderFunctionArgs,
  file: TemporaryFile,
  headers: Record<string, string>,
): Response {
  const chunks = file.stream().iterator();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = (await drained()) ? await chunks.next() : { done: true };
        if (!done) return controller.enqueue(value);
        controller.close();
        await file.close();
      },
      cancel: () => file.close(),
    },
    { highWaterMark: 0 },
  );
  return new Response(body, {
    headers: { 'Cache-Control': 'no-store', 'Content-Length': String(file.bytes), ...headers },
  });
}
