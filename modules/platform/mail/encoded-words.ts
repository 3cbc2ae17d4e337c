/**
 * Mail programs decode `=?...?=` in the headers of a mail (RFC 2047), so that a name like `=?utf-8?B?...?=` would be
 * shown as something else than what the portal checked. A text that contains `=?` is therefore encoded as a whole: the
 * reader sees the characters themselves.
 */

/** An encoded word has at most 75 characters: twelve of its frame, and four for each three bytes. */
const BYTES = 45;

export function looksEncoded(text: string): boolean {
  return text.includes('=?');
}

/** The text as encoded words, separated by spaces, which a mail program drops. */
export function encodeWords(text: string): string {
  const words: string[] = [];
  let part = '';
  for (const character of text) {
    if (Buffer.byteLength(part + character) > BYTES) {
      words.push(part);
      part = '';
    }
    part += character;
  }
  return [...words, part].map((word) => `=?UTF-8?B?${Buffer.from(word).toString('base64')}?=`).join(' ');
}
