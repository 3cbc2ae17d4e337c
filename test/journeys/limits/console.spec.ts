import { newStaff } from '#test/factories/people.ts';
import { expect, expectAccessible, press, test } from '../../browser/fixtures.ts';
import { lengthOf } from '../../browser/readings.ts';
import { showsSize } from '../../shown.ts';
import { makePerson } from '../acts/person.ts';
import { findPerson } from '../acts/staff.ts';

test('a note about a person says something: shorter ones are refused and stay in the box', async ({
  page,
  join,
  otherBrowser,
  operations,
  enter,
  javaScriptEnabled,
}) => {
  const person = makePerson('900-00-0002');
  await join(page, person);
  const console_ = await otherBrowser();
  await enter(console_, await newStaff(operations));
  await findPerson(console_, person, javaScriptEnabled !== false);

  const box = console_.getByRole('textbox', { name: 'Note' });
  await box.evaluate((field) => field.removeAttribute('minlength'));
  await box.fill('Five!');
  await press(console_, 'Save note');
  await expect(box).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(console_);
  const refused = await lengthOf(box);
  await box.fill('Called');
  const taken = await lengthOf(box);
  await press(console_, 'Save note');
  await expect(console_.getByRole('list', { name: 'Notes' }).getByText('Called')).toBeVisible();
  showsSize('note.least-characters', { taken: [taken], refused: [refused] });
});
