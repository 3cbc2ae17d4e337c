/** What pdf-lib needs of fontkit, which has no types of its own: its names are those of pdf-lib's types, but for `encode`. */
declare module 'fontkit' {
  import type { PDFDocument } from 'pdf-lib';

  type Font = ReturnType<Parameters<PDFDocument['registerFontkit']>[0]['create']>;
  type Subset = Omit<ReturnType<Font['createSubset']>, 'encodeStream'> & { encode(): Uint8Array };

  /** @param file TrueType or OpenType */
  export function create(file: Uint8Array): Omit<Font, 'createSubset'> & { createSubset(): Subset };
}
