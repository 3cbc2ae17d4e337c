import { hashToken, newToken } from '#modules/platform/index.ts';

/** The secret of a key: `shk_` and 160 random bits (D134). */

const BEGINNING = 'shk_';
const BYTES = 20;

export function newSecret(): string {
  return `${BEGINNING}${newToken(BYTES)}`;
}

/** What is stored of a secret. */
export const storedOf = (secret: string) => ({
  key_hash: hashToken(secret),
  prefix: secret.slice(0, BEGINNING.length + 4),
  last_four: secret.slice(-4),
});

/** How people tell keys apart: `shk_8fK2…9Yd4`. */
export const shownAs = ({ prefix, last_four }: { prefix: string; last_four: string }) =>
  `${prefix}…${last_four}`;

const shape = /^shk_[A-Za-z0-9_-]{27}$/;

/** Whether a text has the form of a secret, so that it is worth looking up. */
export const isSecret = (text: string) => shape.test(text);
