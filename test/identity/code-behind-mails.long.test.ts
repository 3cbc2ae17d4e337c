// Takes long: 10,000 mails.
import { expect, test } from 'vitest';
import { busyPortal, CODE_LIMIT } from './busy-providers.ts';

const figures = (what: string, times: readonly number[]) =>
  console.log(`${what}: ${times.map((time) => Math.round(time)).join(', ')} ms until the code was mailed`);

test('a code is mailed within 3 seconds while 10,000 mails go out', async () => {
  const busy = await busyPortal(20);
  await busy.enqueueMails(10_000);
  const worker = await busy.startWorker();
  try {
    await expect.poll(() => busy.mails).toBeGreaterThan(50);
    const times: number[] = [];
    while (times.length < 10) {
      const time = await busy.timeCode();
      // On a busy machine, the mails may be through before ten codes.
      if (busy.mails >= 10_000) break;
      times.push(time);
    }
    figures('behind 10,000 mails', times);
    expect(times.length).toBeGreaterThan(2);
    expect(Math.max(...times)).toBeLessThan(CODE_LIMIT);
  } finally {
    await busy.end(worker);
  }
});

test.each([
  ['ten calls that hang', 10, 0, 10],
  ['ten texts that hang', 0, 10, 2],
] as const)('a code is not delayed by %s', async (what, calls, texts, hanging) => {
  const busy = await busyPortal(20);
  const undisturbed = await busy.startWorker();
  const before = [await busy.timeCode(), await busy.timeCode(), await busy.timeCode()];
  await undisturbed.stop();
  await busy.enqueueCalls(calls);
  await busy.enqueueTexts(texts);
  const worker = await busy.startWorker();
  try {
    await expect.poll(() => busy.calls).toBe(hanging);
    const times = [await busy.timeCode(), await busy.timeCode(), await busy.timeCode()];
    figures('undisturbed', before);
    figures(what, times);
    expect(busy.calls).toBeLessThan(hanging + 3);
    expect(Math.max(...times)).toBeLessThan(CODE_LIMIT);
  } finally {
    await busy.end(worker);
  }
});
