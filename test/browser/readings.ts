import type { Locator } from '@playwright/test';
import { Reading } from '../shown.ts';

/**
 * The numbers in the text of an element, or in its accessible name if it has no text.
 * @param pattern the number is its first group
 */
export async function readNumbers(element: Locator, pattern = /(\d+)/): Promise<Reading> {
  const words = await element.evaluate((each) => each.textContent || each.getAttribute('aria-label') || '');
  const numbers = [...words.matchAll(new RegExp(pattern, 'g'))].map(([, number]) => Number(number));
  return new Reading(numbers);
}

/** The number of characters in a field, or in several together. A character outside the basic plane counts once. */
export async function lengthOf(field: Locator): Promise<number> {
  const values = await field.evaluateAll((fields) => fields.map((each) => (each as HTMLInputElement).value));
  return [...values.join('')].length;
}
