import { vi } from 'vitest';
import { MINUTE } from '#modules/platform/browser.ts';

/**
 * Waits for something that happens in another process or after a notification. The limit is long, because a busy
 * machine may pause for seconds.
 * @param check throws until it has happened
 * @returns the result of the check
 * @throws the last error of the check, after a minute
 */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: MINUTE });
}
