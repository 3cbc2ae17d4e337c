/** What is used of fontkit, which has no types of its own. */
declare module 'fontkit' {
  import type { PDFDocument } from '@cantoo/pdf-lib';

  type Created = Exclude<
    ReturnType<Parameters<PDFDocument['registerFontkit']>[0]['create']>,
    null | PromiseLike<unknown>
  >;
  type Font = Extract<Created, { layout: unknown }>;
  type Run = ReturnType<Font['layout']> & {
    positions: { xOffset: number; yOffset: number; xAdvance: number }[];
  };

  /** @param file TrueType or OpenType */
  export function create(file: Uint8Array): Omit<Font, 'layout'> & {
    layout(text: string): Run;
    /** What was read of the file so far. */
    _tables: object;
  };
}
