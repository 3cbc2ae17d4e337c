import type { Page } from '@playwright/test';
import { expectNoViolations } from '../browser/axe.ts';
import { expect, expectAccessible, test } from '../browser/fixtures.ts';

/** Opens a page with this HTML. */
async function plant(page: Page, body: string): Promise<void> {
  await page.route('**/planted', (route) => route.fulfill({ contentType: 'text/html', body }));
  await page.goto('/planted');
}

const head = '<html lang="en"><meta name="viewport" content="width=device-width"><title>A</title>';

test.describe('the checks of the journeys see what they are for', { tag: ['@script', '@browser'] }, () => {
  for (const [what, body, said] of [
    ['a field without a label', '<input>', /label/],
    ['a button without a name', '<button><svg></svg></button>', /label/],
    ['an id of two elements', '<p id="a">A</p><p id="a">A</p>', /ids of several/],
    ['a page wider than the window', '<div style="width:3000px">A</div>', /sideways/],
  ] as const) {
    test(what, async ({ page }) => {
      await plant(page, `${head}<main><h1>A</h1>${body}</main>`);
      await expect(expectAccessible(page)).rejects.toThrow(said);
    });
  }

  test('a text that can hardly be read', async ({ page }) => {
    test.fail();
    await plant(page, `${head}<main><h1>A</h1><p style="color:#999">A text in light gray</p></main>`);
    await expectNoViolations(page);
  });

  test('a missing style sheet', async ({ page }) => {
    test.fail();
    await plant(page, '<link rel="stylesheet" href="/assets/none.css"><p>A</p>');
  });

  test('an error in a script', async ({ page }) => {
    test.fail();
    await plant(page, '<script>throw new Error("planted")</script>');
  });
});
