/** The one table by which names are compared: a typed signature, an ID, a name that must not be taken (D129). */

/** Letters that are no plain letter with an accent, as documents without them print them. */
const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  ɛ: 'e',
  ǝ: 'e',
  ɇ: 'e',
  ɔ: 'o',
  ɵ: 'o',
  ɨ: 'i',
  ɩ: 'i',
  ʉ: 'u',
  ʊ: 'u',
  ɲ: 'n',
  ƞ: 'n',
  ƀ: 'b',
  ƈ: 'c',
  ȼ: 'c',
  ƒ: 'f',
  ɠ: 'g',
  ǥ: 'g',
  ɣ: 'g',
  ɉ: 'j',
  ɫ: 'l',
  ƚ: 'l',
  ƥ: 'p',
  ɍ: 'r',
  ʈ: 't',
  ƭ: 't',
  ʋ: 'v',
  ɏ: 'y',
  ƶ: 'z',
  ʒ: 'z',
  ⱥ: 'a',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ɖ: 'd',
  ɗ: 'd',
  ɓ: 'b',
  ƙ: 'k',
  ƴ: 'y',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ı: 'i',
  ĸ: 'k',
  ə: 'e',
};

/** Vowels that many documents print as two letters. Each is a letter of the table above, or one with its accent. */
const spelledOut: Readonly<Record<string, string>> = {
  'a\u0308': 'ae',
  'o\u0308': 'oe',
  'u\u0308': 'ue',
  'a\u030a': 'aa',
  ø: 'oe',
};

/** Characters that people and their keyboards write as an apostrophe or an okina. */
export const writtenApostrophes = /['‘’‛′ʻʼ`´]/g;

/** Those and others of the kind that are letters to Unicode. */
const apostrophes = /[\p{Lm}\ua78b\ua78c]/gu;

/**
 * What all spellings of a name have in common: its letters and digits in small letters, without accents, apostrophes,
 * spaces and hyphens.
 */
export function foldName(name: string): string {
  return withoutAccents(decomposed(name));
}

/** The same, with ä as ae, ö as oe, ü as ue, å as aa. */
function foldSpelledOut(name: string): string {
  return withoutAccents(
    decomposed(name).replaceAll(/[aou]\u0308|a\u030a|ø/g, (vowel) => spelledOut[vowel] ?? vowel),
  );
}

const decomposed = (name: string) => name.normalize('NFKC').toLowerCase().normalize('NFD');

function withoutAccents(name: string): string {
  return [...name.replaceAll(/\p{Script=Inherited}/gu, '').replaceAll(apostrophes, '')]
    .map((letter) => letters[letter] ?? letter)
    .join('')
    .replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');
}

/** A word of a search in small letters as documents print it: without apostrophes and hyphens, ä as ae, ö as oe, ü as ue, å as aa. */
export function otherSpelling(word: string): string {
  const spelled = word
    .normalize('NFD')
    .replaceAll(/[aou]\u0308|a\u030a|ø/g, (vowel) => spelledOut[vowel] ?? vowel);
  return spelled.replaceAll(writtenApostrophes, '').replaceAll('-', '').normalize('NFC');
}

/** Whether two texts are spellings of one name: Müller, MULLER and Mueller; O’Brien and OBRIEN; Mary-Ann and Maryann. */
export function isSpelledAlike(one: string, other: string): boolean {
  const [plain, spelled] = [foldName(one), foldSpelledOut(one)];
  return [foldName(other), foldSpelledOut(other)].some((name) => name === plain || name === spelled);
}
