import { makeShareLink } from '#modules/network/index.ts';
import { newScoredPerson } from '#test/factories/network.ts';
import { enterAsStaff } from '../browser/enter-as-staff.ts';
import { expect, expectAccessible, test } from '../browser/fixtures.ts';
import { untilScripted } from '../browser/stopwatch.ts';
import { windows } from '../browser/windows.ts';

/** What only a real browser can see: where the parts of a page are, and how large. */

test('a name of two words of 60 letters wraps wherever it is, and is whole', {
  tag: ['@script', '@browser'],
}, async ({ page, enter, operations, otherBrowser }) => {
  const letters = 'Featherstonehaugh'.repeat(4).slice(0, 60);
  const person = await newScoredPerson(operations, { firstname: letters, lastname: letters });
  const { linkid } = await person.visitor.perform(makeShareLink, { days: '7' });
  await enter(page, person);
  await page.goto(`/user/share/link/${linkid}`);
  const shared = await page.getByLabel('Link', { exact: true }).inputValue();
  const console = await otherBrowser();
  await enterAsStaff(console, operations);
  for (const { shown, path } of [
    { shown: page, path: '/user' },
    { shown: page, path: shared },
    { shown: console, path: `/admin/user/${person.accountId}` },
    { shown: console, path: `/admin/tools?searchterm=${person.shieldId}` },
  ]) {
    await shown.setViewportSize(windows.wide);
    await shown.goto(path);
    await untilScripted(shown);
    for (const size of [windows.wide, windows.narrow]) {
      await shown.setViewportSize(size);
      const menu = shown.getByRole('button', { name: 'Menu', exact: true });
      if (await menu.isVisible()) await menu.click();
      await expectAccessible(shown);
      expect(await shown.evaluate(cutOff, letters), `${path}, ${size.width} pixels wide`).toEqual([]);
    }
  }
});

/** Runs in the page. @returns the elements in which a part of the text is outside of what can be seen */
function cutOff(text: string): string[] {
  const found = [...document.querySelectorAll('main *, aside *')].filter(
    (element) =>
      element.checkVisibility() &&
      [...element.childNodes].some(
        (child) => child.nodeType === Node.TEXT_NODE && child.textContent?.includes(text),
      ),
  );
  const isCut = (element: Element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const { left, right } = range.getBoundingClientRect();
    for (let box: Element | null = element; box; box = box.parentElement) {
      if (box !== document.documentElement && getComputedStyle(box).overflowX === 'visible') continue;
      const edges = box.getBoundingClientRect();
      if (right > edges.right + 1 || left < edges.left - 1) return true;
    }
    return false;
  };
  return found.filter(isCut).map(({ outerHTML }) => outerHTML);
}

test('a dialog is as wide as its content, and the button of a banner is in the middle of its height', {
  tag: ['@script', '@browser'],
}, async ({ page }) => {
  await page.goto('/dev/ui/sure/wide');
  await untilScripted(page);
  const dialog = page.locator('dialog:modal');
  const root = 16;
  const width = async () => (await dialog.boundingBox())?.width ?? 0;
  expect(await width()).toBeGreaterThan(30 * root);
  expect(await width()).toBeLessThan(56 * root);
  await dialog.evaluate((element) => element.querySelector('.dialog-body')?.replaceChildren('Short'));
  expect(await width()).toBe(24 * root);
  await page.goto('/dev/ui');
  const banner = page.locator('.banner').filter({ hasText: 'Only 31 days left' });
  await banner.evaluate((element) => Object.assign(element.style, { width: '20rem' }));
  const middle = (box: { y: number; height: number } | null) => (box?.y ?? 0) + (box?.height ?? 0) / 2;
  const words = await banner.locator('.banner-words').boundingBox();
  expect(words?.height).toBeGreaterThan(60);
  const button = banner.getByRole('button');
  expect(middle(await button.boundingBox())).toBeCloseTo(middle(await banner.boundingBox()), 0);
});
