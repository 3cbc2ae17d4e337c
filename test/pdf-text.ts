import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** The words on the first page of a PDF. @param base64 the file */
export async function pdfText(base64: string): Promise<string> {
  const document = await getDocument({ data: Uint8Array.from(Buffer.from(base64, 'base64')), verbosity: 0 })
    .promise;
  const page = await document.getPage(1);
  const { items } = await page.getTextContent();
  return items.map((item) => ('str' in item ? item.str : '')).join(' ');
}
