import type { Page } from '@playwright/test';
import { matchPath } from '@remix-run/react';
import { expectNoViolations } from '../browser/axe.ts';
import { expect, expectAccessible, test } from '../browser/fixtures.ts';
import { untilScripted } from '../browser/stopwatch.ts';
import { tightWindows, windows } from '../browser/windows.ts';
import { groups } from './pages/index.ts';

/**
 * Every page, in the states that matter, is looked at with axe in both window sizes, and fits into the tight ones. In
 * `npm test`, axe looks only at the first page of each group in the wide window: most of the time goes to the contrast of
 * colors, which is the same in both.
 */
const isWhole = process.env.TEST_SET !== 'default';

/** The number of a decision or a feature: staff and people read the rule in words. */
const sourceNumber = /(?<![\w-])[DF]\d{1,3}(?![\w-])/;

/** Every dialog that is a route keeps the focus and closes to the address of its Close link by Esc, Back and the cross. */
async function expectToClose(page: Page): Promise<void> {
  const dialog = page.locator('dialog:modal');
  const focused = dialog.and(page.locator(':focus, :has(:focus)'));
  const cross = dialog.locator('.dialog-head').getByRole('link', { name: 'Close', exact: true });
  const address = page.url();
  const closed = await cross.evaluate((link: HTMLAnchorElement) => link.href);
  const expectClosed = async () => {
    await expect(page).toHaveURL(closed);
    await expect(page.locator('dialog[open]')).toHaveCount(0);
    await expect(page.locator('main :focus')).toHaveCount(1);
  };
  await expect(focused).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expectClosed();
  await page.goBack();
  await expect(page).toHaveURL(address);
  await expect(focused).toHaveCount(1);
  await cross.click();
  await expectClosed();
}

for (const { name, prepare } of groups) {
  test(`axe finds nothing in ${name}`, { tag: ['@script', '@browser'] }, async ({
    page,
    operations,
    outbox,
  }) => {
    const { publicUrl } = operations.config;
    const dialogs = page.locator('dialog[open]');
    const looks = await prepare({ operations, outbox });
    for (const [index, { route, path, as, act, status }] of looks.entries()) {
      const address = await path();
      if (as !== undefined) await page.context().clearCookies();
      const cookies = [...(as?.cookies ?? [])].map(([key, value]) => ({ name: key, value, url: publicUrl }));
      if (cookies.length > 0) await page.context().addCookies(cookies);
      await test.step(address, async () => {
        const answer = await page.goto(address);
        expect(answer?.status(), address).toBe(status);
        await untilScripted(page);
        const opened = await dialogs.count();
        await expect(page.locator('dialog:modal')).toHaveCount(opened);
        await act?.(page);
        expect(await page.locator('body').innerText(), page.url()).not.toMatch(sourceNumber);
        expect(matchPath(`/${route}`, new URL(page.url()).pathname), `${page.url()} is ${route}`).not.toBe(
          null,
        );
        for (const size of [windows.narrow, windows.wide]) {
          await page.setViewportSize(size);
          await expectAccessible(page);
          if (isWhole || index === 0 || size === windows.narrow) await expectNoViolations(page);
        }
        for (const size of tightWindows) {
          await page.setViewportSize(size);
          await expectAccessible(page);
        }
        await page.setViewportSize(windows.wide);
        if ((await dialogs.count()) > 0) await expectToClose(page);
      });
    }
  });
}
