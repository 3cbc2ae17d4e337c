import { type BrowserContext, expect, type Frame, type Page } from '@playwright/test';
import axe from 'axe-core';
import { keysOf, noteJudged, wereJudged } from './judged.ts';
import { windows } from './windows.ts';

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Only violations are looked at: what axe says besides takes it as long again. */
const onlyViolations: axe.RunOptions = {
  resultTypes: ['violations'],
  preload: false,
  selectors: false,
  iframes: false,
};

const atBothWidths = new WeakSet<BrowserContext>();

/** From now on `expectAccessible` looks at the pages of this browser in the other window as well. */
export function lookAtBothWidths(context: BrowserContext): void {
  atBothWidths.add(context);
}

/**
 * WCAG 2.2 AA by axe, unless all of the page was judged before in the run; no sideways scrolling at the width of the
 * window; and no id that several elements have, which axe reports only where a label or a description uses it.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await judge(page);
  const own = page.viewportSize();
  if (own === null || !atBothWidths.has(page.context())) return;
  await page.setViewportSize(own.width === windows.wide.width ? windows.narrow : windows.wide);
  await judge(page);
  await page.setViewportSize(own);
}

async function judge(page: Page): Promise<void> {
  // The address changes before the page is complete.
  await page.waitForLoadState();
  const { overflow, ids } = await page.evaluate(() => ({
    overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    // A form's property of this name is its field 'id', if it has one.
    ids: [...document.querySelectorAll('[id]')].map((element) => element.getAttribute('id') ?? ''),
  }));
  expect(overflow, `sideways scrolling on ${page.url()}`).toBeLessThanOrEqual(0);
  const doubled = ids.filter((id, at) => ids.indexOf(id) < at);
  expect(doubled, `ids of several elements on ${page.url()}`).toEqual([]);
  const keys = await keysOf(page);
  if (wereJudged(keys)) return;
  if (await isScriptOff(page)) await inTwin(page, expectNoViolations);
  else await expectNoViolations(page);
  noteJudged(keys);
}

/** The page by all rules; what it frames by those that do not ask for a page of its own. */
async function expectNoViolations(page: Page): Promise<void> {
  for (const frame of page.frames()) {
    const rules = frame === page.mainFrame() ? [...wcag, 'best-practice'] : wcag;
    expect(await listViolations(frame, rules), `axe on ${frame.url()}`).toEqual([]);
  }
}

async function listViolations(frame: Frame, rules: string[]): Promise<string[]> {
  await frame.evaluate(axe.source);
  return frame.evaluate(
    async (options) => {
      // Where the page is scrolled, its head covers a part of what happens to be under it.
      const { scrollX, scrollY } = window;
      window.scrollTo({ top: 0, behavior: 'instant' });
      const { violations } = await (window as typeof window & { axe: typeof axe }).axe.run(document, options);
      window.scrollTo({ left: scrollX, top: scrollY, behavior: 'instant' });
      return violations.map(
        ({ id, help, nodes }) => `${id}: ${help}\n    ${nodes.map(({ html }) => html).join('\n    ')}`,
      );
    },
    { ...onlyViolations, runOnly: rules },
  );
}

/** Whether a page runs no scripts: then the parser makes elements of what stands in a noscript. */
export function isScriptOff(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const probe = document.createElement('div');
    probe.innerHTML = '<noscript><i></i></noscript>';
    return probe.querySelector('i') !== null;
  });
}

/**
 * axe needs scripts, so it checks a copy of the page: the same document with the same styles and cookies, in a window
 * that runs scripts but has none of the page's own.
 */
async function inTwin(page: Page, check: (twin: Page) => Promise<void>): Promise<void> {
  const browser = page.context().browser();
  if (!browser) throw new Error('a page without a browser');
  const html = (await page.content())
    .replace(/<script\b[\s\S]*?<\/script>/gi, '')
    .replace(/<meta[^>]+http-equiv="refresh"[^>]*>/gi, '')
    .replace(/<\/?noscript>/gi, '');
  const viewport = page.viewportSize();
  const context = await browser.newContext({
    javaScriptEnabled: true,
    storageState: await page.context().storageState(),
    ...(viewport ? { viewport } : {}),
  });
  try {
    const twin = await context.newPage();
    await twin.route(page.url(), (route) =>
      route.fulfill({ contentType: 'text/html; charset=utf-8', body: html }),
    );
    await twin.goto(page.url());
    await check(twin);
  } finally {
    await context.close();
  }
}
