// Takes long: a worker has to have all its slots taken by mails, calls and texts that never get an answer.
import { expect, test } from 'vitest';
import { busyPortal, CODE_LIMIT } from './busy-providers.ts';

test('a code is mailed at once behind 200 mails, calls and texts whose providers hang', async () => {
  const busy = await busyPortal(null);
  await busy.enqueueMails(200);
  await busy.enqueueTexts(3);
  const worker = await busy.startWorker();
  try {
    // Five connections for mails, and two texts.
    await expect.poll(() => [busy.mails, busy.calls]).toEqual([5, 2]);
    expect(await busy.timeCode()).toBeLessThan(CODE_LIMIT);
  } finally {
    await busy.end(worker);
  }
});
