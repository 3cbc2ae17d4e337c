import type { IncomingMessage } from 'node:http';
import { Refusal } from '#modules/platform/index.ts';

/** Bytes. */
export const bodyLimits = {
  /** A call under /hub/api. */
  call: 100_000,
  /** A form that may hold a drawn signature. */
  form: 500_000,
  hook: 1_000_000,
} as const;

/**
 * Reads the whole body.
 * @param limit bytes
 * @throws Refusal too-large as soon as the limit is passed
 */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > limit) throw new Refusal('too-large');
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) throw new Refusal('too-large');
    chunks.push(chunk);
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
}
