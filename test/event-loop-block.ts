import { setImmediate as turn } from 'node:timers/promises';

/**
 * The longest time that a piece of work blocks the event loop, in milliseconds of this thread's processor time, so that
 * other load on the machine does not count.
 */
export async function measureLongestBlock(run: () => Promise<unknown>): Promise<number> {
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
