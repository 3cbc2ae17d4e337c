import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as Library from '@cantoo/pdf-lib';
import { isPdf } from './formats.ts';
import { inflatesWithin } from './inflated.ts';
import { type Answer, mostWithin, type Tasks, type Unaccepted } from './tasks.ts';

/** PDFs from unknown sources. Only for the process that reads files. */

// The library in one file. As a package of hundreds of files it takes four times as long to load, and it is loaded for
// each file that is read.
const entry = createRequire(import.meta.url).resolve('@cantoo/pdf-lib');
const bundle = join(dirname(entry), '../dist/pdf-lib.esm.min.js');
const { PDFDict, PDFDocument, PDFName }: typeof Library = await import(pathToFileURL(bundle).href);

export async function readPdf(file: Buffer): Promise<Answer<'document'>> {
  const facts = await describe(file);
  return typeof facts === 'string'
    ? { outcome: facts }
    : { outcome: 'read', found: { type: 'application/pdf' } };
}

export async function readPackage(file: Buffer, { boxes }: Tasks['package']): Promise<Answer<'package'>> {
  const facts = await describe(file);
  if (typeof facts === 'string') return { outcome: facts };
  const { findWritten } = await import('./drawing.ts');
  return { outcome: 'read', found: { ...facts, written: await findWritten(file, boxes) } };
}

export async function readPages(
  file: Buffer,
  task: Tasks['pages'],
  write: (picture: Uint8Array) => void,
): Promise<Answer<'pages'>> {
  if (!(await inflatesWithin(file, mostWithin.inflated))) return { outcome: 'too-complex' };
  const { drawPages } = await import('./drawing.ts');
  const found = await drawPages(file, task, write);
  return found ? { outcome: 'read', found } : { outcome: 'unreadable' };
}

async function describe(file: Buffer): Promise<{ pages: number; signatures: number } | Unaccepted> {
  if (!isPdf(file)) return 'unreadable';
  if (!(await inflatesWithin(file, mostWithin.inflated))) return 'too-complex';
  try {
    const document = await PDFDocument.load(file, { updateMetadata: false, ignoreEncryption: true });
    if (document.isEncrypted) return 'encrypted';
    const pages = document.getPageCount();
    if (pages > mostWithin.pages) return 'too-complex';
    return pages > 0 ? { pages, signatures: countSigned(document) } : 'unreadable';
  } catch {
    // The library reports a damaged or malicious file only as an error.
    return 'unreadable';
  }
}

/** Signature fields that contain a signature. */
function countSigned(document: Library.PDFDocument): number {
  return document.context.enumerateIndirectObjects().filter(([, object]) => {
    if (!(object instanceof PDFDict)) return false;
    return object.get(PDFName.of('FT')) === PDFName.of('Sig') && object.has(PDFName.of('V'));
  }).length;
}
