import { test } from 'vitest';

/**
 * The values of a test key of a provider in the environment.
 * @returns null where one is missing; a skipped test then says which variables to set
 */
export function testKey<N extends string>(
  provider: string,
  ...names: readonly N[]
): Record<N, string> | null {
  const values = names.map((name) => [name, process.env[name]?.trim() ?? ''] as const);
  const isSet = values.every(([, value]) => value !== '');
  test.skipIf(!isSet)(`${provider} is tried with ${names.join(', ')}`, () => undefined);
  return isSet ? (Object.fromEntries(values) as Record<N, string>) : null;
}
