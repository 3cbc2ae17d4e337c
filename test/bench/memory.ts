import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** The memory that JavaScript and its buffers use in this process, in MB. It includes garbage that was not collected yet. */
function inUse(): number {
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / MB;
}

export const MB = 1_000_000;
/** Milliseconds. */
const LOOK_EVERY = 20;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Collects garbage, and then looks regularly how much is in use. */
export class MemoryWatch {
  #most = 0;
  readonly #timer = setInterval(() => {
    this.#most = Math.max(this.#most, inUse());
  }, LOOK_EVERY).unref();

  /** @returns MB that are in use without garbage, from which on the most is counted */
  idle(): number {
    collectGarbage();
    this.#most = inUse();
    return this.#most;
  }

  get most(): number {
    return this.#most;
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
