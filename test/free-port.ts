import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Systems give outgoing connections ports from 32768 on (Linux) or 49152 on (others). A port from there could be taken
 * between this search and the start of the program for which it is.
 */
const FIRST = 12_000;
const LAST = 32_000;

/**
 * Finds consecutive ports of this machine on which nothing listens.
 * @param count how many
 * @returns the first of them
 */
export async function freePort(count = 1): Promise<number> {
  for (;;) {
    const first = FIRST + Math.floor(Math.random() * (LAST - FIRST));
    const free = await Promise.all(Array.from({ length: count }, (_, index) => isFree(first + index)));
    if (free.every(Boolean)) return first;
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1');
  try {
    await once(probe, 'listening');
  } catch {
    return false;
  }
  await new Promise((closed) => probe.close(closed));
  return true;
}
