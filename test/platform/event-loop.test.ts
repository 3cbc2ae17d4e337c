import { expect, test, vi } from 'vitest';
import { watchEventLoop } from '#modules/platform/event-loop.ts';
import { createLog, MINUTE } from '#modules/platform/index.ts';
import { silentLog } from '#modules/platform/log.ts';

test('says how long something held the event loop since the last log line', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const watch = watchEventLoop(silentLog());
  try {
    // The first sample has no other to compare with.
    await expect.poll(() => watch.delay().max).toBeGreaterThanOrEqual(0);
    await expect
      .poll(() => {
        const until = performance.now() + 150;
        while (performance.now() < until);
        return watch.delay().max;
      })
      .toBeGreaterThan(50);
    vi.advanceTimersByTime(MINUTE);
    expect(watch.delay()).toEqual({ p50: 0, p99: 0, max: 0 });
  } finally {
    watch.stop();
    vi.useRealTimers();
  }
});

test('how long the event loop was held is logged once a minute, until the watch stops', () => {
  vi.useFakeTimers();
  try {
    const lines: string[] = [];
    const log = createLog({ level: 'info', destination: { write: (line) => void lines.push(line) } });
    const watch = watchEventLoop(log);
    vi.advanceTimersByTime(2 * MINUTE);
    watch.stop();
    vi.advanceTimersByTime(MINUTE);
    const milliseconds = { p50: expect.any(Number), p99: expect.any(Number), max: expect.any(Number) };
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ msg: 'event loop delay', milliseconds }),
      expect.objectContaining({ msg: 'event loop delay', milliseconds }),
    ]);
  } finally {
    vi.useRealTimers();
  }
});
