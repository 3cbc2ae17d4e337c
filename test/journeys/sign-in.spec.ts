import type { Locator } from '@playwright/test';
import { createStaffAccount } from '#modules/identity/index.ts';
import { identityTimings } from '#modules/identity/limits.ts';
import { SECOND } from '#modules/platform/browser.ts';
import { enterCode, expect, expectAccessible, expectShown, fill, press, test } from '../browser/fixtures.ts';
import { lengthOf } from '../browser/readings.ts';
import { Stopwatch, stopPageClock, untilScripted } from '../browser/stopwatch.ts';
import { showsSize, showsTime } from '../shown.ts';
import { makePerson } from './acts/person.ts';
import { sendJoinForm } from './acts/registration.ts';

test('the owner of an address that somebody else registered joins anew by recovery', async ({
  page,
  outbox,
  otherBrowser,
}) => {
  const person = makePerson('900-00-0002');
  await page.goto('/register');
  await sendJoinForm(page, person);
  await expect(page).toHaveURL(/\/register\/terms$/);
  const owner = await otherBrowser();
  await owner.goto('/forgotpassword');
  await fill(owner, { Email: person.emailaddress });
  await press(owner, 'Continue');
  const { code } = await outbox.wait(person.emailaddress, /new password/i);
  await enterCode(owner, code ?? '');
  await press(owner, 'Continue');
  await expect(owner).toHaveURL(/\/register$/);
  await expectShown(owner, 'recovery.starts-over');
});

test('F2, F11: a person recovers the password and signs in with the new one and a code', {
  tag: '@browser',
}, async ({ page, outbox, script, join }) => {
  const person = makePerson('900-00-0002');
  await join(page, person);
  await page.goto('/logout');
  await expect(page).toHaveURL(/\/login$/);

  await page.getByRole('link', { name: 'Forgot Password?' }).click();
  await expect(page).toHaveURL(/\/forgotpassword$/);
  await expectAccessible(page);
  await press(page, 'Continue');
  await expectShown(page, 'recovery.failure');
  if (script) {
    await fill(page, { Email: 'someone@gmial.com' });
    await page.getByLabel('Email').press('Tab');
    await expectShown(page, 'email.mistyped');
    await expectAccessible(page);
  }
  await fill(page, { Email: person.emailaddress });
  await press(page, 'Continue');
  await expect(page).toHaveURL(/\/forgotpassword\/verification$/);
  if (script) await expect(page.getByRole('textbox').first()).toBeFocused();
  await expectAccessible(page);
  const mail = await outbox.wait(person.emailaddress, /new password/i);
  await enterCode(page, mail.code === 'AAAAAA' ? 'BBBBBB' : 'AAAAAA');
  await press(page, 'Continue');
  await expectShown(page, 'recovery.code-mismatch');
  await enterCode(page, mail.code ?? '');
  await press(page, 'Continue');

  await expect(page).toHaveURL(/\/forgotpassword\/newpassword$/);
  await expectAccessible(page);
  await press(page, 'Update Password');
  await expectShown(page, 'recovery.password-fields');
  await fill(page, { PASSWORD: 'velvet-Harbour-4711', 'CONFIRM PASSWORD': 'velvet-Harbour-4712' });
  await press(page, 'Update Password');
  await expectShown(page, 'password.mismatch');
  await expectShown(page, 'recovery.password-fields');
  const both = [
    page.getByLabel('PASSWORD', { exact: true }),
    page.getByLabel('CONFIRM PASSWORD', { exact: true }),
  ];
  for (const field of both) await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByRole('alert').getByRole('listitem')).toHaveText(['Passwords do not match']);
  await expectAccessible(page);
  await fill(page, { PASSWORD: 'velvet-Harbour-4711', 'CONFIRM PASSWORD': 'velvet-Harbour-4711' });
  if (script) for (const field of both) await expect(field).not.toHaveAttribute('aria-invalid');
  await press(page, 'Update Password');
  await expect(page).toHaveURL(/\/login\?newpassword/);
  await expectShown(page, 'login.password-changed');
  await expectAccessible(page);

  const before = await outbox.list(person.emailaddress);
  await fill(page, { Email: person.emailaddress, Password: 'velvet-Harbour-4711' });
  await press(page, 'Log in');
  await expect(page).toHaveURL(/\/verify$/);
  await expectAccessible(page);
  const { code, links } = await outbox.wait(person.emailaddress, /code/i, before);
  const boxes = page.getByLabel(/^Character \d of 6$/);
  let refused: number[] | null = null;
  if (script) {
    for (let typed = 0; typed < 6; typed += 1) {
      await expect(page.getByRole('button', { name: 'Verify' })).toBeDisabled();
      await boxes.nth(typed).fill('A');
    }
    await expect(page.getByRole('button', { name: 'Verify' })).toBeEnabled();
  } else {
    refused = [];
    for (const typed of ['AAAAA', 'AAAAAAA']) {
      for (const [box, character] of [...typed].entries())
        await boxes.nth(box % 6).pressSequentially(character);
      refused.push(await lengthOf(boxes));
      await press(page, 'Verify');
      await expectShown(page, 'code.too-short');
      await expectAccessible(page);
    }
  }
  await enterCode(page, code === 'AAAAAA' ? 'BBBBBB' : 'AAAAAA');
  const taken = [await lengthOf(boxes)];
  await press(page, 'Verify');
  await expectShown(page, 'code.mismatch');
  if (refused) showsSize('code.length-characters', { taken, refused });
  await expectAccessible(page);

  // The mailed link fills in the boxes. With script the form is sent at once; without script it is sent by the button.
  const link = links.find((each) => each.includes('/verify?code=')) ?? '';
  await page.goto(new URL(link).pathname + new URL(link).search);
  if (!script) await press(page, 'Verify');
  await expect(page).toHaveURL(/\/user$/);
});

test('F5: another way to get the code: a dialog that closes by itself, and a lock between two codes', {
  tag: '@browser',
}, async ({ page, script, baseURL, join }) => {
  const person = makePerson('900-00-0002');
  await join(page, person);
  await page.goto('/logout');
  // With the call, which leaves it to the page to send a code.
  const answer = await page.request.post('/hub/api/login', {
    data: { emailaddress: person.emailaddress, password: person.password },
    headers: { Origin: baseURL ?? '' },
  });
  expect(await answer.json()).toMatchObject({ success: true, twosteprequired: 'YES' });
  await page.goto('/user');
  await expect(page).toHaveURL(/\/verify$/);
  await expectAccessible(page);

  const dialog = page.getByRole('dialog', { name: 'Use another way to verify' });
  await page.getByRole('link', { name: 'Use another way to verify' }).click();
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  // The only method is already chosen.
  await expect(page.getByLabel('Email')).toBeChecked();
  const sendCode = async () => {
    await press(page, 'Continue');
    await expect(page.getByRole('dialog', { name: 'A code is on its way' })).toBeVisible();
  };
  if (script) {
    const clock = await stopPageClock(page);
    const sent = await Stopwatch.start(clock, sendCode);
    await untilScripted(page);
    const closes = identityTimings['code.other-method-closes'];
    const held = await sent.holdsAt(closes - SECOND, () => expect(page).toHaveURL(/\/verify\/method$/));
    const ended = await sent.endsAt(closes, () =>
      expect(page).toHaveURL(/\/verify\?specificmethod=user_email$/),
    );
    showsTime('code.other-method-closes', { held, ended });
    await page.clock.resume();
  } else {
    await sendCode();
    await page.getByRole('link', { name: 'Enter the code' }).click();
  }

  await page.getByRole('link', { name: 'Use another way to verify' }).click();
  await press(page, 'Continue');
  await expectShown(page, 'code.resend-locked');
  await expectAccessible(page);
});

test('F4: a code is pasted, filled in or typed over the six boxes, and Backspace goes back', {
  tag: ['@script', '@browser'],
}, async ({ page, context, outbox, join }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const person = makePerson('900-00-0002');
  await join(page, person);
  await page.goto('/logout');
  const before = await outbox.list(person.emailaddress);
  await fill(page, { Email: person.emailaddress, Password: person.password });
  await press(page, 'Log in');
  await expect(page).toHaveURL(/\/verify$/);
  const boxes = page.getByLabel(/^Character \d of 6$/);
  const held = () => boxes.evaluateAll((all) => all.map((box) => (box as HTMLInputElement).value).join(''));
  const verify = page.getByRole('button', { name: 'Verify' });

  // A password manager or a phone fills the whole code into the first box.
  await boxes.first().fill('ab12cd');
  expect(await held()).toBe('AB12CD');
  await expect(boxes.last()).toBeFocused();
  await expect(verify).toBeEnabled();

  // The first press clears the box, and the next ones go back.
  for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('Backspace');
  expect(await held()).toBe('AB1');
  await expect(boxes.nth(3)).toBeFocused();
  await expect(verify).toBeDisabled();
  await page.keyboard.type('z9');
  expect(await held()).toBe('AB1Z9');
  await expect(boxes.last()).toBeFocused();

  const { code } = await outbox.wait(person.emailaddress, /code/i, before);
  const paste = async (text: string) => {
    await page.evaluate((words) => navigator.clipboard.writeText(words), text);
    await page.keyboard.press('ControlOrMeta+v');
  };
  await paste('Please enter your code');
  await expect(page.getByText('We couldn’t find a 6-character code in that text')).toBeVisible();
  expect(await held()).toBe('AB1Z9');
  await paste(`Your code is: ${code}`);
  expect(await held()).toBe(code);
  await press(page, 'Verify');
  await expect(page).toHaveURL(/\/user$/);
});

test('F7: a page asks every 30 seconds whether its session stands, and leaves when it ended', {
  tag: ['@script', '@browser'],
}, async ({ page, context, join }) => {
  const person = makePerson('900-00-0002');
  await join(page, person);
  const clock = await stopPageClock(page);
  // The page would wait for this answer by its own clock, which is moved on, and then look at its session once more.
  const unread = page.waitForResponse(/\/releasenotes\/unread$/);
  await page.goto('/user');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const asked: string[] = [];
  page.on('request', (request) => {
    if (!request.url().includes('/verifysession')) return;
    expect(request.headers()['x-polling']).toBe('1');
    asked.push(new URL(request.url()).search);
  });
  await untilScripted(page);
  await unread;
  const poll = identityTimings['session.poll'];
  const refresh = identityTimings['session.refresh'];
  /**
   * The page polls when its interval has passed, and not earlier.
   * @returns how long it waited
   */
  const turn = async () => {
    const before = asked.length;
    const waiting = await Stopwatch.start(clock, async () => undefined);
    const held = await waiting.holdsAt(poll - SECOND, async () => {
      await page.evaluate(() => fetch('/healthz'));
      expect(asked.length).toBe(before);
    });
    const ended = await waiting.endsAt(poll, () => expect.poll(() => asked.length).toBeGreaterThan(before));
    return { held, ended };
  };
  const opened = await Stopwatch.start(clock, async () => undefined);
  showsTime('session.poll', await turn());
  for (let passed = 2 * poll; passed < refresh; passed += poll) await turn();
  const held = await opened.holdsAt(refresh - poll, async () =>
    expect(asked.filter((query) => query.includes('refreshdata'))).toEqual([]),
  );
  const ended = await opened.endsAt(refresh, () =>
    expect.poll(() => asked.at(-1)).toContain('refreshdata=true'),
  );
  showsTime('session.refresh', { held, ended });

  await context.clearCookies({ name: 'session' });
  await clock.advance(poll);
  await expect(page).toHaveURL(/\/login/);
});

test('F7: the steps of the sign-in leave as well when the session ended', { tag: '@script' }, async ({
  page,
  context,
  operations,
  join,
  enter,
}) => {
  const person = makePerson('900-00-0002');
  const clock = await stopPageClock(page);
  const endsElsewhere = async () => {
    await untilScripted(page);
    await context.clearCookies({ name: 'session' });
    await clock.advance(identityTimings['session.poll']);
    await expect(page).toHaveURL(/\/login\?ended/);
  };
  await page.goto('/register');
  await sendJoinForm(page, makePerson('900-00-0002'));
  await expect(page).toHaveURL(/\/register\/terms$/);
  await endsElsewhere();

  await join(page, person);
  await page.goto('/logout');
  await page.goto('/login?next=%2Fuser%2Fnetwork');
  await fill(page, { Email: person.emailaddress, Password: person.password });
  await press(page, 'Log in');
  await expect(page).toHaveURL(/\/verify\?next=%2Fuser%2Fnetwork$/);
  await endsElsewhere();
  expect(new URL(page.url()).searchParams.get('next')).toBe('/user/network');

  // The terms that are due are shown over the requested page.
  const { ssn: _ssn, dateofbirth: _birth, mobile: _mobile, ...staff } = makePerson('900-00-0002');
  await operations.work('journeys.make-staff', (work) => createStaffAccount(work, staff));
  await enter(page, staff);
  await page.goto('/admin/tools');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Read the terms');
  // The dialog's own script loads after the page's.
  await expect(page.locator('dialog:modal')).toBeVisible();
  await endsElsewhere();
  expect(new URL(page.url()).searchParams.get('next')).toBe('/admin/tools');
});

test('F13, F17: the profile: a wrong postal code and date of birth are refused, the password changed', async ({
  page,
  join,
  script,
}) => {
  const person = makePerson('900-00-0002');
  await join(page, person);
  await page.goto('/user/profile');
  await expectAccessible(page);
  const postalCode = page.getByLabel('Postal code (optional)');
  // With script, a field is saved when it is left.
  const save = (field: Locator) => (script ? field.press('Tab') : press(page, /^Save$/));
  const refused: number[] = [];
  for (const digits of ['7875', '787512']) {
    await fill(page, {
      'Business name (optional)': 'Whitfield Electrical',
      'Postal code (optional)': digits,
    });
    refused.push(await lengthOf(postalCode));
    await save(postalCode);
    await expect(page.getByText('Enter the 5 digits of the ZIP code').first()).toBeVisible();
  }
  await expect(page.getByLabel('Business name (optional)')).toHaveValue('Whitfield Electrical');
  await fill(page, { 'Postal code (optional)': '78751' });
  await save(postalCode);
  await expect(page.getByText('Enter the 5 digits of the ZIP code')).toHaveCount(0);
  await expect(postalCode).toHaveValue('78751');
  showsSize('profile.postal-code-digits', { taken: [await lengthOf(postalCode)], refused });
  await fill(page, { 'Date of birth (optional)': '04/12/2985' });
  await save(page.getByLabel('Date of birth (optional)'));
  if (!script) await expectShown(page, 'edge.invalid-input');
  await expect(page.getByText('Enter a date before today').first()).toBeVisible();

  await page.goto('/user/profile/security');
  await fill(page, {
    'Current password': person.password,
    'New password': 'velvet-Harbour-4711',
    'Confirm new password': 'velvet-Harbour-4711',
  });
  await press(page, 'Change password');
  await expectShown(page, 'password.updated');
});
