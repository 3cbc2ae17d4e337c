import { plainly } from './reading.ts';

/** Finds the code in what somebody typed or pasted, which is often the whole message that it came in. */

/**
 * A code alone may be written in any case, with spaces and hyphens. In a sentence, whole words are looked at: those that
 * the sentence says are the code, then those with a digit. A word of the sentence is never taken for one, so where
 * nothing or more than one may be meant, nothing is found.
 * @param kind the signs that the code consists of
 * @returns the code in capitals, without spaces and hyphens
 */
export function findCode(
  text: string,
  length: number,
  kind: 'digits' | 'letters and digits' = 'letters and digits',
): string | null {
  const isCode = (word: string) =>
    word.length === length && (kind === 'digits' ? /^\d+$/ : /^[0-9A-Z]+$/i).test(word);
  const lines = text
    .split(/[\r\n]+/)
    .map(plainly)
    .filter(Boolean);
  const alone = lines.join(' ');
  if (isAlone(alone) && isCode(compact(alone))) return compact(alone);
  const hasSmall = /[a-z]/.test(alone);
  const isMeant = (word: string) => isCode(word) && (/\d/.test(word) || (hasSmall && !/[a-z]/.test(word)));
  const named = lines.flatMap((line) => wordsNamedCode(line, length)).filter(isMeant);
  const apart = lines.filter(isOneCode).map(compact).filter(isMeant);
  const withDigit = lines
    .flatMap((line) => wordsOf(line, length))
    .filter((word) => isCode(word) && /\d/.test(word));
  for (const found of [named, apart, withDigit]) {
    const [first, ...others] = new Set(found.map((word) => word.toUpperCase()));
    if (first !== undefined) return others.length === 0 ? first : null;
  }
  return null;
}

const compact = (text: string) => text.replaceAll(/[ .-]/g, '').toUpperCase();

const groupsOf = (text: string) => text.split(/[ .-]+/).filter(Boolean);

/**
 * Whether a text is one word, or groups such as ABC 123, a b c 1 2 3 or abcd efgh jkmn, and no words of a language, which
 * seldom have one length.
 */
function isAlone(text: string): boolean {
  if (isOneCode(text) || /\d/.test(text)) return true;
  const groups = groupsOf(text);
  const size = groups[0]?.length ?? 0;
  return (size === 1 || (size >= 4 && groups.length >= 3)) && groups.every((group) => group.length === size);
}

/** Whether a line of a longer text is one word, or groups as codes are shown. */
function isOneCode(line: string): boolean {
  return groupsOf(line).length === 1 || !/[a-z]/.test(line);
}

/** The words of a line, and groups of them that were written apart and have the length of the code together. */
function wordsOf(line: string, length: number): string[] {
  const words = line.split(/[^0-9A-Za-z-]+/);
  return words
    .flatMap((word, at) => [word, ...joined(words.slice(at), length)])
    .flatMap((word) => {
      const parts = word.split('-').filter(Boolean);
      const isGrouped =
        parts.length > 1 && parts.every((part) => part.length > 2 && part.length === parts[0]?.length);
      return isGrouped ? [parts.join('')] : [word];
    });
}

/** Groups of one size in digits and capitals, as codes are shown: ABC 123. */
function joined(words: readonly string[], length: number): string[] {
  const size = words[0]?.length ?? 0;
  const count = length / size;
  if (size < 3 || count < 2 || !Number.isInteger(count)) return [];
  const groups = words.slice(0, count);
  const isGroup = new RegExp(`^[0-9A-Z]{${size}}$`);
  return groups.length === count && groups.every((group) => isGroup.test(group)) ? [groups.join('')] : [];
}

/** The words that a line says are the code: 'your code is ABC123', 'Code: ABC 123', 'ABC123 is your code'. */
function wordsNamedCode(line: string, length: number): string[] {
  const after = line.match(/\bcode\b[^:]{0,60}?(?:\bis\b ?:?|:) ?(.+)/i)?.[1] ?? '';
  const before = line.match(/(\S+) is (?:your|the)\b/i)?.[1] ?? '';
  const next = after.split(/[^0-9A-Za-z-]+/).filter(Boolean);
  return [...wordsOf(next[0] ?? '', length), ...joined(next, length), ...wordsOf(before, length)];
}
