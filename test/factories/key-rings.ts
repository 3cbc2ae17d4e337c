import { randomBytes } from 'node:crypto';
import { KeyRing } from '#modules/platform/index.ts';
import type { TestPortal } from '#test/portal.ts';

/** A key to encrypt with, in base64. */
export const newRingKey = (): string => randomBytes(32).toString('base64');

/** A ring with the portal's other secrets. */
export function ringOf(portal: TestPortal, active: string, keys: Record<string, string>): KeyRing {
  const { lookupKey, signingKeys } = portal.config;
  return new KeyRing({ active, keys, lookupKey, signingKeys });
}

/**
 * A portal that encrypts with another ring.
 * @param then runs after each of its transactions
 */
export function portalWith(
  portal: TestPortal,
  keys: KeyRing,
  then: () => unknown = () => undefined,
): TestPortal {
  const work: TestPortal['work'] = async (name, run) => {
    const done = await portal.work(name, run);
    await then();
    return done;
  };
  return Object.create(portal, { keys: { value: keys }, work: { value: work } }) as TestPortal;
}
