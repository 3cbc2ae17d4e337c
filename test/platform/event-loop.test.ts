import { expect, test, vi } from 'vitest';
import { watchEventLoop } from '#modules/platform/event-loop.ts';
import { createLog, MINUTE } from '#modules/platform/index.ts';

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
