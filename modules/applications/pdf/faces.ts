import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { unpackWoff } from './woff.ts';

/**
 * The fonts of PDF documents. Their license (OFL) permits embedding. Each is read when the first text needs it, once
 * for each process.
 */

type Fontkit = typeof import('fontkit');
type Weight = 'regular' | 'bold';

export interface Font {
  file: Uint8Array;
  shapes: Pick<ReturnType<Fontkit['create']>, 'layout' | 'unitsPerEm' | 'characterSet' | '_tables'>;
  /** Code points. */
  letters: ReadonlySet<number>;
}

export interface Face {
  name: string;
  /** The characters that are written in it, if it has them. */
  scripts: RegExp;
  isRightToLeft?: true;
  /** Where its files are. */
  paths: Readonly<Record<Weight, string>>;
}

const require = createRequire(import.meta.url);

/** These packages let out no files, so they are found beside their code. */
const besides = (code: string, family: string) => ({
  regular: join(dirname(code), `../fonts/${family}-Regular.otf`),
  bold: join(dirname(code), `../fonts/${family}-Bold.otf`),
});

export const latin: Face = {
  name: 'Arimo',
  scripts: /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]/u,
  paths: {
    regular: require.resolve('@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf'),
    bold: require.resolve('@expo-google-fonts/arimo/700Bold/Arimo_700Bold.ttf'),
  },
};

const unifont = require.resolve('@fontsource/unifontex/files/unifontex-latin-400-normal.woff');

/** In the order in which they are asked for a character. */
const faces: readonly Face[] = [
  latin,
  {
    name: 'Noto Sans Arabic',
    scripts: /\p{Script_Extensions=Arabic}/u,
    isRightToLeft: true,
    paths: {
      regular: require.resolve('@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic-400-normal.woff'),
      bold: require.resolve('@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic-700-normal.woff'),
    },
  },
  {
    name: 'Noto Sans Hebrew',
    scripts: /\p{Script_Extensions=Hebrew}/u,
    isRightToLeft: true,
    paths: {
      regular: require.resolve('@fontsource/noto-sans-hebrew/files/noto-sans-hebrew-hebrew-400-normal.woff'),
      bold: require.resolve('@fontsource/noto-sans-hebrew/files/noto-sans-hebrew-hebrew-700-normal.woff'),
    },
  },
  {
    name: 'Noto Sans Thai',
    scripts: /\p{Script_Extensions=Thai}/u,
    paths: {
      regular: require.resolve('@fontsource/noto-sans-thai/files/noto-sans-thai-thai-400-normal.woff'),
      bold: require.resolve('@fontsource/noto-sans-thai/files/noto-sans-thai-thai-700-normal.woff'),
    },
  },
  {
    name: 'Noto Sans Devanagari',
    scripts: /\p{Script_Extensions=Devanagari}/u,
    paths: {
      regular: require.resolve(
        '@fontsource/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-400-normal.woff',
      ),
      bold: require.resolve(
        '@fontsource/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-700-normal.woff',
      ),
    },
  },
  {
    name: 'Noto Sans KR',
    scripts: /\p{Script=Hangul}/u,
    paths: besides(require.resolve('@embedpdf/fonts-kr'), 'NotoSansKR'),
  },
  {
    name: 'Noto Sans Hans',
    scripts:
      /[\p{Script_Extensions=Han}\p{Script_Extensions=Hiragana}\p{Script_Extensions=Katakana}\uff00-\uffef]/u,
    paths: besides(require.resolve('@embedpdf/fonts-sc'), 'NotoSansHans'),
  },
  // Every other script and symbol, in the plain shapes of a bitmap font.
  { name: 'UnifontEX', scripts: /./su, paths: { regular: unifont, bold: unifont } },
];

/** What is written where no font has a character: an empty box. */
export const MISSING = '\u25a1';

const read = new Map<string, Promise<Font>>();

export const loadFontkit = (): Promise<Fontkit> => import('fontkit');

async function readFont(path: string): Promise<Font> {
  const [{ create }, stored] = await Promise.all([loadFontkit(), readFile(path)]);
  const file = path.endsWith('.woff') ? unpackWoff(stored) : stored;
  const shapes = create(file);
  return { file, shapes, letters: new Set(shapes.characterSet) };
}

export function loadFont(face: Face, weight: Weight): Promise<Font> {
  const path = face.paths[weight];
  const known = read.get(path);
  if (known) return known;
  const reading = readFont(path).catch((error: unknown) => {
    read.delete(path);
    throw error;
  });
  read.set(path, reading);
  return reading;
}

/** The first face that writes a character; null if none has it. */
export async function findFace(sign: string, weight: Weight): Promise<Face | null> {
  const point = sign.codePointAt(0) ?? 0;
  for (const face of faces) {
    if (face.scripts.test(sign) && (await loadFont(face, weight)).letters.has(point)) return face;
  }
  return null;
}
