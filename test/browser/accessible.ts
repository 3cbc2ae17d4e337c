import { expect, type Page } from '@playwright/test';
import { checkPage } from '#test/form-browser/page-checks.ts';
import { formPageOf } from './form-context.ts';

/**
 * Checks that no id is used twice, that every control has a name and, in Chromium, that the page cannot be scrolled
 * sideways. pages.spec.ts checks all the rest of WCAG with axe, once for each page.
 */
export async function expectAccessible(page: Page): Promise<void> {
  const formPage = formPageOf(page);
  if (formPage) {
    const { document, rendering } = formPage.mainFrame();
    expect(checkPage(document, rendering), `faults of ${page.url()}`).toEqual([]);
    return;
  }
  // The address changes before the page has loaded completely.
  await page.waitForLoadState();
  const { overflow, doubled, nameless, cut } = await page.evaluate(look);
  expect(overflow, `sideways scrolling on ${page.url()}`).toBeLessThanOrEqual(0);
  expect(doubled, `ids of several elements on ${page.url()}`).toEqual([]);
  expect(nameless, `controls without a label on ${page.url()}`).toEqual([]);
  expect(cut, `placeholders that do not fit on ${page.url()}`).toEqual([]);
}

/** Runs in the page. */
function look() {
  const ids = [...document.querySelectorAll('[id]')].map((element) => element.getAttribute('id') ?? '');
  const isNamed = (control: Element): boolean => {
    const labelledBy = control.getAttribute('aria-labelledby')?.split(/\s+/) ?? [];
    const labels = [
      ...((control as HTMLInputElement).labels ?? []),
      ...labelledBy.flatMap((id) => document.getElementById(id) ?? []),
      ...(control.matches('a, button, summary') ? [control] : []),
    ];
    const named = labels.some(
      (label) => label.textContent?.trim() || label.querySelector('img[alt]:not([alt=""]), [aria-label]'),
    );
    const { value } = control as HTMLInputElement;
    return (
      named ||
      Boolean(control.getAttribute('aria-label')?.trim() || control.getAttribute('title')?.trim()) ||
      (control.matches('input[type=submit]') && value !== '')
    );
  };
  const brush = document.createElement('canvas').getContext('2d');
  const isCut = (field: HTMLInputElement): boolean => {
    if (!brush || !field.checkVisibility() || field.clientWidth < 2) return false;
    const { font, paddingLeft, paddingRight } = getComputedStyle(field);
    brush.font = font;
    const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    return brush.measureText(field.placeholder).width > room;
  };
  const controls = 'input:not([type=hidden]), select, textarea, button, summary, a[href]';
  return {
    /** By how many pixels it can be scrolled sideways. */
    overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    doubled: ids.filter((id, at) => ids.indexOf(id) !== at),
    nameless: [...document.querySelectorAll(controls)]
      .filter((control) => !isNamed(control))
      .map((control) => control.outerHTML),
    cut: [...document.querySelectorAll<HTMLInputElement>('input[placeholder]')]
      .filter(isCut)
      .map(({ placeholder }) => placeholder),
  };
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
