import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { parseWithZod } from '@conform-to/zod/v4';
import { Busboy } from '@fastify/busboy';
import type { ActionFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { type ReceivedFile, Refusal, signedIn, TemporaryFile } from '#modules/platform/index.ts';
import { callerOf, denialOf } from './door.server.ts';
import { isSignedInArea, takeMark } from './held-form.server.ts';
import { isReadToKeep } from './kept-text.server.ts';
import { bodyLimits } from './server/body.ts';

/** A form as it was sent: its texts, and its files apart from them. */
export interface ReadForm {
  formData: FormData;
  files: ReceivedFiles;
}

/** The files of a form, by field. They exist until the action ends. */
export class ReceivedFiles {
  readonly #files: { field: string; received: ReceivedFile }[] = [];

  add(field: string, received: ReceivedFile): void {
    this.#files.push({ field, received });
  }

  all(field: string): ReceivedFile[] {
    return this.#files.filter((each) => each.field === field).map(({ received }) => received);
  }

  /** The file of a field that takes one; null if none was chosen. */
  one(field: string): ReceivedFile | null {
    return this.all(field)[0] ?? null;
  }

  async close(): Promise<void> {
    await Promise.all(this.#files.map(({ received }) => received.file.close()));
  }
}

/** What a form may contain as files. */
export interface FileLimits {
  /** The size of each. A larger one is cut off one byte above it, so that the operation refuses it with its own text. */
  bytes: number;
  /** How many. */
  count: number;
  /** The size of all of them. The files are cut off one byte above it; without it, each may have its full size. */
  together?: number;
}

const noFiles: FileLimits = { bytes: 0, count: 0 };

/**
 * Reads a request's form. On a page of the signed-in area, nothing is read without a session, so that a request of
 * nobody costs no more than the redirect, unless the session has just ended and the form is kept. Files are written to disk as they come; the caller closes them.
 * @param limits without it, files are left out
 * @throws Response 400 for a body that is not a form, 413 for too long texts, a redirect to the log-in page
 */
export async function readForm(args: ActionFunctionArgs, limits = noFiles): Promise<ReadForm> {
  const { request } = args;
  const isOurs = isSignedInArea(new URL(request.url).pathname);
  if (isOurs && !(await callerOf(args)) && !(await isReadToKeep(args))) {
    await denialOf(args, { access: signedIn });
  }
  const read = await readBody(request, limits);
  await takeMark(args, read.formData);
  return read;
}

async function readBody(request: Request, limits: FileLimits): Promise<ReadForm> {
  if (isMultipart(request)) return readParts(request, limits);
  try {
    return { formData: await request.formData(), files: new ReceivedFiles() };
  } catch {
    throw refused('invalid-input');
  }
}

export function isMultipart({ headers }: Request): boolean {
  return /^multipart\/form-data\s*;/i.test(headers.get('Content-Type') ?? '');
}

/** Longer names of files are cut off at the beginning, because the end has the type. */
const longestFileName = 200;

async function readParts({ headers, body }: Request, limits: FileLimits): Promise<ReadForm> {
  const read: ReadForm = { formData: new FormData(), files: new ReceivedFiles() };
  const writing: Promise<{ field: string; received: ReceivedFile }>[] = [];
  const room = { bytes: (limits.together ?? Number.POSITIVE_INFINITY) + 1 };
  let texts = 0;
  try {
    const parser = new Busboy({
      headers: { 'content-type': headers.get('Content-Type') ?? '' },
      limits: {
        fieldNameSize: longestName,
        fieldSize: bodyLimits.form,
        fields: mostFields,
        fileSize: limits.bytes + 1,
        files: mostFields,
        headerPairs: 20,
        headerSize: 4000,
      },
    });
    parser.on('field', (name, value, _nameTruncated, isTruncated) => {
      texts += Buffer.byteLength(name) + Buffer.byteLength(value);
      if (isTruncated || texts > bodyLimits.form) parser.destroy(new Refusal('too-large'));
      else read.formData.append(name, value);
    });
    parser.on('file', (field, stream, filename) => {
      // A field in which no file was chosen is sent with an empty name. One file more than allowed is kept, so that the
      // operation refuses the form instead of a file being left out.
      const isLeftOut = limits.count === 0 || writing.length > limits.count;
      if (isLeftOut || !filename) stream.resume();
      else writing.push(write(field, within(stream, room), filename.slice(-longestFileName)));
    });
    const source = body ? Readable.fromWeb(body as ReadableStream) : Readable.from([]);
    await new Promise<void>((done, fail) => {
      parser.once('finish', done).once('error', fail);
      source.once('error', fail).pipe(parser);
    });
    for (const { field, received } of await Promise.all(writing)) read.files.add(field, received);
    return read;
  } catch (error) {
    const written = await Promise.allSettled(writing);
    for (const each of written) if (each.status === 'fulfilled') await each.value.received.file.close();
    throw refused(error instanceof Refusal ? 'too-large' : 'invalid-input');
  }
}

/** Passes on what there is room for. The rest is read without being kept, so that the form comes to its end. */
async function* within(stream: Readable, room: { bytes: number }): AsyncGenerator<Uint8Array> {
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    const kept = chunk.subarray(0, room.bytes);
    room.bytes -= kept.length;
    if (kept.length > 0) yield kept;
  }
}

async function write(field: string, stream: AsyncIterable<Uint8Array>, name: string) {
  return { field, received: { name, file: await TemporaryFile.of(stream) } };
}

/** The maximum number of fields in a form: more than any page of the portal has. */
const mostFields = 1000;
const longestName = 100;
const rowNumber = /\d{1,2}/.source;
const part = /[A-Za-z][\w-]*/.source;
const fieldName = new RegExp(`^${part}(?:\\[(?:${rowNumber})?\\]|\\.${part}){0,4}$`);

const name = z.string().max(longestName).regex(fieldName);
/** The intents of a list's buttons (components/form/repeat.tsx). */
const listIntent = z.object({
  type: z.enum(['insert', 'remove']),
  payload: z.object({ name, index: z.number().int().min(0).max(99).optional() }),
});

/**
 * Parses a form by its schema. Before the schema runs, conform builds whatever the field names describe, such as a list
 * of four billion rows or a very deep tree. Therefore names that no page of the portal uses are refused first.
 * @throws Response 400
 */
export function parseForm<S extends z.ZodType>(formData: FormData, schema: S) {
  let fields = 0;
  try {
    for (const [field, value] of formData) {
      fields += 1;
      const ours =
        field === '__intent__' ? listIntent.safeParse(JSON.parse(String(value))) : name.safeParse(field);
      if (!ours.success || fields > mostFields) throw refused('invalid-input');
    }
    return parseWithZod(formData, { schema });
  } catch {
    throw refused('invalid-input');
  }
}

function refused(code: 'invalid-input' | 'too-large'): Response {
  const { text, status } = new Refusal(code);
  return new Response(text, { status });
}
