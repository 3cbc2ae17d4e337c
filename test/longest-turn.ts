import { setImmediate as turn } from 'node:timers/promises';

/**
 * How long a piece of work holds the event loop at most, in milliseconds of this thread's processor time, so that other
 * work of the machine does not count.
 */
export async function longestTurn(run: () => Promise<unknown>): Promise<number> {
  let running = true;
  let longest = 0;
  let before = process.threadCpuUsage();
  const work = run();
  const end = () => {
    running = false;
  };
  work.then(end, end);
  while (running) {
    await turn();
    const { user, system } = process.threadCpuUsage(before);
    before = process.threadCpuUsage();
    longest = Math.max(longest, (user + system) / 1000);
  }
  await work;
  return longest;
}
