import { vi } from 'vitest';
import { MINUTE } from '#modules/platform/browser.ts';

/**
 * Waits for what happens in another process or after a notification. The limit is long because a busy machine may stand
 * still for seconds.
 * @param check throws until it has happened
 * @returns what the check returns
 * @throws what the check threw last, after a minute
 */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: MINUTE });
}
