/** The thread of `pdf.ts`: a PDF from an unknown source is read here, where it blocks nobody. */
import { parentPort, workerData } from 'node:worker_threads';
import { PDFDict, PDFDocument, PDFName } from 'pdf-lib';

export type ReadPdf = { pages: number; signatures: number } | 'encrypted' | 'unreadable';

async function read(file: Uint8Array): Promise<ReadPdf> {
  try {
    const document = await PDFDocument.load(file, { updateMetadata: false, ignoreEncryption: true });
    if (document.isEncrypted) return 'encrypted';
    const pages = document.getPageCount();
    return pages > 0 ? { pages, signatures: countSigned(document) } : 'unreadable';
  } catch {
    return 'unreadable';
  }
}

/** Signature fields that contain a signature. */
function countSigned(document: PDFDocument): number {
  return document.context.enumerateIndirectObjects().filter(([, object]) => {
    if (!(object instanceof PDFDict)) return false;
    return object.get(PDFName.of('FT')) === PDFName.of('Sig') && object.has(PDFName.of('V'));
  }).length;
}

parentPort?.postMessage(await read(workerData as Uint8Array));
