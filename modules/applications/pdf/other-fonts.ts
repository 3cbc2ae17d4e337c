import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { PDFDocument } from 'pdf-lib';

/** The fonts for letters that the standard fonts of PDF lack. */

export interface OtherFonts {
  fontkit: Parameters<PDFDocument['registerFontkit']>[0];
  files: { regular: Uint8Array; bold: Uint8Array };
  /** Code points. */
  letters: ReadonlySet<number>;
}

/** Scripts whose letters stand beside each other from left to right, because pdf-lib does not arrange those of others. */
const scripts =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]$/u;

const { resolve } = createRequire(import.meta.url);

/** Arimo has the widths and nearly the shapes of Helvetica. Its license (OFL) permits to embed it. */
const read = (file: string) => readFile(resolve(`@expo-google-fonts/arimo/${file}`));

async function load(): Promise<OtherFonts> {
  const [{ default: fontkit }, regular, bold] = await Promise.all([
    import('@pdf-lib/fontkit'),
    read('400Regular/Arimo_400Regular.ttf'),
    read('700Bold/Arimo_700Bold.ttf'),
  ]);
  return { fontkit, files: { regular, bold }, letters: new Set(fontkit.create(regular).characterSet) };
}

let loaded: Promise<OtherFonts> | null = null;

/** Reads the fonts once for each process, when the first text needs them. */
export function loadOtherFonts(): Promise<OtherFonts> {
  loaded ??= load().catch((error: unknown) => {
    loaded = null;
    throw error;
  });
  return loaded;
}

/** @param sign one character */
export function hasLetter({ letters }: OtherFonts, sign: string): boolean {
  return scripts.test(sign) && letters.has(sign.codePointAt(0) ?? 0);
}
