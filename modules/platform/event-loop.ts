import { monitorEventLoopDelay } from 'node:perf_hooks';
import { MINUTE } from './browser.ts';
import type { Log } from './log.ts';

/** How long callbacks waited because another one blocked the event loop, in milliseconds, over the last minute. */
export interface EventLoopDelay {
  p50: number;
  p99: number;
  max: number;
}

export interface EventLoopWatch {
  delay(): EventLoopDelay;
  stop(): void;
}

/** Milliseconds between two samples. */
const RESOLUTION = 10;

/** Measures how long the event loop of this process is blocked, and logs it once a minute. */
export function watchEventLoop(log: Log): EventLoopWatch {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION });
  histogram.enable();
  // A sample also contains the requested pause of RESOLUTION.
  const held = (nanoseconds: number) => Math.max(0, Math.round(nanoseconds / 1e6) - RESOLUTION);
  const delay = () => ({
    p50: held(histogram.percentile(50)),
    p99: held(histogram.percentile(99)),
    max: held(histogram.max),
  });
  const timer = setInterval(() => {
    log.info({ milliseconds: delay() }, 'event loop delay');
    histogram.reset();
  }, MINUTE).unref();
  return {
    delay,
    stop() {
      clearInterval(timer);
      histogram.disable();
    },
  };
}
