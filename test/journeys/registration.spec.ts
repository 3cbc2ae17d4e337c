import { newCompany } from '#test/factories/network.ts';
import { newPersonWithoutTwoStep } from '#test/factories/people.ts';
import { enterCode, expect, expectAccessible, expectShown, fill, press, test } from '../browser/fixtures.ts';
import { makePerson } from './acts/person.ts';
import { acceptTerms, registerPerson, sendJoinForm } from './acts/registration.ts';

test('F1, F8: a person joins, and can neither join again nor sign in with a wrong password', async ({
  page,
  outbox,
  script,
}) => {
  const person = makePerson('900-00-0002');
  await registerPerson(page, outbox, person);
  await page.context().clearCookies();

  await page.goto('/register');
  await press(page, 'Continue');
  await expectShown(page, 'register.missing-fields');
  await expectAccessible(page);

  await fill(page, {
    'First name': person.firstname,
    'Last name': person.lastname,
    Email: person.emailaddress.toUpperCase(),
    Mobile: person.mobile,
    Password: 'kQz4-w9R',
    'Confirm password': 'kQz4-w9R',
    'I agree to the terms': true,
  });
  await press(page, 'Continue');
  await expectShown(page, 'password.weak');
  await fill(page, { Password: person.password, 'Confirm password': person.password });
  await press(page, 'Continue');
  await expectShown(page, 'register.email-taken');
  await expect(page.getByLabel('First name')).toHaveValue(person.firstname);
  // The server's answer contains no password. With script the page was not left, so the fields keep their values.
  if (!script) await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');

  await page.goto('/login');
  await expectAccessible(page);
  await press(page, 'Log in');
  await expectShown(page, 'login.missing-fields');
  for (const label of ['Email', 'Password']) {
    const field = page.getByLabel(label, { exact: true });
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await field.fill('a');
    // Without script, the highlight disappears with the next answer.
    if (script) await expect(field).not.toHaveAttribute('aria-invalid', 'true');
  }
  await fill(page, { Email: person.emailaddress, Password: 'something-Else-1' });
  await press(page, 'Log in');
  await expectShown(page, 'login.failure');
  await expectAccessible(page);
});

test('a mistyped address is corrected where its code is asked for', async ({
  page,
  context,
  script,
  outbox,
  operations,
}) => {
  const person = makePerson('900-00-0002');
  const password = `copper.lantern.${person.emailaddress}`;
  const typed = { ...person, emailaddress: `mistyped.${person.emailaddress}`, password };
  await page.goto('/register');
  await sendJoinForm(page, typed);
  await acceptTerms(page);
  await expect(page).toHaveURL(/\/register\/verification$/);
  await page.getByRole('link', { name: 'Wrong address? Change it' }).click();
  await expect(page.getByRole('heading', { name: 'Change your email address' })).toBeVisible();
  await expectAccessible(page);
  await fill(page, { Email: (await newPersonWithoutTwoStep(operations)).emailaddress });
  await press(page, 'Send a new code');
  await expectShown(page, 'register.email-taken');
  await expectAccessible(page);
  await fill(page, { Email: password });
  await press(page, 'Send a new code');
  await expectShown(page, 'register.address-is-password');
  await fill(page, { Email: person.emailaddress });
  await press(page, 'Send a new code');
  await expect(page).toHaveURL(/\/register\/verification$/);
  await expectShown(page, 'register.address-corrected');
  await expectAccessible(page);
  const { links } = await outbox.wait(typed.emailaddress, /verif/i);
  const replaced = new URL(links.find((each) => each.includes('/register/verification?code=')) ?? '');
  await page.goto(replaced.pathname + replaced.search);
  await expectShown(page, 'register.link-code-over');
  await expectAccessible(page);
  const older = await context.newPage();
  await older.goto('/register/verification/address');
  await fill(older, { Email: typed.emailaddress });
  const { code } = await outbox.wait(person.emailaddress, /code|verif/i);
  await enterCode(page, code ?? '');
  await press(page, 'Continue');
  await expect(page).toHaveURL(/\/user\?gettingstarted/);
  await press(older, 'Send a new code');
  if (script) await expectShown(older, 'register.address-verified');
  else await expect(older).toHaveURL(/\/user$/);
});

test('a domain that is probably mistyped or temporary is hinted at, and used anyway', {
  tag: '@browser',
}, async ({ page, script, join }) => {
  const person = makePerson('900-00-0002');
  const [name] = person.emailaddress.split('@');
  await page.goto('/register');
  if (script) {
    const email = page.getByLabel('Email', { exact: true });
    await email.fill(`${name}@mailinator.com`);
    await email.press('Tab');
    await expectShown(page, 'email.disposable');
    await email.fill(`${name}@gmial.com`);
    await email.press('Tab');
    await expectShown(page, 'email.mistyped');
    await expectAccessible(page);
    await press(page, 'gmail.com');
    await expect(email).toHaveValue(`${name}@gmail.com`);
    await expect(page.getByRole('button', { name: 'gmail.com' })).toHaveCount(0);
  }
  await sendJoinForm(page, { ...person, emailaddress: `${name}@gmial.com` });
  await acceptTerms(page);
  await expect(page).toHaveURL(/\/register\/verification$/);
  await expect(page.getByText('Did you mean gmail.com?')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Use it anyway' }).click();
  await expect(page.getByText('Did you mean gmail.com?')).toHaveCount(0);
  await expect(page.getByText('@gmial.com')).toBeVisible();
  await page.goto('/register/verification');
  await page.getByRole('link', { name: 'Change it', exact: true }).click();
  await fill(page, { Email: `${name}@yopmail.com` });
  await press(page, 'Send a new code');
  await expectShown(page, 'email.disposable');
  await expectAccessible(page);

  await join(page, makePerson('900-00-0002'));
  await page.goto('/user/profile/email');
  await page.getByLabel('New email address').fill(`new.${name}@yahoo.con`);
  await press(page, 'Send a code');
  await expect(page.getByText('Did you mean yahoo.com?')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Use it anyway' }).click();
  await expect(page.getByText('Did you mean yahoo.com?')).toHaveCount(0);
});

test('who was invited by mail sees by whom, and their address stands in the form', async ({
  page,
  enter,
  otherBrowser,
  outbox,
  operations,
}) => {
  const person = makePerson('900-00-0002');
  const company = await otherBrowser();
  await enter(company, (await newCompany(operations, { company_name: 'Acme Builders' })).owner);
  await company.goto('/user/network/invite');
  await fill(company, { 'Email or ShieldID': person.emailaddress });
  await press(company, 'Send invitation');
  await expectShown(company, 'invitations.sent');
  const { links } = await outbox.wait(person.emailaddress, /invit/i);
  const link = links.find((each) => each.includes('/link/')) ?? '';
  await page.goto(link);
  await expect(page).toHaveURL(/\/register$/);
  await expect(page.getByText('Acme Builders invited you.')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(person.emailaddress);
  await expectAccessible(page);
});
