import { type BrowserContext, expect, type Frame, type Page } from '@playwright/test';
import axe from 'axe-core';
import { look, noteJudged, wereJudged } from './judged.ts';
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
  const { overflow, doubled, keys, hasAxe } = await page.evaluate(look);
  expect(overflow, `sideways scrolling on ${page.url()}`).toBeLessThanOrEqual(0);
  expect(doubled, `ids of several elements on ${page.url()}`).toEqual([]);
  if (wereJudged(keys)) return;
  // The page by all rules; what it frames by those that do not ask for a page of its own.
  for (const frame of page.frames()) {
    const isWhole = frame === page.mainFrame();
    if (!isWhole || !hasAxe) await frame.evaluate(axe.source);
    const violations = await listViolations(frame, isWhole ? [...wcag, 'best-practice'] : wcag);
    expect(violations, `axe on ${frame.url()}`).toEqual([]);
  }
  noteJudged(keys);
}

/** As people have the page: with its scripts, or without any. */
function listViolations(frame: Frame, rules: string[]): Promise<string[]> {
  return frame.evaluate(
    async (options) => {
      // In the middle of a transition a color is between two that were chosen.
      for (const animation of document.getAnimations()) {
        if (animation instanceof CSSTransition) animation.finish();
      }
      // Where the page is scrolled, its head covers a part of what happens to be under it.
      const { scrollX, scrollY, setTimeout } = window;
      window.scrollTo({ top: 0, behavior: 'instant' });
      // axe lets the page do other work after each rule. Where scripts are off no timer ever ends, so none is set.
      window.setTimeout = ((goOn: () => void) => void Promise.resolve().then(goOn)) as never;
      try {
        // A page that watches something loads itself again where no script can.
        const refresh = { enabled: !matchMedia('(scripting: none)').matches };
        const { violations } = await (window as typeof window & { axe: typeof axe }).axe.run(document, {
          ...options,
          rules: { 'meta-refresh': refresh },
        });
        return violations.map(
          ({ id, help, nodes }) => `${id}: ${help}\n    ${nodes.map(({ html }) => html).join('\n    ')}`,
        );
      } finally {
        window.setTimeout = setTimeout;
        window.scrollTo({ left: scrollX, top: scrollY, behavior: 'instant' });
      }
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
