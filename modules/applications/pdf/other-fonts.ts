import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/**
 * The fonts for letters that the standard fonts of PDF lack: Arimo, which has the widths and nearly the shapes of
 * Helvetica. Its license (OFL) permits embedding.
 */

type Fontkit = typeof import('fontkit');

export interface OtherFont {
  file: Uint8Array;
  shapes: Pick<ReturnType<Fontkit['create']>, 'layout' | 'unitsPerEm' | 'characterSet'>;
}

export interface OtherFonts {
  fontkit: Fontkit;
  regular: OtherFont;
  bold: OtherFont;
  /** Code points. */
  letters: ReadonlySet<number>;
}

/** Scripts whose letters stand beside each other from left to right, because pdf-lib does not arrange those of others. */
const scripts =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]$/u;

async function read({ create }: Fontkit, path: string): Promise<OtherFont> {
  const file = await readFile(path);
  return { file, shapes: create(file) };
}

async function load(): Promise<OtherFonts> {
  const fontkit = await import('fontkit');
  const require = createRequire(import.meta.url);
  const [regular, bold] = await Promise.all([
    read(fontkit, require.resolve('@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf')),
    read(fontkit, require.resolve('@expo-google-fonts/arimo/700Bold/Arimo_700Bold.ttf')),
  ]);
  return { fontkit, regular, bold, letters: new Set(regular.shapes.characterSet) };
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
