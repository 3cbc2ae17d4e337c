import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Frame, type Page } from '@playwright/test';
import type axe from 'axe-core';

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

/**
 * Checks WCAG 2.2 AA with axe. The page is checked with all rules, its frames only with those that do not require a
 * whole page. If a modal dialog is open, only the dialog is checked, because nothing else can be used then.
 */
export async function expectNoViolations(page: Page): Promise<void> {
  for (const frame of page.frames()) {
    const isWhole = frame === page.mainFrame();
    if (!isWhole && !(await runsScripts(frame))) continue;
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axeSource);
    const violations = await listViolations(frame, isWhole ? [...wcag, 'best-practice'] : wcag);
    expect.soft(violations, `axe on ${frame.url()} at ${page.viewportSize()?.width}`).toEqual([]);
  }
}

/** The frame that shows a mail runs none, and axe is one. */
async function runsScripts(frame: Frame): Promise<boolean> {
  const sandbox = await (await frame.frameElement()).getAttribute('sandbox');
  return sandbox === null || sandbox.includes('allow-scripts');
}

function listViolations(frame: Frame, rules: string[]): Promise<string[]> {
  return frame.evaluate(
    async (options) => {
      // During a transition, a color is between two colors of the design.
      for (const animation of document.getAnimations()) {
        if (animation instanceof CSSTransition) animation.finish();
      }
      // In a scrolled page, the header covers a part of the content.
      window.scrollTo({ top: 0, behavior: 'instant' });
      const { axe: checker } = window as typeof window & { axe: typeof axe };
      const { violations } = await checker.run(document.querySelector('dialog:modal') ?? document, {
        ...options,
        // The meta refresh of pages that poll is only for use without script.
        rules: { 'meta-refresh': { enabled: true } },
      });
      return violations.map(
        ({ id, help, nodes }) => `${id}: ${help}\n    ${nodes.map(({ html }) => html).join('\n    ')}`,
      );
    },
    { ...onlyViolations, runOnly: rules },
  );
}
