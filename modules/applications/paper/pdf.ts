import { Worker } from 'node:worker_threads';
import { SECOND } from '#modules/platform/index.ts';
import { packageBytes } from '../limits.ts';
import { Refusal } from '../refusals.ts';
import type { ReadPdf } from './pdf-thread.ts';

/** A PDF that takes longer than this to read is not an ordinary scan. */
const limit = 20 * SECOND;

/** How far from the start of a file its PDF marker may be. */
const MARK_WITHIN = 1024;

/**
 * Checks an uploaded package by its content.
 * @returns how many pages it has, and how many of its signature fields are signed
 * @throws Refusal applications.package-too-large, applications.package-not-a-pdf, applications.package-encrypted
 */
export async function readPackage(file: Uint8Array): Promise<{ pages: number; signatures: number }> {
  if (file.length > packageBytes) throw tooLarge();
  const found = await readPdf(file);
  if (found === 'encrypted') throw new Refusal('applications.package-encrypted', { field: 'package' });
  if (found === 'unreadable') throw new Refusal('applications.package-not-a-pdf', { field: 'package' });
  return found;
}

export function tooLarge(): Refusal {
  return new Refusal('applications.package-too-large', { field: 'package' });
}

/** Reads the properties of a PDF, in a thread where it blocks nobody. */
export async function readPdf(file: Uint8Array): Promise<ReadPdf> {
  const start = Buffer.from(file.subarray(0, MARK_WITHIN)).toString('latin1');
  return start.includes('%PDF-') ? readApart(file) : 'unreadable';
}

function readApart(file: Uint8Array): Promise<ReadPdf> {
  const { promise, resolve, reject } = Promise.withResolvers<ReadPdf>();
  const thread = new Worker(new URL('./pdf-thread.ts', import.meta.url), {
    workerData: file,
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  });
  const watch = setTimeout(() => resolve('unreadable'), limit);
  thread.once('message', resolve);
  // A file that crashes a PDF reader is not accepted as a package.
  thread.once('error', (error: NodeJS.ErrnoException) =>
    error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? resolve('unreadable') : reject(error),
  );
  return promise.finally(async () => {
    clearTimeout(watch);
    await thread.terminate();
  });
}
