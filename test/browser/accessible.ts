import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type BrowserContext, expect, type Frame, type Page } from '@playwright/test';
import type axe from 'axe-core';
import { checkPage } from '#test/form-browser/page-checks.ts';
import { formPageOf } from './form-context.ts';
import { look, noteJudged, wereJudged } from './judged.ts';
import { windows } from './windows.ts';

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** The minified source, because each page that is checked has to read it. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Only violations are computed, because axe's other results take as long again. */
const onlyViolations: axe.RunOptions = {
  resultTypes: ['violations'],
  preload: false,
  selectors: false,
  iframes: false,
};

const atBothWidths = new WeakSet<BrowserContext>();

/** From now on, `expectAccessible` also checks the pages of this browser at the other width. */
export function lookAtBothWidths(context: BrowserContext): void {
  atBothWidths.add(context);
}

/**
 * Checks WCAG 2.2 AA with axe, unless all parts of the page were already checked. Also checks that the page cannot be
 * scrolled sideways, and that no id is used twice, which axe reports only if a label or a description uses the id. Over
 * HTTP, only ids, names and titles are checked.
 */
export async function expectAccessible(page: Page): Promise<void> {
  const formPage = formPageOf(page);
  if (formPage) {
    const { document, rendering } = formPage.mainFrame();
    expect(checkPage(document, rendering), `faults of ${page.url()}`).toEqual([]);
    return;
  }
  await judge(page);
  const own = page.viewportSize();
  if (own === null || !atBothWidths.has(page.context())) return;
  await page.setViewportSize(own.width === windows.wide.width ? windows.narrow : windows.wide);
  await judge(page);
  await page.setViewportSize(own);
}

async function judge(page: Page): Promise<void> {
  // The address changes before the page has loaded completely.
  await page.waitForLoadState();
  const { overflow, doubled, keys, hasAxe } = await page.evaluate(look);
  expect(overflow, `sideways scrolling on ${page.url()}`).toBeLessThanOrEqual(0);
  expect(doubled, `ids of several elements on ${page.url()}`).toEqual([]);
  if (wereJudged(keys)) return;
  // The page is checked with all rules, its frames only with those that do not require a whole page.
  for (const frame of page.frames()) {
    const isWhole = frame === page.mainFrame();
    if (!isWhole || !hasAxe) await frame.evaluate(axeSource);
    const violations = await listViolations(frame, isWhole ? [...wcag, 'best-practice'] : wcag);
    expect(violations, `axe on ${frame.url()}`).toEqual([]);
  }
  noteJudged(keys);
}

/** Runs axe on the page as people get it: with scripts, or without. */
function listViolations(frame: Frame, rules: string[]): Promise<string[]> {
  return frame.evaluate(
    async (options) => {
      // During a transition, a color is between two colors of the design.
      for (const animation of document.getAnimations()) {
        if (animation instanceof CSSTransition) animation.finish();
      }
      // In a scrolled page, the header covers a part of the content.
      const { scrollX, scrollY, setTimeout } = window;
      window.scrollTo({ top: 0, behavior: 'instant' });
      // axe waits with a timer after each rule. If scripts are off, timers never fire, so they are replaced.
      window.setTimeout = ((goOn: () => void) => void Promise.resolve().then(goOn)) as never;
      try {
        // The meta refresh of pages that poll is only for use without script.
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

/** Whether a page runs without scripts. Then the parser creates elements from the content of noscript. */
export async function isScriptOff(page: Page): Promise<boolean> {
  if (formPageOf(page)) return true;
  return page.evaluate(() => {
    const probe = document.createElement('div');
    probe.innerHTML = '<noscript><i></i></noscript>';
    return probe.querySelector('i') !== null;
  });
}
