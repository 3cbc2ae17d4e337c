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
