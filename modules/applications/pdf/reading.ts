import type { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { FOOTER } from './sheet.ts';

type Reader = { getDocument: typeof getDocument };

/**
 * The words of a PDF that `Sheet` wrote, page by page, without the lines under the pages and without spaces: where a line
 * was broken does not matter.
 * @throws when it is no PDF
 */
export async function readWords(pdf: Uint8Array): Promise<string[]> {
  // Loaded by whoever checks a file, not by every process.
  const reader: Reader = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const loading = reader.getDocument({ data: new Uint8Array(pdf), verbosity: 0, isEvalSupported: false });
  try {
    const document = await loading.promise;
    const pages: string[] = [];
    for (let number = 1; number <= document.numPages; number += 1) {
      const { items } = await (await document.getPage(number)).getTextContent();
      const words = items.flatMap((item) =>
        'str' in item && Number(item.transform[5]) > FOOTER + 1 ? [item.str] : [],
      );
      pages.push(withoutSpaces(words.join('')));
    }
    return pages;
  } finally {
    await loading.destroy();
  }
}

export function withoutSpaces(text: string): string {
  return text.replace(/\s+/g, '');
}
