/** ShieldIDs: two state letters and nine digits, the last of them Damm's check digit (D4). Pure but for chance. */
import { hasCheckDigit, randomCheckedDigits } from '#modules/platform/index.ts';

const shape = /^[A-Z]{2}\d{9}$/;

/** @returns true for two letters and nine digits whose last one checks the eight before it */
export function isShieldId(value: string): boolean {
  return shape.test(value) && hasCheckDigit(value.slice(2));
}

/**
 * A random ShieldID; that nobody had it before is for the database to say.
 * @param state two letters, the state of residence at the first issue
 */
export function drawShieldId(state: string): string {
  return `${state.toUpperCase()}${randomCheckedDigits()}`;
}
