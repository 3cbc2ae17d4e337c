import type { Page } from '@playwright/test';
import { newPersonWithoutTwoStep } from '#test/factories/people.ts';
import { expect, expectShown, fill, press, test } from '../browser/fixtures.ts';
import { untilScripted } from '../browser/stopwatch.ts';

/** What a page does when its requests get no answer. The page stays, with what was typed. */

const faults = [
  /Failed to load resource/,
  /net::ERR_/,
  /^answer: (?:404|50\d)/,
  /route module/,
  /TypeError/,
  /decode/,
  /SyntaxError/,
];

const proxyPage = { status: 503, contentType: 'text/html', body: '<h1>503 Service Unavailable</h1>' };

/**
 * Answers the next request for data as a proxy does whose portal is not there.
 * @param of the page whose data is asked for: a page also loads its own again by itself
 */
async function loseNext(page: Page, method: string, status = 503, of = ''): Promise<void> {
  let lost = false;
  await page.route(new RegExp(`${of}\\.data(?:\\?|$)`), (route) => {
    if (lost || route.request().method() !== method) return route.fallback();
    lost = true;
    return route.fulfill({ ...proxyPage, status });
  });
}

/** Changes the status of the next answer to a form. */
async function answerNextBy(page: Page, status: number): Promise<void> {
  await page.route(/\.data(?:\?|$)/, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    return route.fulfill({ response: await route.fetch(), status });
  });
}

/** Waits until a form with this text is answered. */
const answerTo = (page: Page, text: string) =>
  page.waitForResponse((answer) => Boolean(answer.request().postData()?.includes(text)));

const notice = (page: Page) =>
  page.locator('.toast', { hasText: /didn’t get an answer|didn’t open|offline/ });

test.describe('a lost connection', { tag: ['@script', '@browser'] }, () => {
  test.beforeEach(({ expectedFaults }) => {
    expectedFaults.push(...faults);
  });

  test('keeps the text of a field that is saved when it is left, and saves it at the second try', async ({
    page,
    context,
    enter,
    operations,
  }) => {
    await enter(page, await newPersonWithoutTwoStep(operations));
    await page.goto('/user/profile');
    const city = page.getByLabel(/^City/);
    const business = page.getByLabel(/^Business name/);
    await loseNext(page, 'POST', 502);
    await city.fill('Austin');
    await city.press('Tab');
    await expect(page.getByText('Not saved. Try again')).toBeVisible();
    await expect(notice(page)).toContainText('We didn’t get an answer');
    await expect(city).toHaveValue('Austin');
    const savedCity = answerTo(page, 'Austin');
    await press(page, 'Try again');
    await expect(page.getByText('Not saved.')).toHaveCount(0);
    await savedCity;

    await context.setOffline(true);
    await business.fill('Jo and Daughters');
    // A busy device: React never renders that the save is under way.
    await business.evaluate((field) => {
      field.blur();
      for (const end = performance.now() + 500; performance.now() < end; );
    });
    await expect(page.getByText('Not saved. Try again')).toBeVisible();
    await expect(notice(page)).toContainText('because you’re offline');
    const saved = answerTo(page, 'businessname');
    await context.setOffline(false);
    await saved;
    await expect(page.getByText('Not saved.')).toHaveCount(0);
    await page.reload();
    await expect(city).toHaveValue('Austin');
    await expect(business).toHaveValue('Jo and Daughters');
  });

  test('sets a switch back, and shows the data that it cannot load again', async ({
    page,
    enter,
    operations,
  }) => {
    await enter(page, await newPersonWithoutTwoStep(operations));
    await page.goto('/user/profile/privacy');
    const shared = page.getByRole('switch').first();
    const before = await shared.isChecked();
    await loseNext(page, 'POST');
    await shared.setChecked(!before, { force: true, noWaitAfter: true }).catch(() => undefined);
    await expect(notice(page)).toBeVisible();
    await expect(shared).toBeChecked({ checked: before });

    // The save is answered, and the page's data after it is not.
    await loseNext(page, 'GET');
    await shared.click();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await expect(shared).toBeChecked({ checked: !before });
    await page.reload();
    await expect(shared).toBeChecked({ checked: !before });
  });

  test('leaves a person where they are who presses a link, a button of a form, or Back', async ({
    page,
    context,
    enter,
    operations,
  }) => {
    await enter(page, await newPersonWithoutTwoStep(operations));
    await page.goto('/user');
    await page.locator('a[href="/user/profile"]').first().click();
    await expect(page).toHaveURL(/\/user\/profile$/);
    const here = page.url();
    const city = page.getByLabel(/^City/);
    await city.fill('Aust');
    const follow = (href: string) =>
      page
        .locator(`a[href="${href}"]`)
        .first()
        .evaluate((link: HTMLElement) => link.click());
    const stays = async (text: string) => {
      await expect(notice(page)).toContainText(text);
      await expect(page).toHaveURL(here);
      await expect(city).toHaveValue('Aust');
    };

    await context.setOffline(true);
    // The first is followed by the browser itself.
    for (const href of ['/privacypolicy', '/user/network']) {
      await follow(href);
      await stays('so the page can’t open');
    }
    await page.goBack();
    await stays('so the page can’t open');

    await context.setOffline(false);
    await loseNext(page, 'GET', 503, '/user');
    // Home, whose script is loaded: one that could not be loaded before would race with the data.
    await follow('/user');
    await stays('The page didn’t open');
    await follow('/user/network');
    await expect(page).toHaveURL(/\/user\/network/);
    // The page comes as a document, because its script could not be loaded before.
    await untilScripted(page);

    await follow('/user/network/invite');
    const address = page.getByLabel(/^Email/).first();
    await address.fill('someone@example.com');
    await loseNext(page, 'POST');
    await address.press('Enter');
    await expect(notice(page)).toContainText('We didn’t get an answer');
    await expect(address).toHaveValue('someone@example.com');
  });

  test('shows why a form was refused, also if a provider was silent', async ({ page, enter, operations }) => {
    await enter(page, await newPersonWithoutTwoStep(operations));
    await page.goto('/user/profile/security');
    await fill(page, {
      'Current password': 'not-My-password-1',
      'New password': 'violet-Anchor-2027',
      'Confirm new password': 'violet-Anchor-2027',
    });
    await answerNextBy(page, 503);
    await press(page, 'Change password');
    await expectShown(page, 'password.current-wrong');
    await expect(notice(page)).toHaveCount(0);
  });

  test('opens a page whose script is of a former release as a document, once', async ({
    page,
    enter,
    operations,
  }) => {
    await enter(page, await newPersonWithoutTwoStep(operations));
    await page.goto('/user/profile');
    const documents: string[] = [];
    page.on('request', (request) => {
      if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname);
    });
    await page.route(/\/assets\/.*\.js/, (route) =>
      documents.length > 0 ? route.fallback() : route.fulfill({ status: 404, body: '' }),
    );
    await page
      .locator('a[href="/user/network"]')
      .first()
      .evaluate((link: HTMLElement) => link.click());
    await expect(page).toHaveURL(/\/user\/network/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Network/);
    expect(documents).toEqual(['/user/network']);
  });

  test('leads from the page of an error to the same page again', async ({ page, enter, operations }) => {
    await enter(page, await newPersonWithoutTwoStep(operations));
    await page.goto('/user/network');
    const broken = { contentType: 'text/x-script', body: 'broken' };
    await page.route(/\/user\/network\.data/, (route) => route.fulfill(broken), { times: 1 });
    await page.locator('a[href="/user/network?tab=others"]').first().click();
    await page.getByRole('link', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Network');
    await expect(page).toHaveURL(/\/user\/network\?tab=others$/);
  });
});
