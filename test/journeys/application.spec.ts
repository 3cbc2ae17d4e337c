import { addressIn, agree, answer, nameOf, payUnverified } from '#test/factories/applicants.ts';
import { expect, expectAccessible, expectShown, fill, press, test } from '../browser/fixtures.ts';
import { readNumbers } from '../browser/readings.ts';
import { showsNumbers } from '../shown.ts';
import { title } from './acts/application.ts';
import { makePerson } from './acts/person.ts';

test('F84 to F91: each step of an application says what is missing, and keeps what was entered', async ({
  page,
  join,
  operations,
}) => {
  const person = { ...makePerson('900-00-0002'), firstname: 'Pat', lastname: 'Person' };
  const registered = await join(page, person);
  const applicationId = await payUnverified(operations, registered.accountId);
  const applicant = { ...registered, applicationId };
  const open = async (heading: string) => {
    await page.goto('/user/application/next');
    await expect(title(page)).toHaveText(heading);
    await expectAccessible(page);
  };

  await page.goto('/user/application/next');
  await expect(page).toHaveURL(/\/user\/application\/1/);
  await expect(page.getByRole('article')).toHaveCount(1);
  await press(page, /continue$/i);
  await expectShown(page, 'application.acknowledgement-needed');
  await agree(applicant);
  await agree(applicant);

  await open('Authorize your background check');
  await page.getByLabel(/^I have read/).check();
  await press(page, 'Sign and continue');
  await expectShown(page, 'application.signature-needed');
  await agree(applicant);

  await open('Where have you lived?');
  await press(page, 'Continue');
  await expectShown(page, 'application.jurisdictions-needed');
  await answer(applicant, { selected_jurisdictions: ['CA'], none: 'NO' });

  await open('Your name');
  const birth = { 'Date of birth': person.dateofbirth, 'Confirm date of birth': person.dateofbirth };
  await fill(page, { 'First name': 'Joanna', ...birth });
  await press(page, 'Continue');
  await expectShown(page, 'application.ssn-needed');
  await expect(page.getByLabel('First name', { exact: true })).toHaveValue('Joanna');
  await fill(page, {
    'Social Security number': person.ssn,
    'Confirm Social Security number': '900-00-9999',
    ...birth,
  });
  await press(page, 'Continue');
  await expect(page.getByText('The two numbers are not the same').first()).toBeVisible();
  await answer(applicant, nameOf(person.ssn));

  await open('Your addresses');
  await fill(page, { 'Street address': '12 Oak Street', City: 'Austin', State: 'TX', 'ZIP code': '78701' });
  await press(page, 'Continue');
  const missing = page.getByText(/^Add where else you lived in the last \d+ years/).first();
  showsNumbers('address.history-years', [await readNumbers(missing)]);
  await answer(applicant, addressIn('TX'));

  await open('California notice');
  await expect(page.getByRole('article')).toContainText('California Investigative Consumer Reporting');
  await agree(applicant);

  await open('Verify your identity');
  await press(page, 'Start verification');
  await expectShown(page, 'verification.agreement-needed');
});
