import { expect, expectAccessible, expectShown, press, test } from '../browser/fixtures.ts';
import { VirtualAuthenticator } from '../browser/virtual-authenticator.ts';
import { makePerson } from './acts/person.ts';
import { addPasskey, choosePasskeyAction } from './acts/security.ts';

const security = '/user/profile/security';

test('a removed passkey signs nobody in, until its removal is undone', {
  tag: '@script',
}, async ({ page, outbox, otherBrowser, join }) => {
  const person = makePerson('900-00-0002');
  await join(page, person);
  await VirtualAuthenticator.plugIn(page);
  await page.goto(security);
  await addPasskey(page, 'My phone');
  const added = await outbox.wait(person.emailaddress, /two-step verification was changed/);
  await choosePasskeyAction(page, 'My phone', 'Remove');
  await expectAccessible(page);
  await press(page, 'Remove');
  await expect(page.getByText('Passkey removed')).toBeVisible();
  const { links } = await outbox.wait(person.emailaddress, /two-step verification was changed/, [added]);

  await page.goto('/logout');
  await press(page, 'Use a passkey');
  await expectShown(page, 'passkey.failed');
  await expectAccessible(page);

  const owner = await otherBrowser();
  await owner.goto(links.find((link) => link.includes('/undo/')) ?? '');
  await press(owner, 'Undo this change');
  await expectShown(owner, 'undo.done');
  await press(page, 'Use a passkey');
  await expect(page).toHaveURL(/\/user$/);
});

test('a button for passkeys is there with script alone', async ({ page, script, join }) => {
  await join(page, makePerson('900-00-0002'));
  await page.goto(security);
  await expect(page.getByText('To add one, turn on JavaScript.')).toBeVisible({ visible: !script });
  await expect(page.getByRole('link', { name: 'Add a passkey' })).toBeVisible({ visible: script });
  await page.goto(`${security}/passkeys/add`);
  await expect(page.getByText('Passkeys need JavaScript.')).toBeVisible({ visible: !script });
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible({ visible: script });
  await expectAccessible(page);
  await page.goto('/logout');
  await expect(page.getByRole('button', { name: 'Use a passkey' })).toBeVisible({ visible: script });
});
