import { randomInt } from 'node:crypto';

/**
 * Damm's check digit (totally anti-symmetric quasigroup of order 10): detects every single wrong digit and every swap
 * of two adjacent digits. Used by ShieldIDs and ShieldLink IDs alike (D4).
 */
const damm = [
  [0, 3, 1, 7, 5, 9, 8, 6, 4, 2],
  [7, 0, 9, 2, 1, 5, 4, 8, 6, 3],
  [4, 2, 0, 6, 8, 7, 1, 3, 5, 9],
  [1, 7, 5, 0, 9, 8, 3, 4, 2, 6],
  [6, 1, 2, 3, 0, 4, 5, 9, 7, 8],
  [3, 6, 7, 4, 2, 0, 9, 5, 8, 1],
  [5, 8, 6, 9, 7, 2, 0, 1, 3, 4],
  [8, 9, 4, 5, 3, 6, 2, 0, 1, 7],
  [9, 4, 3, 8, 6, 1, 7, 2, 0, 5],
  [2, 5, 8, 1, 4, 3, 6, 7, 9, 0],
] as const;

function interim(digits: string): number {
  let state = 0;
  for (const digit of digits) state = damm[state]?.[Number(digit)] ?? 0;
  return state;
}

/** The check digit to append to `digits`. */
export function checkDigit(digits: string): string {
  return String(interim(digits));
}

/** Whether the last digit of `digits` is the check digit of those before it. */
export function hasCheckDigit(digits: string): boolean {
  return /^\d{2,}$/.test(digits) && interim(digits) === 0;
}

/** Eight random digits and their check digit: the number part of a ShieldID or ShieldLink ID (D4). */
export function randomCheckedDigits(): string {
  const digits = String(randomInt(100_000_000)).padStart(8, '0');
  return digits + checkDigit(digits);
}
