import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

const CODE_ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** A secret for a link, a cookie or a bearer key: `bytes` of randomness in base64url. */
export function newToken(bytes = 32): string {
  return randomBytes(bytes).toString('base64url');
}

/** A code to type: 0-9A-Z, every one as likely as the other (D12). */
export function newCode(length = 6): string {
  return pick(CODE_ALPHABET, length);
}

/** A code of digits only. */
export function newDigits(length: number): string {
  return pick(CODE_ALPHABET.slice(0, 10), length);
}

/** What is stored of a token, 32 bytes. Tokens are long and random, so a plain hash is enough; never for codes to type. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token, 'utf8').digest();
}

/** Whether two secrets are equal, in a time that tells nothing of either. */
export function sameSecret(a: string, b: string): boolean {
  return timingSafeEqual(hashToken(a), hashToken(b));
}

function pick(alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}
