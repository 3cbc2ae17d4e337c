import type { Page } from '@playwright/test';
import { agree, answer, nameOf, payFor } from '#test/factories/applicants.ts';
import type { VisitedPortal } from '#test/visitor.ts';
import {
  expect,
  expectAccessible,
  expectShown,
  fill,
  type JourneyFixtures,
  press,
  test,
} from '../browser/fixtures.ts';
import { Stopwatch, stopPageClock, untilScripted } from '../browser/stopwatch.ts';
import { showsSize, showsTime } from '../shown.ts';
import { title } from './acts/application.ts';
import { makePerson } from './acts/person.ts';

/** Opens the address step of a new applicant. @returns their account's id */
async function openAddresses(
  page: Page,
  operations: VisitedPortal,
  join: JourneyFixtures['join'],
): Promise<string> {
  const person = makePerson('900-00-0002');
  const joined = await join(page, person);
  const applicant = { ...joined, applicationId: await payFor(operations, joined.accountId) };
  for (let consent = 0; consent < 3; consent += 1) await agree(applicant);
  await answer(applicant, { selected_jurisdictions: [], none: 'YES' });
  await answer(applicant, nameOf(person.ssn));
  await page.goto('/user/application/next');
  await expect(title(page)).toHaveText('Your addresses');
  return joined.accountId;
}

/** The stored current address in one line. */
async function storedAddress({ pool }: VisitedPortal, accountId: string): Promise<string> {
  const { rows } = await pool.query<{ line: string }>(
    `select concat_ws('|', address1, address2, city, state, postalcode) as line from account where id = $1`,
    [accountId],
  );
  return rows[0]?.line ?? '';
}

const wrong = { City: 'Austin', State: 'TX', 'ZIP code': '78799' };

test('F91: an address that is not exact comes back with the exact ones to choose from', async ({
  page,
  join,
  operations,
  script,
}) => {
  const accountId = await openAddresses(page, operations, join);
  await fill(page, { 'Street address': '12 Oak Street', 'Apartment, unit (optional)': 'Apt 4', ...wrong });
  await page.getByLabel(/I have no other addresses/).check();
  await press(page, 'Continue');
  await expectShown(page, 'application.address-choice');
  await expectAccessible(page);
  const choices = page.getByRole('radio');
  await expect(choices).toHaveCount(3);

  // If the form is sent again without a choice, it asks again.
  await press(page, 'Continue');
  // The page scrolls when the answer arrives, which would take a choice away under the pointer.
  if (script) await expect(page.locator('.summary')).toBeFocused();
  await expect(choices).toHaveCount(3);
  await page.getByLabel('12 Oak Street, Portland, OR 97203').check();
  await press(page, 'Continue');
  await expect(title(page)).not.toHaveText('Your addresses');
  expect(await storedAddress(operations, accountId)).toBe('12 Oak Street|Apt 4|Portland|OR|97203');
});

test('what was entered can be kept, for a previous address too', async ({ page, join, operations }) => {
  const accountId = await openAddresses(page, operations, join);
  await fill(page, { 'Street address': '12 Oak Street', ...wrong });
  await press(page, 'Add another address');
  const previous = page.getByRole('region', { name: 'Previous address 1' });
  await previous.getByLabel('Street address').fill('4 Pearl Street');
  await previous.getByLabel('City').fill('Denver');
  await previous.getByLabel('State').selectOption('CO');
  await previous.getByLabel('ZIP code').fill('80299');
  await press(page, 'Continue');
  await expectShown(page, 'application.address-choice');
  await page.getByLabel('Keep what I entered').first().check();
  await previous.getByLabel('4 Pearl Street, Boulder, CO 80302').check();
  await press(page, 'Continue');
  await expect(title(page)).not.toHaveText('Your addresses');
  expect(await storedAddress(operations, accountId)).toBe('12 Oak Street||Austin|TX|78799');
  const { rows } = await operations.pool.query(
    'select address1, city, postalcode from previous_address where account_id = $1',
    [accountId],
  );
  expect(rows).toEqual([{ address1: '4 Pearl Street', city: 'Boulder', postalcode: '80302' }]);
});

test('F91: a suggestion fills in the whole address, with the keyboard alone', {
  tag: ['@script', '@browser'],
}, async ({ page, join, operations }) => {
  await openAddresses(page, operations, join);
  await untilScripted(page);
  const street = page.getByRole('combobox', { name: 'Street address' });
  const list = page.getByRole('listbox', { name: 'Suggested addresses' });

  await street.pressSequentially('Oak Street');
  await expect(list.getByRole('option')).toHaveText(['Oak Street, Austin, TX, USA']);
  await list.getByRole('option').click();
  await expectShown(page, 'application.address-inexact');

  await street.fill('');
  await street.pressSequentially('12 Oak');
  await expect(list.getByRole('option')).toHaveCount(2);
  await expectAccessible(page);
  await street.press('ArrowDown');
  await street.press('ArrowDown');
  await street.press('Enter');
  await expect(page.getByLabel('Apartment, unit')).toBeFocused();
  await expect(list).toBeHidden();
  await expect(street).toHaveValue('12 Oak Street');
  await expect(page.getByLabel('City')).toHaveValue('Portland');
  await expect(page.getByLabel('State')).toHaveValue('OR');
  await expect(page.getByLabel('ZIP code')).toHaveValue('97203');
});

test('suggestions begin at the third character, a moment after the last key', { tag: '@script' }, async ({
  page,
  join,
  operations,
}) => {
  await openAddresses(page, operations, join);
  await untilScripted(page);
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.endsWith('/addresslookup')) asked.push(searchParams.get('text') ?? '');
  });
  const clock = await stopPageClock(page);
  const street = page.getByRole('combobox', { name: 'Street address' });
  await street.fill('Oa');
  await clock.advance(1000);
  const stopwatch = await Stopwatch.start(clock, () => street.fill('Oak'));
  const held = await stopwatch.holdsAt(200, async () => expect(asked).toEqual([]));
  const ended = await stopwatch.endsAt(400, async () => {
    await expect.poll(() => asked.length).toBe(1);
  });
  showsTime('autocomplete.delay', { held, ended });
  showsSize('autocomplete.min-characters', { taken: [asked[0]?.length ?? 0], refused: [2] });
});
