/** ShieldIDs: two state letters and nine digits, the last of which is a Damm check digit (D4). */
import { hasCheckDigit, randomCheckedDigits } from '#modules/platform/index.ts';

const shape = /^(?!SL)[A-Z]{2}\d{9}$/;

/** @returns whether it is two letters and nine digits with a correct check digit. SL begins a ShieldLink ID (D4). */
export function isShieldId(value: string): boolean {
  return shape.test(value) && hasCheckDigit(value.slice(2));
}

/**
 * A random ShieldID. The database guarantees that it was never used before.
 * @param state two letters, the state of residence at the first issue
 */
export function drawShieldId(state: string): string {
  return `${state.toUpperCase()}${randomCheckedDigits()}`;
}
