import type { Locator } from '@playwright/test';
import { makeShareLink } from '#modules/network/index.ts';
import { giveScore, newCompany, newScoredPerson } from '#test/factories/network.ts';
import { joinNetwork } from '#test/factories/shieldlink.ts';
import { enterAsStaff } from '../browser/enter-as-staff.ts';
import { expect, expectAccessible, test } from '../browser/fixtures.ts';
import { untilScripted } from '../browser/stopwatch.ts';
import { tooWide } from '../browser/too-wide.ts';
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

test('an expired score makes no table of the console wider than its card', {
  tag: ['@script', '@browser'],
}, async ({ page, operations }) => {
  await page.setViewportSize(windows.wide);
  const person = await newScoredPerson(operations, {
    firstname: 'Adele',
    lastname: 'Bergstrom',
    emailaddress: 'adele.bergstrom.electrical@contractors.example.com',
    days: 400,
    score: 'IC01+',
  });
  const other = { firstname: 'Bea', lastname: 'Bergstrom', days: -30, score: 'IC01+' } as const;
  const expired = await newScoredPerson(operations, other);
  await enterAsStaff(page, operations);
  for (const path of [
    '/admin/tools/checks?searchvalue=bergstrom',
    '/admin/tools?searchterm=bergstrom',
    ...[person, expired].map(({ accountId }) => `/admin/user/${accountId}`),
  ]) {
    await page.goto(path);
    await expect(page.getByRole('main').getByText('Bergstrom').first()).toBeVisible();
    expect(await page.evaluate(tooWide), path).toEqual([]);
  }
  await expect(page.locator('#score').getByText(/^Expired \d\d/)).toBeVisible();
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

test('in forced colors what is on looks other than what is off, and on paper the network keeps its names', {
  tag: ['@script', '@browser'],
}, async ({ page, enter, operations }) => {
  const company = await newCompany(operations, { alert_dashboard_enabled: true });
  const person = await newScoredPerson(operations, {
    firstname: 'Ximena',
    lastname: 'Castellano',
    businessname: 'Castellano Fire Safety and Sprinklers',
    score: 'IC01+',
  });
  await joinNetwork(company, person);
  await giveScore(operations, person.accountId, { score: 'IC01' });
  await enter(page, company.owner);
  await page.emulateMedia({ forcedColors: 'active' });
  const looks = (found: Locator, property: string) =>
    found.evaluateAll(
      (elements, name) => [...new Set(elements.map((each) => getComputedStyle(each).getPropertyValue(name)))],
      property,
    );
  await page.goto('/user/profile/privacy');
  const switches = page.getByRole('main').getByRole('switch');
  expect(await switches.count()).toBeGreaterThan(4);
  for (const property of ['background-color', 'border-top-color']) {
    const [on, off] = [
      await looks(switches.and(page.locator(':checked')), property),
      await looks(switches.and(page.locator(':not(:checked)')), property),
    ];
    expect([on.length, off.length], property).toEqual([1, 1]);
    expect(on, property).not.toEqual(off);
  }
  await page.goto('/user/network');
  const tabs = page.locator('.tabs').getByRole('link');
  const current = await looks(tabs.and(page.locator('[aria-current]')), 'border-bottom-color');
  expect(current).not.toEqual(
    await looks(tabs.and(page.locator(':not([aria-current])')), 'border-bottom-color'),
  );

  await page.emulateMedia({ forcedColors: 'none', media: 'print' });
  // The width of a letter between its margins.
  await page.setViewportSize({ width: 720, height: 960 });
  const name = page.getByText('Ximena Castellano');
  expect((await name.boundingBox())?.height).toBeLessThan(24);
  await expect(page.locator('.sidebar')).toBeHidden();
  await expect(page.getByRole('searchbox')).toBeHidden();
  await expect(page.locator('.skip')).toBeHidden();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(720);
  await expect(page.locator('.data .grade').first()).toHaveCSS('print-color-adjust', 'exact');

  await page.goto('/user/alerts');
  const [table, card] = [page.locator('table.data').last(), page.locator('.card.grid').last()];
  await expect(table.getByText('Ximena Castellano').first()).toBeVisible();
  const rightOf = async (found: Locator) => {
    const { x = 0, width = 0 } = (await found.boundingBox()) ?? {};
    return x + width;
  };
  expect(await rightOf(table)).toBeLessThanOrEqual(await rightOf(card));
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(720);
});
