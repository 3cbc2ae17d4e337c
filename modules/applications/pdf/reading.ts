import type { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { FOOTER } from './sheet.ts';

type Reader = { getDocument: typeof getDocument };

/**
 * The words of a PDF that `Sheet` wrote, page by page, without the lines below the pages and without spaces, so that
 * line breaks do not matter.
 * @throws if it is not a PDF
 */
export async function readWords(pdf: Uint8Array): Promise<string[]> {
  // Loaded only when a file is checked, because few processes need it.
  const reader: Reader = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const loading = reader.getDocument({ data: new Uint8Array(pdf), verbosity: 0, isEvalSupported: false });
  try {
    const document = await loading.promise;
    const pages: string[] = [];
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number);
      // Otherwise the reader would replace some letters, for example ﬁ by fi.
      const { items } = await page.getTextContent({ disableNormalization: true });
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
