import type { Page } from '@playwright/test';
import { DAY, MINUTE, SECOND } from '#modules/platform/browser.ts';
import { type TextKey, texts } from '#modules/words.ts';
import { newCompany } from '#test/factories/network.ts';
import { enterCode, expect, expectShown, fill, nextPost, press } from '../../browser/fixtures.ts';
import type { Outbox } from '../../browser/outbox.ts';
import { test } from '../../browser/own-portal.ts';
import { Stopwatch } from '../../browser/stopwatch.ts';
import { showsCount, showsTime } from '../../shown.ts';
import { makePerson, type Person } from '../acts/person.ts';
import { fillJoinForm, sendJoinForm } from '../acts/registration.ts';

test.describe.configure({ mode: 'default' });

/** How much time may pass on the clock while a journey reads a page. */
const SLACK = 2 * MINUTE;

const wrongPassword = 'something-Else-1';

async function logIn(page: Page, { emailaddress }: Person, password: string): Promise<void> {
  await fill(page, { Email: emailaddress, Password: password });
  const answered = nextPost(page);
  await press(page, 'Log in');
  await answered;
}

/** Signs in with the password. @returns the code of the second step */
async function askForCode(page: Page, outbox: Outbox, person: Person): Promise<string> {
  const before = await outbox.list(person.emailaddress);
  await page.goto('/logout');
  await logIn(page, person, person.password);
  await expect(page).toHaveURL(/\/verify$/);
  return (await outbox.wait(person.emailaddress, /code/i, before)).code ?? '';
}

const otherThan = (code: string) => (code === 'AAAAAA' ? 'BBBBBB' : 'AAAAAA');

test('F24: failed sign-ins make it wait from the fifth on, and lock it for fifteen minutes at the tenth', async ({
  page,
  portal,
  join,
}) => {
  const person = makePerson('900-00-0002');
  await join(page, person);
  await page.goto('/logout');
  /** @returns whether the password was checked, which it is not while the person has to wait */
  const fail = async (refusal: TextKey) => {
    const answers = page.getByText(texts['login.failure']).or(page.getByText(texts[refusal]));
    await page.goto('/login');
    await logIn(page, person, wrongPassword);
    await expect(answers.first()).toBeVisible();
    return page.getByText(texts['login.failure']).first().isVisible();
  };
  const slower = await showsCount('login.slower-after-failures', () => fail('edge.throttled'));
  await logIn(page, person, person.password);
  await expectShown(page, 'edge.throttled');

  const locked = await Stopwatch.start(portal, () =>
    showsCount(
      'login.locked-after-failures',
      async (failures) => {
        await portal.advance(5 * SECOND * 2 ** (failures - slower - 1));
        return fail('login.locked');
      },
      slower,
    ),
  );
  const held = await locked.holdsAt(15 * MINUTE - SLACK, async () => {
    await logIn(page, person, person.password);
    await expectShown(page, 'login.locked');
  });
  const ended = await locked.endsAt(15 * MINUTE, async () => {
    await logIn(page, person, person.password);
    await expect(page).toHaveURL(/\/verify$/);
  });
  showsTime('login.lock', { held, ended });
});

test('a code takes five tries, lives ten minutes, and is sent again after thirty seconds', async ({
  page,
  outbox,
  portal,
  join,
}) => {
  const person = makePerson('900-00-0002');
  await join(page, person);
  const wrongTries = async (code: string, tries: number) => {
    for (let left = 4; left > 4 - tries; left -= 1) {
      await enterCode(page, otherThan(code));
      await press(page, 'Verify');
      await expectShown(page, 'code.mismatch');
      const told = left === 0 ? 'Please request a new one' : `You have ${left} ${left > 1 ? 'tries' : 'try'}`;
      await expect(page.getByText(told).first()).toBeVisible();
    }
  };

  const first = await askForCode(page, outbox, person);
  await wrongTries(first, 4);
  await enterCode(page, first);
  await press(page, 'Verify');
  await expect(page).toHaveURL(/\/user$/);

  const second = await askForCode(page, outbox, person);
  await showsCount('code.tries-count', async () => {
    // A separate page for each try, because the refusal of the previous try could be mistaken for the next answer.
    await page.goto('/verify');
    const answered = nextPost(page);
    await enterCode(page, otherThan(second));
    await press(page, 'Verify');
    await answered;
    const answers = page.getByText(texts['code.mismatch']).or(page.getByText(texts['code.void']));
    await expect(answers.first()).toBeVisible();
    return page.getByText(texts['code.mismatch']).first().isVisible();
  });
  await enterCode(page, second);
  await press(page, 'Verify');
  await expectShown(page, 'code.void');

  const askForAnother = async () => {
    await page.goto('/verify/method');
    await page.getByLabel('Email').check();
    await press(page, 'Continue');
  };
  const sendAnother = () =>
    Stopwatch.start(portal, async () => {
      await askForAnother();
      await expect(page.getByRole('dialog', { name: 'A code is on its way' })).toBeVisible();
    });
  let before = await outbox.list(person.emailaddress);
  let lives: Stopwatch | undefined;
  // Repeated if the machine was too slow to check within half a minute.
  await expect(async () => {
    await portal.advance(MINUTE);
    const lock = await sendAnother();
    const held = await lock.holdsAt(20 * SECOND, async () => {
      await askForAnother();
      await expectShown(page, 'code.resend-locked');
    });
    before = await outbox.list(person.emailaddress);
    const ended = await lock.endsAt(30 * SECOND, async () => {
      lives = await sendAnother();
    });
    showsTime('code.resend-lock', { held, ended });
  }).toPass({ timeout: 10 * MINUTE });
  const third = await outbox.wait(person.emailaddress, /code/i, before);
  const held = await lives?.holdsAt(10 * MINUTE - SLACK, async () => {
    await page.goto('/verify');
    await enterCode(page, third.code ?? '');
    await press(page, 'Verify');
    await expect(page).toHaveURL(/\/user$/);
  });

  let fourth = '';
  const lapses = await Stopwatch.start(portal, async () => {
    fourth = await askForCode(page, outbox, person);
  });
  const ended = await lapses.endsAt(10 * MINUTE, async () => {
    await enterCode(page, fourth);
    await press(page, 'Verify');
    await expectShown(page, 'code.void');
  });
  showsTime('code.lifetime', { held: held ?? 0, ended });
});

test('F6: a browser is remembered for thirty days', async ({ page, outbox, portal, join }) => {
  const person = makePerson('900-00-0002');
  await join(page, person);
  await enterCode(page, await askForCode(page, outbox, person));
  await page.getByLabel('Remember this browser for 30 days').check();
  const remembered = await Stopwatch.start(portal, async () => {
    await press(page, 'Verify');
    await expect(page).toHaveURL(/\/user$/);
  });
  const held = await remembered.holdsAt(30 * DAY - SLACK, async () => {
    await page.goto('/login');
    await logIn(page, person, person.password);
    await expect(page).toHaveURL(/\/user$/);
  });
  await page.goto('/logout');
  const ended = await remembered.endsAt(30 * DAY, async () => {
    await logIn(page, person, person.password);
    await expect(page).toHaveURL(/\/verify$/);
  });
  showsTime('browser.remembered', { held, ended });
});

test('whether an address has an account is told twenty times an hour', async ({
  page,
  otherBrowser,
  portal,
  join,
}) => {
  const person = makePerson('900-00-0002');
  await join(page, person);
  const stranger = await otherBrowser();
  await stranger.goto('/register');
  await sendJoinForm(stranger, person);
  await expectShown(stranger, 'register.email-taken');
  const askAgain = async () => {
    // The answer contains no password.
    await fillJoinForm(stranger, person);
    const answered = stranger.waitForResponse(
      (response) => response.request().method() === 'POST' && /\/register(\.data)?$/.test(response.url()),
    );
    await press(stranger, 'Continue');
    return (await answered).status();
  };
  const answers: number[] = [];
  await showsCount(
    'register.tells-an-hour-count',
    async () => {
      const status = await askAgain();
      answers.push(status);
      return status === 400;
    },
    1,
  );
  expect(answers.at(-1)).toBe(429);
  await expectShown(stranger, 'edge.throttled');
  await portal.advance(120 * MINUTE);
  expect(await askAgain()).toBe(400);
  await expectShown(stranger, 'register.email-taken');
});

test('F28: the way to the host of a company works for a minute', async ({ page, portal, operations }) => {
  const { owner } = await newCompany(operations, { branding_hostname: 'lapse', company_name: 'Lapse' });
  const begun = await Stopwatch.start(portal, async () => {
    await page.goto('/login');
    await fill(page, { Email: owner.emailaddress, Password: owner.password });
    await press(page, 'Log in');
    await expect(page).toHaveURL(/lapse\.localhost:\d+\/handoff\//);
  });
  const held = await begun.holdsAt(MINUTE / 2, async () => {
    await page.reload();
    await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible();
  });
  const ended = await begun.endsAt(MINUTE, async () => {
    await press(page, 'Continue');
    await expectShown(page, 'login.hand-off-over');
  });
  showsTime('hand-off.lifetime', { held, ended });
});
