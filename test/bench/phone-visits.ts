import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { SECOND } from '#modules/platform/index.ts';

/** A phone of medium price on a slow 4G line, as Lighthouse describes them. */
const phone = {
  context: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
  /** How many times slower its processor is than this machine's. */
  slowdown: 4,
  line: {
    offline: false,
    /** Milliseconds. */
    latency: 150,
    /** Bytes per second. */
    downloadThroughput: 1_600_000 / 8,
    uploadThroughput: 750_000 / 8,
  },
};

/** What somebody feels of one visit, in milliseconds; `shift` is the cumulative layout shift. */
export interface Visit {
  firstPaint: number;
  largestPaint: number;
  shift: number;
}

interface Seen extends Visit {
  /** Milliseconds from the last press until the next frame was shown. */
  pressed: number;
}

declare global {
  var seenByBench: Seen;
}

/** Runs in each page before its own scripts. */
function watch(): void {
  const seen: Seen = { firstPaint: 0, largestPaint: 0, shift: 0, pressed: 0 };
  globalThis.seenByBench = seen;
  const observe = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) note(entry);
    }).observe({ type, buffered: true });
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.firstPaint = startTime;
  });
  observe('largest-contentful-paint', ({ startTime }) => {
    seen.largestPaint = startTime;
  });
  observe('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!hadRecentInput) seen.shift += value;
  });
  for (const type of ['keydown', 'click']) {
    addEventListener(
      type,
      ({ timeStamp }) => {
        // A task after the next frame's callbacks runs once that frame is drawn.
        requestAnimationFrame(() => {
          setTimeout(() => {
            seen.pressed = performance.now() - timeStamp;
          });
        });
      },
      { capture: true },
    );
  }
}

/** The cookies of a browser. */
export type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

/** @param state of a signed-in session; none for an anonymous visitor */
export async function phoneContext(browser: Browser, state?: StorageState): Promise<BrowserContext> {
  const context = await browser.newContext({ ...phone.context, ...(state ? { storageState: state } : {}) });
  await context.addInitScript(watch);
  return context;
}

/** In milliseconds: after the last file has come, until a page does nothing by itself any more. Some ask again for ever. */
const SETTLED = 2 * SECOND;

/** Opens a page and waits until it has settled. @returns the page, which the caller closes, and what was seen */
export async function visit(context: BrowserContext, url: string): Promise<{ page: Page; seen: Visit }> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', phone.line);
  await session.send('Emulation.setCPUThrottlingRate', { rate: phone.slowdown });
  await page.goto(url, { waitUntil: 'load' });
  if (new URL(page.url()).pathname !== new URL(url).pathname) throw new Error(`${url} led to ${page.url()}`);
  await pause(SETTLED);
  const { firstPaint, largestPaint, shift } = await page.evaluate(() => globalThis.seenByBench);
  return { page, seen: { firstPaint, largestPaint, shift } };
}

/** Presses something once. @returns milliseconds until the next frame was shown */
export async function answerTo(page: Page, press: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    globalThis.seenByBench.pressed = 0;
  });
  await press();
  await page.waitForFunction(() => globalThis.seenByBench.pressed > 0);
  return page.evaluate(() => globalThis.seenByBench.pressed);
}
