import { setImmediate } from 'node:timers/promises';

/** How long a drawing runs before others get their turn, in milliseconds. */
const SHARE = 8;

/** @returns to be awaited between two parts of a long drawing, so that requests are answered meanwhile */
export function pauses(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < SHARE) return;
    await setImmediate();
    since = performance.now();
  };
}
