import { randomInt } from 'node:crypto';

/**
 * The numbers by which people talk about adverse actions. They are random, so that nobody can count the actions of other
 * companies by the number of their own.
 */

/** Tries numbers until one is free. @param insert returns nothing if the number is taken */
export async function takeCaseNumber(insert: (number: number) => Promise<object | undefined>): Promise<void> {
  while (!(await insert(randomInt(100_000, 1_000_000))));
}

/** As it is shown, such as `A-482-193`: in groups, since it is read aloud. */
export const caseNumber = (number: number): string => `A-${String(number).replace(/\d{3}$/, '-$&')}`;

/** @returns the number of what somebody types, such as `A-482-193`, `a482193` or `482193`; null if it is none */
export function readCaseNumber(typed: string): number | null {
  const digits = /^(?:a-?)?([1-9]\d{2})-?(\d{3})$/i.exec(typed.trim());
  return digits && Number(`${digits[1]}${digits[2]}`);
}
