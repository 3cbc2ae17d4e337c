import { expect, expectAccessible, test } from '../browser/fixtures.ts';

test.describe('the checks of the journeys see what they are for', { tag: '@browser-plain' }, () => {
  test('a field without a label', async ({ page }) => {
    await page.route('**/planted', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: '<html lang="en"><title>A</title><main><h1>A</h1><input></main>',
      }),
    );
    await page.goto('/planted');
    await expect(expectAccessible(page)).rejects.toThrow(/label/);
  });

  test('a page wider than the window', async ({ page }) => {
    await page.route('**/planted', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: '<html lang="en"><meta name="viewport" content="width=device-width"><title>A</title><div style="width:3000px">A</div>',
      }),
    );
    await page.goto('/planted');
    await expect(expectAccessible(page)).rejects.toThrow(/sideways/);
  });

  test('a missing style sheet', async ({ page }) => {
    test.fail();
    await page.route('**/planted', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: '<link rel="stylesheet" href="/assets/none.css"><p>A</p>',
      }),
    );
    await page.goto('/planted');
  });

  test('an error in a script', async ({ page, script }) => {
    test.fail(script);
    await page.route('**/planted', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<script>throw new Error("planted")</script>' }),
    );
    await page.goto('/planted');
  });
});
