import { foldName } from './foldings.ts';
import { lookAlikes } from './lookalikes.ts';

/*
 * What a name may not contain (D109). Names appear in mails to people who do not know the person or business, where a
 * mail program would make a link of an address, or decode what looks encoded.
 */

/**
 * What a mail program may turn into a link: a scheme, `www.`, an encoded host label, or a word, a dot and letters with
 * no space between, whatever follows them. Before the dot, a single letter is an initial (`J.Smith`), unless it is part
 * of an email address or what follows is the end of many hosts and hardly ever a name.
 */
const siteAddress =
  /:\/\/|\bwww\.|\bxn--|(?:[\p{L}\p{N}-]{2}|@\S*)\.\p{L}{2}|(?<![\p{L}\p{N}])[\p{L}\p{N}]\.(?:com|net|org|info|biz|co|io|app|dev|xyz|link|site|shop|online|top)(?![\p{L}\p{M}\p{N}])/iu;

/** Characters that are invisible or look like a space. */
const hidden = /[\p{Cf}\p{Cc}\p{Co}\u115f\u1160\u3164\uffa0\u2800]/u;

/**
 * Characters that browsers take for the dot of a host (UTS 46), that Unicode lists as looking like one (UTS 39), and
 * dots at half height.
 */
const dots =
  /[\u02d9\u1427\u16eb\ua78f\u{10101}\u2024\u3002\uff0e\uff61\ufe52\u0660\u06f0\u06d4\u0701\u0702\ua4f8\ua60e\u2027\u2219\u22c5\u2022\u2e31\u2e33\u30fb\uff65\u{10a50}\u{1d16d}]/gu;

/** In Catalan, a dot between two l belongs to the word. */
const middleDot = /(?<!l)\u00b7|\u00b7(?!l)/giu;

/** Whether a text is a name of a person, a business or a thing. */
export function isName(value: string): boolean {
  if (hidden.test(value) || value.includes('=?')) return false;
  return ![value, value.normalize('NFKC')].some((text) =>
    siteAddress.test(text.replaceAll(dots, '.').replaceAll(middleDot, '.')),
  );
}

/** What a legal name consists of, as an American ID prints it: Latin letters, and marks between them (D129). */
const latin = /^[\p{Script=Latin}\p{M}\s'’‘‛′ʻʼ`´ʹ.\p{Pd}]*$/u;

export const isLatinName = (value: string) => latin.test(value);

/** What a name is compared by: two names with the same key read alike. */
export function nameKey(name: string): string {
  return [...foldName(name).replaceAll(/\p{M}/gu, '')].map((letter) => lookAlikes[letter] ?? letter).join('');
}
