import type { IncomingMessage } from 'node:http';
import { Refusal } from '#modules/platform/index.ts';

/** Bytes. */
export const bodyLimits = {
  form: 50_000,
  hook: 1_000_000,
} as const;

/**
 * Forms that may be larger than `bodyLimits.form`. Other forms are limited because the time to read a form grows with
 * its size, and above all with its number of fields.
 */
const largeForms = [
  // Legal texts, up to three of 100,000 characters.
  {
    path: /^\/admin\/(?:settings|(?:settings|user\/[\w-]+\/enterprise)\/terms\/[a-z-]+)(?:\.data)?$/,
    limit: 1_000_000,
  },
  // A drawn signature.
  { path: /^\/user\/application\/(?:\d{1,2}|next)(?:\.data)?$/, limit: 500_000 },
];

/**
 * Forms with files. They are read as they come, and of each file only as much is kept as the form allows
 * (form.server.ts). So this is far more than any of them allows: a form with a larger file comes back with its texts and
 * the limit of the file.
 */
const fileForms = [
  /^\/admin\/(?:user\/[\w-]+\/enterprise|settings)\/logo(?:\.data)?$/,
  /^\/user\/profile(?:\.data)?$/,
  /^\/admin\/user\/[\w-]+\/photo(?:\.data)?$/,
  /^\/(?:user\/network|admin\/user\/[\w-]+\/enterprise)\/bulk(?:\.data)?$/,
  /^\/(?:user\/application\/package\/upload|admin\/application\/[\w-]+\/intake)(?:\.data)?$/,
  /^\/(?:user|admin)\/disputes\/[\w-]+(?:\.data)?$/,
].map((path) => ({ path, limit: 500_000_000 }));

/**
 * The maximum size of a form sent to this path, in bytes.
 * @param type the content type; only a form with files can have the size of files
 */
export function formLimit(path: string, type = ''): number {
  const forms = /^multipart\/form-data\s*(?:;|$)/i.test(type) ? fileForms : largeForms;
  return forms.find((large) => large.path.test(path))?.limit ?? bodyLimits.form;
}

/**
 * Reads the whole body.
 * @param limit the maximum size in bytes
 * @throws Refusal too-large as soon as it is exceeded
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
