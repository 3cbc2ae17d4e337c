import {
  addPasskey,
  createStaffAccount,
  manageTwoStep,
  startPasskey,
  updatePassword,
} from '#modules/identity/index.ts';
import { HOUR, MINUTE } from '#modules/platform/browser.ts';
import { Authenticator } from '#test/factories/authenticator.ts';
import { registerPerson } from '#test/factories/people.ts';
import { addMethod } from '#test/factories/two-step-methods.ts';
import type { Visitor } from '#test/visitor.ts';
import { expect, expectAccessible, expectShown, press } from '../../browser/fixtures.ts';
import type { Outbox } from '../../browser/outbox.ts';
import { test } from '../../browser/own-portal.ts';
import { Stopwatch } from '../../browser/stopwatch.ts';
import { shows, showsCount, showsTime } from '../../shown.ts';
import { makePerson } from '../acts/person.ts';
import { acceptTerms } from '../acts/registration.ts';
import { confirmWith } from '../acts/security.ts';

test.describe.configure({ mode: 'default' });

test('an app is set up within ten minutes, or begun again', async ({ page, portal, script, join }) => {
  const person = makePerson('900-00-0002');
  await join(page, person);
  await page.goto('/user/profile/security/add/app');
  await press(page, 'Continue');
  await expect(page.getByRole('img', { name: 'QR code for the app' })).toBeVisible();
  await portal.advance(10 * MINUTE);
  await page.reload();
  await expectShown(page, 'method.set-up-over');
  await page.getByRole('link', { name: 'Start again' }).click();
  await expect(page.getByRole('dialog').getByLabel('Current password', { exact: true })).toBeVisible();
  const next = page.getByRole('button', { name: 'Continue' });
  if (script) {
    await expect(next).toBeDisabled();
  } else {
    await next.click();
    await expectShown(page, 'password.confirmation-needed');
  }
  await confirmWith(page, person.password);
  await next.click();
  await expect(page.getByRole('img', { name: 'QR code for the app' })).toBeVisible();
});

test('ten methods are begun in an hour', async ({ page, baseURL, join }) => {
  await join(page, makePerson('900-00-0002'));
  await showsCount('method.starts-an-hour-count', async () => {
    const answer = await page.request.post('/hub/api/profile/twofactor', {
      data: { startmethod: { contact_method: 'OTPAPP' } },
      headers: { Origin: baseURL ?? '' },
    });
    return answer.ok();
  });
});

test('a device may take five minutes to make a passkey', async ({ page, portal, join }) => {
  const { visitor } = await join(page, makePerson('900-00-0002'));
  let options = '';
  const begin = () =>
    Stopwatch.start(portal, async () => {
      ({ options } = await visitor.perform(startPasskey, {}));
    });
  const add = async () => {
    await page.goto('/user/profile/security/passkeys/add');
    const answer = new Authenticator(portal.app.url).make(options);
    await visitor.perform(addPasskey, { name: 'Key', answer });
  };
  const early = await begin();
  const held = await early.holdsAt(4 * MINUTE, add);
  const late = await begin();
  const ended = await late.endsAt(5 * MINUTE, () =>
    expect(add()).rejects.toMatchObject({ code: 'identity.passkey-failed' }),
  );
  showsTime('passkey.challenge', { held, ended });
});

test('a person has ten passkeys at most', async ({ page, portal, join }) => {
  const { visitor } = await join(page, makePerson('900-00-0002'));
  await showsCount('passkey.most-count', () =>
    visitor.perform(startPasskey, {}).then(
      async ({ options }) => {
        const answer = new Authenticator(portal.app.url).make(options);
        await visitor.perform(addPasskey, { name: 'Key', answer });
        return true;
      },
      (refusal) => {
        shows('passkey.enough', refusal.text);
        return false;
      },
    ),
  );
});

test('F20: staff meet the terms before the console, and can’t turn off two-step verification', async ({
  page,
  operations,
  enter,
}) => {
  const staff = makePerson('900-00-0002');
  const { ssn: _ssn, dateofbirth: _birth, mobile: _mobile, ...account } = staff;
  await operations.work('journeys.make-staff', (work) => createStaffAccount(work, account));
  await enter(page, staff);
  await page.goto('/admin/tools');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Read the terms');
  await expectAccessible(page);
  await acceptTerms(page);
  // The terms are shown at the address of the page itself, so the address does not tell whether they were accepted.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('User search');
  await expect(page).toHaveURL(/\/admin\/tools$/);
  await page.goto('/user/profile/security/change/off');
  await confirmWith(page, staff.password);
  await press(page, 'Turn off');
  await expectShown(page, 'method.two-step-required');
});

/**
 * Changes a person's password.
 * @returns the link in the mail about it
 */
async function changePassword(visitor: Visitor, newpassword: string, outbox: Outbox, address: string) {
  const before = await outbox.list(address);
  await visitor.perform(updatePassword, { newpassword });
  const { links } = await outbox.wait(address, /password was changed/, before);
  return links.find((link) => link.includes('/undo/')) ?? '';
}

test('a change can be undone for 72 hours', async ({ page, portal, outbox, join }) => {
  let person = await join(page, makePerson('900-00-0002'));
  let link = '';
  const change = (password: string) =>
    Stopwatch.start(portal, async () => {
      link = await changePassword(person.visitor, password, outbox, person.emailaddress);
    });
  const late = await change('velvet-Harbour-4711');
  const ended = await late.endsAt(72 * HOUR, async () => {
    await page.goto(link);
    await expectShown(page, 'undo.over');
  });
  person = await join(page, makePerson('900-00-0002'));
  const early = await change('velvet-Harbour-4711');
  const held = await early.holdsAt(72 * HOUR - 2 * MINUTE, async () => {
    await page.goto(link);
    await press(page, 'Undo this change');
    await expectShown(page, 'undo.done');
  });
  showsTime('undo.lifetime', { held, ended });
});

test('an address that somebody else has proven since is not given back', async ({
  page,
  portal,
  operations,
  outbox,
  join,
}) => {
  const wanted = makePerson('900-00-0002');
  const person = await join(page, wanted);
  const id = await addMethod(operations, person, 'EMAIL', `new.${person.emailaddress}`);
  await person.visitor.perform(manageTwoStep, { copytoprofile: { id } });
  const { links } = await outbox.wait(person.emailaddress, /email address was changed/);
  await registerPerson(operations, wanted);
  await portal.database.query('update account set email_verified_at = now() where emailaddress = $1', [
    wanted.emailaddress,
  ]);
  await page.goto(links.find((link) => link.includes('/undo/')) ?? '');
  await press(page, 'Undo this change');
  await expectShown(page, 'undo.impossible');
});
