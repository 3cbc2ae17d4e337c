import { readEmailAddress } from './email.ts';
import { dropUnseen, foldWidth } from './invisible.ts';
import { lengths } from './kinds.ts';
import { idLabel, readPhone } from './reading.ts';

/** The one reading of what people type and paste into a search box. Browsers use it too. */
export interface SearchTerm {
  /** The term as it is shown: one line, without what nobody sees. */
  shown: string;
  /** The words that must all be found, in small letters: one address or one id, or else the words of the term. */
  words: readonly string[];
  /** The words with single spaces between them. */
  text: string;
  /** The term in capitals without spaces and hyphens, as ids are stored. */
  compact: string;
  /** The whole id, if the term is a ShieldID or a ShieldLink ID in any of the ways in which pages show one. */
  id: string | null;
  /** The address, if the term is one, alone or in brackets behind a name. */
  email: string | null;
  /** The ten digits, if the term is a phone number. */
  phone: string | null;
}

/** The minimum number of characters for a search in the console (doc3 §9). */
export const SHORTEST_SEARCH = 3;

/** Hyphens and dashes that texts have in place of `-`. */
const dashes = /[\u2010-\u2015\u2212]/g;
const idShape = /^[A-Z]{2}\d{9}$/;
/** An id in a longer text, such as a name with its ShieldID behind it. */
const idInText = /(?<![\p{L}\p{N}])\p{L}{2}[ ._-]?\d{3}[ ._-]?\d{3}[ ._-]?\d{3}(?![\p{L}\p{N}])/gu;
/** Markup in a text that staff paste (doc3 §2), which is no address in brackets. */
const markup = /<[^>@]*>/g;
/** Signs around a word that do not belong to it. */
const aroundWord = /^["“”„;:<>()[\]{}]+|["“”„;:<>()[\]{}]+$/g;
/** Single quotes around a word. One alone may be an apostrophe of the name: ’t Hooft. */
const quotedWord = /^['‘’‚](.+)['’]$/;
/** Signs around an id that do not belong to it. */
const aroundId = /^["“”„#(<[{\s]+|["“”„)>\]}.,;:!?\s]+$/g;
/** Commas of other scripts and keyboards. */
const commas = /[\u060c\u3001]/g;

/** One line without invisible characters, with single spaces. */
export function cleanTerm(typed: string): string {
  return dropUnseen(foldWidth(typed).replaceAll(dashes, '-'))
    .normalize('NFC')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

/** @param typed anything, also a text of `cleanTerm` */
export function readSearchTerm(typed: string): SearchTerm {
  const shown = cleanTerm(typed);
  const email = readEmailAddress(typed.replaceAll(markup, ' '));
  const plain = shown.replaceAll(markup, ' ').trim();
  const unlabeled = plain.replaceAll(aroundId, '').replace(idLabel, '').replaceAll(aroundId, '');
  const id = asId(unlabeled) ?? (email === null ? onlyIdIn(plain) : null);
  const phone = email || id ? null : readPhone(plain);
  const words = email ? [email] : id ? [id.toLowerCase()] : wordsOf(plain);
  // Signs alone are looked for as they are.
  if (words.length === 0) words.push(shown);
  const compact = id ?? (compactOf(unlabeled) || shown);
  return { shown, words, text: words.join(' '), compact, id, email, phone };
}

const compactOf = (text: string) => text.replaceAll(/[\s_-]/g, '').toUpperCase();

function asId(text: string): string | null {
  const id = compactOf(text).replaceAll('.', '');
  return idShape.test(id) ? id : null;
}

/** @returns null also if there are several */
function onlyIdIn(plain: string): string | null {
  const [only = null, ...others] = new Set((plain.match(idInText) ?? []).map(asId));
  return others.length === 0 ? only : null;
}

/** `Last, First` in the order in which names are stored. A comma between digits is part of a number. */
function wordsOf(plain: string): string[] {
  const [last = '', ...first] = plain.replaceAll(commas, ',').split(/,(?!\d)|(?<!\d),/);
  return [...first, last]
    .flatMap((part) => part.split(' '))
    .map((word) => word.replaceAll(aroundWord, '').replace(quotedWord, '$1').toLowerCase())
    .map((word) => domainOf(word) ?? word)
    .filter((word) => word !== '');
}

/** The end of an address as it is stored: '@müller.example' is part of no address, '@xn--mller-kva.example' is. */
function domainOf(word: string): string | null {
  return word.startsWith('@') ? (readEmailAddress(`a${word}`)?.slice(1) ?? null) : null;
}

/** Whether a term is long enough for the searches of the console. */
export const isLongEnough = ({ text }: Pick<SearchTerm, 'text'>) => text.length >= SHORTEST_SEARCH;

/** The maximum number of characters of a term: those of a paste with a name and an address. */
export const longestTerm = lengths.typedEmailAddress;
