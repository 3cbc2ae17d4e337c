import type { Locator, Page, Request } from '@playwright/test';
import { addressIn, agree, answer, nameOf, payFor } from '#test/factories/applicants.ts';
import {
  enterCode,
  expect,
  expectAccessible,
  expectShown,
  fill,
  type JourneyFixtures,
  press,
  test,
  type WorkerFixtures,
} from '../browser/fixtures.ts';
import { readNumbers } from '../browser/readings.ts';
import { holdScripts } from '../browser/stopwatch.ts';
import { showsNumbers } from '../shown.ts';
import { chooseJurisdictions, title } from './acts/application.ts';
import { makePerson } from './acts/person.ts';
import { cards, choosePackage, enterCard, expectCardForm } from './acts/purchase.ts';

/**
 * Presses where the element is before the focused field is left, as a person does. If the page moves the element while
 * the mouse button is down, the click is lost. Waits until the page is drawn after scrolling, because the browser sends
 * a press to what was last drawn at that place, which may be the payment provider's frame.
 */
async function pressWhereItIs(page: Page, element: Locator): Promise<void> {
  await element.scrollIntoViewIfNeeded();
  await drawn(page);
  await element.hover({ position: { x: 8, y: 8 } });
  await page.mouse.down();
  await page.mouse.up();
}

function drawn(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 100)));
      }),
  );
}

/** The styles with which a field is drawn. */
function looksOf(field: Locator) {
  return field.evaluate((input) => {
    const { fontFamily, fontSize, borderRadius } = getComputedStyle(input);
    return { fontFamily, fontSize, borderRadius };
  });
}

/** Expects that the summary of a refused form has focus and is visible in the window. */
async function expectSummarySeen(page: Page, words: string | RegExp): Promise<void> {
  const summary = page.locator('.summary');
  await expect(summary).toContainText(words);
  await expect(summary).toBeFocused();
  await expect(summary).toBeInViewport();
}

/** A person with the SSN of a clean record who is signed in, has paid, and has agreed to a number of consents. */
async function applicantAfter(
  consents: number,
  { page, operations, join }: Pick<JourneyFixtures, 'join'> & WorkerFixtures & { page: Page },
) {
  const person = makePerson('900-00-0002');
  const registered = await join(page, person);
  const applicant = { ...registered, applicationId: await payFor(operations, registered.accountId) };
  for (let consent = 0; consent < consents; consent += 1) await agree(applicant);
  return { person, applicant };
}

test('a draft that arrives after its step was finished does not bring the person back', {
  tag: '@script',
}, async ({ page, operations, join }) => {
  const { person, applicant } = await applicantAfter(3, { page, operations, join });
  await answer(applicant, { selected_jurisdictions: [], none: 'YES' });
  const sent = Promise.withResolvers<Request>();
  const finished = Promise.withResolvers<void>();
  await page.route(/\/user\/application\/draft/, async (route) => {
    sent.resolve(route.request());
    await finished.promise;
    await route.continue();
  });
  await page.goto('/user/application/next');
  await fill(page, { 'First name': 'Joanna', 'Last name': person.lastname });
  const late = await sent.promise;
  const birth = { 'Date of birth': '04/12/1985', 'Confirm date of birth': '04/12/1985' };
  const ssn = { 'Social Security number': person.ssn, 'Confirm Social Security number': person.ssn };
  await fill(page, { ...birth, ...ssn });
  await press(page, 'Continue');
  await expect(title(page)).toHaveText('Your addresses');
  finished.resolve();
  expect((await late.response())?.status()).toBe(409);
  await page.goto('/user/application/next');
  await expect(title(page)).toHaveText('Your addresses');
});

test('a field that is left with a mistake moves nothing that is about to be pressed', {
  tag: ['@script', '@browser'],
}, async ({ page, operations, join }) => {
  const { person, applicant } = await applicantAfter(3, { page, operations, join });
  await page.goto('/user/application/next');
  await expect(title(page)).toHaveText('Where have you lived?');
  const none = page.getByLabel('None of the above');
  await page.getByLabel('New York').check();
  await page.getByLabel('New York').uncheck();
  await pressWhereItIs(page, none);
  await expect(none).toBeChecked();

  await answer(applicant, { selected_jurisdictions: [], none: 'YES' });
  await answer(applicant, nameOf(person.ssn));
  await page.goto('/user/application/next');
  await expect(title(page)).toHaveText('Your addresses');
  await fill(page, { 'Street address': '1100 Congress Ave', 'ZIP code': '787' });
  const noOthers = page.getByLabel(/I have no other addresses/);
  await pressWhereItIs(page, noOthers);
  await expect(noOthers).toBeChecked();
  await press(page, 'Continue');
  await expectSummarySeen(page, 'Enter the 5 digits of the ZIP code');
  // The message of a corrected field keeps its space until the form is sent again.
  await fill(page, { 'ZIP code': '78701' });
  await expect(page.getByText('Enter the 5 digits of the ZIP code').first()).toHaveCSS(
    'text-decoration-line',
    'line-through',
  );
  await pressWhereItIs(page, noOthers);
  await expect(noOthers).not.toBeChecked();
});

test('what was filled in before the script ran counts', { tag: ['@script', '@browser'] }, async ({
  page,
  operations,
  join,
  baseURL,
}) => {
  const { person, applicant } = await applicantAfter(3, { page, operations, join });
  await page.goto('/user/application/next');
  const none = page.getByLabel('None of the above');
  const state = page.getByLabel('New York');
  await expect(state).toBeEnabled();
  const show = await holdScripts(page);
  await page.reload({ waitUntil: 'commit' });
  await none.check();
  await show();
  await expect(state).toBeDisabled();
  await none.uncheck();
  await expect(state).toBeEnabled();

  await page.goto('/logout');
  await page.request.post('/hub/api/login', {
    data: { emailaddress: applicant.emailaddress, password: person.password },
    headers: { Origin: baseURL ?? '' },
  });
  const run = await holdScripts(page);
  await page.goto('/verify', { waitUntil: 'commit' });
  await enterCode(page, 'AAAAAA');
  await run();
  await press(page, 'Verify');
  await expectShown(page, 'code.void');
});

test('what was typed is there again after a field is left, after Save and exit, and after the session ended', {
  tag: '@browser',
}, async ({ page, script, operations, join }) => {
  const { person } = await applicantAfter(3, { page, operations, join });

  await page.goto('/user/application/next');
  await page.getByLabel('New York').check();
  if (!script) {
    // Without script both can be checked. The answer says so and keeps both.
    await page.getByLabel('None of the above').check();
    await press(page, 'Continue');
    await expectShown(page, 'application.jurisdictions-both');
    await expect(page.getByLabel('New York')).toBeChecked();
    await page.getByLabel('None of the above').uncheck();
  }
  await press(page, 'Save and exit');
  await expect(page).toHaveURL(/\/user$/);
  await expect(page.getByText('Your application is saved')).toBeVisible();
  await page.goto('/user/application/next');
  await expect(page.getByLabel('New York')).toBeChecked();
  await press(page, 'Continue');
  await expect(title(page)).toHaveText('Your name');

  await expect(page).toHaveTitle(/^Your name - /);
  if (script) await expect(title(page)).toBeFocused();
  const signedIn = await page.context().cookies();
  // With the same path as the real cookie, which therefore replaces it.
  const endedSession = signedIn
    .filter(({ name }) => name === 'session')
    .map((cookie) => ({ ...cookie, value: 'ended' }));

  await expect(page.locator('.rest')).toHaveText(/^About \d+ minutes left$/);
  // The earlier steps are saved, and what is typed now is saved too.
  await expect(page.getByText(/^Saved at/)).toBeVisible();
  const drafted = script ? page.waitForResponse(/\/user\/application\/draft/) : null;
  await fill(page, {
    'First name': 'Joanna',
    'Date of birth': '04/12/2019',
    'Social Security number': person.ssn,
  });
  if (script) {
    await drafted;
    await expect(page.getByText(/^Saved at/)).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('First name', { exact: true })).toHaveValue('Joanna');
    await expect(page.getByLabel('Social Security number', { exact: true })).toHaveValue('');
    await page.context().clearCookies({ name: 'session' });
    await page.context().addCookies(endedSession);
    await press(page, 'Save and exit');
    await expect(page).toHaveURL(/\/login\?ended&next=/);
  } else {
    await press(page, 'Save and exit');
    await page.context().clearCookies({ name: 'session' });
    await page.goto('/user/application/next');
    await expectShown(page, 'login.needed');
    await page.context().addCookies(endedSession);
    await page.goto('/user/application/next');
  }
  await expectShown(page, 'login.session-ended');
  await expectAccessible(page);
  await page.context().addCookies(signedIn);
  await page.goto(new URL(page.url()).searchParams.get('next') ?? '/');
  await expect(title(page)).toHaveText('Your name');
  await expect(page.getByLabel('First name', { exact: true })).toHaveValue('Joanna');
  await expect(page.getByLabel('Date of birth', { exact: true })).toHaveValue('04/12/2019');

  // One submission reports both the wrong dates and the missing number.
  await fill(page, { 'Confirm date of birth': '04/12/2018' });
  await press(page, 'Continue');
  await expectShown(page, 'application.ssn-needed');
  await expect(page.getByText('The two dates are not the same').first()).toBeVisible();
  await fill(page, {
    'Confirm date of birth': '04/12/2019',
    'Social Security number': person.ssn,
    'Confirm Social Security number': person.ssn,
  });
  await press(page, 'Continue');
  await expectShown(page, 'application.too-young');
  const told = page.getByText(/^You must be \d+ or older/).first();
  showsNumbers('applicant.min-age-years', [await readNumbers(told)]);
});

test('a step whose step before was opened again in another window leads back to that one', async ({
  page,
  context,
  operations,
  join,
}) => {
  const { person } = await applicantAfter(3, { page, operations, join });
  await page.goto('/user/application/next');
  await chooseJurisdictions(page);
  const other = await context.newPage();
  await other.goto('/user/application/next');
  await press(other, 'Back');
  await expect(title(other)).toHaveText('Where have you lived?');
  await other.getByLabel('New York').check();
  await press(other, 'Back');
  await expect(title(other)).not.toHaveText('Where have you lived?');
  await fill(page, {
    'First name': person.firstname,
    'Last name': person.lastname,
    'Date of birth': person.dateofbirth,
    'Confirm date of birth': person.dateofbirth,
    'Social Security number': person.ssn,
    'Confirm Social Security number': person.ssn,
  });
  await press(page, 'Continue');
  await expectShown(page, 'application.not-complete');
  await expect(title(page)).toHaveText('Where have you lived?');
  await expectAccessible(page);
  await press(page, 'Continue');
  await expect(title(page)).toHaveText('Your name');
});

test('F86: a typed signature is the name of the signer, and New York is warned of before the submission', async ({
  page,
  script,
  operations,
  join,
}) => {
  const { person, applicant } = await applicantAfter(2, { page, operations, join });
  await page.goto('/user/application/next');
  await page.getByLabel(/^I have read/).check();
  if (script) {
    // The typed signature is collapsed when the pad is ready.
    await expect(page.getByRole('button', { name: 'Clear' })).toBeEnabled();
    await page.getByText('Type your name instead').click();
  }
  await fill(page, { 'Full name': 'T' });
  await press(page, 'Sign and continue');
  await expectShown(page, 'application.signature-name');
  await fill(page, { 'Full name': `${person.firstname} Q. ${person.lastname.toUpperCase()}` });
  await press(page, 'Sign and continue');
  await expect(title(page)).toHaveText('Where have you lived?');

  await answer(applicant, { selected_jurisdictions: [], none: 'YES' });
  await answer(applicant, nameOf(person.ssn));
  await answer(applicant, addressIn('NY'));
  // The notice that New York requires.
  await agree(applicant);
  await page.goto('/user/application/next');
  await expect(title(page)).toHaveText('Review and submit');
  await expect(page.getByText('***-**-0002')).toBeVisible();
  await expect(page.getByText('Your check does not cover New York.')).toBeVisible();
  await expect(page.getByText('Please check your jurisdictions.')).toBeVisible();
  await expectAccessible(page);
});

// Without script the provider's own page takes the card.
test('the payment page keeps its place, and a declined card is seen on a phone', {
  tag: ['@script', '@browser'],
}, async ({ page, join }) => {
  await page.setViewportSize({ width: 390, height: 640 });
  await join(page, makePerson('900-00-0002'));
  await choosePackage(page);
  const terms = page.getByLabel('I have read and agree');
  await expectCardForm(page);
  // The provider's fields look like those of the page, without a border around them.
  const provided = page.frameLocator('iframe[title="Secure payment input frame"]');
  const own = await looksOf(page.getByLabel('Billing ZIP'));
  await expect.poll(() => looksOf(provided.getByLabel('Card number'))).toEqual(own);
  await expect(page.locator('.card-form')).toHaveCSS('border-top-style', 'none');
  await fill(page, { 'Billing ZIP': '1' });
  await pressWhereItIs(page, terms);
  await expect(terms).toBeChecked();
  // Pressing Pay once reports the errors of the fields and of the card.
  await press(page, 'Pay $79');
  await expectSummarySeen(page, /name on (the|your) card/i);
  await expectSummarySeen(page, /card number/i);
  await terms.uncheck();
  await enterCard(page, true, cards.declined);
  await expectSummarySeen(page, 'Your card was declined.');
});
