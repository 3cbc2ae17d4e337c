import { expect, expectAccessible, press, test } from '../../browser/fixtures.ts';
import { lengthOf } from '../../browser/readings.ts';
import { staffOf, staffPassword } from '../../browser/staff.ts';
import { showsSize } from '../../shown.ts';
import { makePerson } from '../acts/person.ts';
import { signIn } from '../acts/registration.ts';
import { findPerson } from '../acts/staff.ts';

test('a note about a person says something: shorter ones are refused and stay in the box', async ({
  page,
  join,
  otherBrowser,
  outbox,
  javaScriptEnabled,
}) => {
  const person = makePerson('900-00-0002');
  await join(page, person);
  const console_ = await otherBrowser();
  const staff = { emailaddress: staffOf(test.info().project.name), password: staffPassword };
  await signIn(console_, outbox, staff);
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
