import { newCompany, newScoredPerson } from '#test/factories/network.ts';
import { expect, expectAccessible, expectShown, press, test } from '../browser/fixtures.ts';
import { openRowMenu } from './acts/network.ts';
import { makePerson } from './acts/person.ts';
import { cards, enterCard } from './acts/purchase.ts';
import { registerPerson, signIn } from './acts/registration.ts';

test('D96: a company asks for a package; its link leads a new person through registration to that package, and the receipt back', async ({
  page,
  enter,
  operations,
  outbox,
  otherBrowser,
  script,
}) => {
  const { owner } = await newCompany(operations, { company_name: 'Cedar Framing' });
  const person = makePerson('900-00-0002');
  await enter(page, owner);
  await page.goto('/user/network/invite');
  await page.getByLabel(/Email or ShieldID/).fill(person.emailaddress);
  await page.getByLabel('Background check').selectOption({ label: 'New York Background Check' });
  await expectAccessible(page);
  await press(page, 'Send invitation');
  await expectShown(page, 'invitations.sent');
  await openRowMenu(page, person.emailaddress);
  await page.getByRole('link', { name: 'Copy Purchase Link' }).click();
  const panel = page.getByRole('dialog', { name: 'Purchase Link' });
  await expect(panel).not.toContainText('coupon');
  await expectAccessible(page);
  const link = await page.getByLabel('Link', { exact: true }).inputValue();

  const mail = await outbox.wait(person.emailaddress, /Cedar Framing invites you/);
  expect(mail.links).toContain(link);
  const theirs = await otherBrowser();
  await theirs.goto(link);
  await expect(theirs).toHaveURL(/\/register$/);
  const packagePage = /\/user\/purchase\/selectpackage\?packageid=[0-9a-f-]{36}$/;
  await registerPerson(theirs, outbox, person, packagePage);
  const newYork = theirs.getByRole('radio', { name: /^New York/ });
  await expect(newYork).toBeChecked();
  await expectAccessible(theirs);

  // The same through the sign-in of a person who has signed out.
  await theirs.goto('/logout');
  await expect(theirs).toHaveURL(/\/login/);
  await theirs.goto(link);
  await expect(theirs).toHaveURL(/\/login/);
  await signIn(theirs, outbox, person);
  await expect(theirs).toHaveURL(packagePage);
  await expect(newYork).toBeChecked();
  await press(theirs, 'Continue');
  await expect(theirs).toHaveURL(/\/completepurchase\?purchaseid=/);
  await enterCard(theirs, script, cards.good, '$99');
  await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('Thank you for your purchase');
  await theirs.getByRole('link', { name: 'Continue', exact: true }).click();
  const accept = theirs.getByRole('dialog', { name: 'Accept Invite and Share' });
  await expect(accept).toContainText('Cedar Framing');
  await expect(accept.getByRole('button', { name: 'Continue application' })).toBeVisible();
  await expectAccessible(theirs);

  await page.goto('/user/network');
  await openRowMenu(page, person.emailaddress);
  await page.getByRole('link', { name: 'Show Details' }).click();
  await expect(page.getByRole('dialog')).toContainText('New York Background Check');
  await expectAccessible(page);
});

test('who finds a person may add a check to the invitation', async ({ page, enter, operations }) => {
  const { owner } = await newCompany(operations);
  const person = await newScoredPerson(operations);
  await enter(page, owner);
  await page.goto(`/user/search?searchterm=${encodeURIComponent(person.emailaddress)}`);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Invite with coupon or check' }).click();
  await expect(page.getByLabel(/Email or ShieldID/)).toHaveValue(person.emailaddress);
  await page.getByLabel('Background check').selectOption({ index: 1 });
  await press(page, 'Send invitation');
  await expectShown(page, 'invitations.sent');
});
