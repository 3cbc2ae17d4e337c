/** What a paste brings along without being seen, and characters that only look wider. Browsers use this too. */

/**
 * Characters without a shape of their own: zero width, bidirectional marks, soft hyphen, byte order mark, fillers,
 * variation selectors.
 */
const unseen = /\p{Default_Ignorable_Code_Point}/gu;

/** The zero-width joiners, which words of some scripts are written with. */
const isJoiner = (sign: string) => sign === '\u200c' || sign === '\u200d';

const wide = /[\u3000\uff00-\uffef]+/g;

/** Full-width and half-width forms as the ordinary characters (the width mapping of RFC 8265 section 3.3.2). */
export function foldWidth(text: string): string {
  return text.replaceAll(wide, (run) => run.normalize('NFKC'));
}

export function dropUnseen(text: string): string {
  return text.replaceAll(unseen, '');
}

/** As `dropUnseen`, but the joiners stay. */
export function dropUnseenButJoiners(text: string): string {
  return text.replaceAll(unseen, (sign) => (isJoiner(sign) ? sign : ''));
}
