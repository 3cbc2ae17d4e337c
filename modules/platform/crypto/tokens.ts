import { hash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

const CODE_ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** A secret for a link, a cookie or a bearer key: `bytes` random bytes in base64url. */
export function newToken(bytes = 32): string {
  return randomBytes(bytes).toString('base64url');
}

/** A code to type: uniformly random characters of 0-9A-Z (D12). */
export function newCode(length = 6): string {
  return pick(CODE_ALPHABET, length);
}

/** A code of digits only, to type. */
export function newDigits(length: number): string {
  return pick(CODE_ALPHABET.slice(0, 10), length);
}

/**
 * The stored hash of a token, 32 bytes. A plain hash is enough because tokens are long and random. It is too weak for
 * codes that people type.
 */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/** Compares two secrets in constant time. */
export function sameSecret(a: string, b: string): boolean {
  return timingSafeEqual(hashToken(a), hashToken(b));
}

function pick(alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}
