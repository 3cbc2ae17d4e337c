import type { Page } from '@playwright/test';
import {
  acceptInvite,
  cancelInvite,
  getInviteLink,
  getPaymentOptions,
  newInvite,
} from '#modules/network/index.ts';
import { DAY, newId } from '#modules/platform/index.ts';
import { newApplication, newCompany, newScoredPerson, type TestCompany } from '#test/factories/network.ts';
import { newPersonWithoutTwoStep, type Registered } from '#test/factories/people.ts';
import type { VisitedPortal } from '#test/visitor.ts';
import { enterCode, expect, expectAccessible, expectShown, fill, press, test } from '../browser/fixtures.ts';
import { untilScripted } from '../browser/stopwatch.ts';
import { signIn } from './acts/registration.ts';

/** Where a link leads (doc1 §4), both for the person it is for and for others. */

const title = (page: Page) => page.getByRole('heading', { level: 1 });
const accepting = /\/user\/invitations\/[0-9a-f-]{36}\/accept$/;

/** An invitation of a company, and the path of its link. */
async function invite({ owner }: TestCompany, touser: string, more: object = {}) {
  const { inviteid } = await owner.visitor.perform(newInvite, { touser, ...more });
  const { network_invite_url } = await owner.visitor.perform(getInviteLink, { inviteid });
  return { inviteid, path: new URL(network_invite_url).pathname, url: network_invite_url };
}

async function expire(operations: VisitedPortal, inviteid: string): Promise<void> {
  const ago = (days: number) => new Date(operations.clock.now().getTime() - days * DAY);
  await operations.pool.query('update connection set invited_at = $2, invite_expires_at = $3 where id = $1', [
    inviteid,
    ago(31),
    ago(1),
  ]);
}

test('F65: a link without anything behind it says so; one to another address names both, and offers what to do (D115)', async ({
  page,
  otherBrowser,
  enter,
  operations,
  outbox,
}) => {
  const company = await newCompany(operations, { company_name: 'Quarry Works' });
  const [invited, stranger] = [await newScoredPerson(operations), await newScoredPerson(operations)];
  const theirs = await invite(company, invited.emailaddress);
  const canceled = await invite(company, `gone.${newId()}@example.com`);
  await company.owner.visitor.perform(cancelInvite, { inviteid: canceled.inviteid });

  const other = await otherBrowser();
  await enter(other, stranger);
  for (const reader of [page, other]) {
    await reader.goto('/link/no-such-link');
    await expectShown(reader, 'invitations.link-dead');
    await reader.goto(canceled.path);
    await expect(title(reader)).toHaveText('This invitation was canceled');
    await expect(reader.getByText('The invitation from Quarry Works was canceled on')).toBeVisible();
  }
  await other.goto(theirs.path);
  await expect(title(other)).toHaveText('This invitation is for another address');
  await expect(other.getByText(invited.emailaddress).first()).toBeVisible();
  await press(other, 'Send a code');
  const { code } = await outbox.wait(invited.emailaddress, /Confirm your email address/);
  await enterCode(other, code ?? '');
  await press(other, 'Take the invitation');
  await expectShown(other, 'invitations.other-account');
  await press(other, 'Ask Quarry Works');
  await expectShown(other, 'invitations.own-asked');
  await press(other, 'Log out and continue');
  await expect(other).toHaveURL(/\/login$/);
  await expect(other.getByText('Quarry Works invited you.')).toBeVisible();
  await expect(other.getByLabel('Email')).toHaveValue(invited.emailaddress);
});

test('while one form of a page is sent, the buttons of its other forms keep their words', {
  tag: ['@script', '@browser'],
}, async ({ page, enter, operations }) => {
  const company = await newCompany(operations, { company_name: 'Quarry Works' });
  const { path } = await invite(company, `someone.${newId()}@example.com`);
  await enter(page, await newScoredPerson(operations));
  await page.goto(path);
  await untilScripted(page);
  const answered = Promise.withResolvers<void>();
  await page.route(/\/link\/.*\.data/, async (route) => {
    await answered.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Send a code' }).click();
  await expect(page.getByRole('button', { name: 'Sending' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Log out and continue' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Ask Quarry Works' })).toBeVisible();
  answered.resolve();
  await expect(page.getByRole('button', { name: 'Take the invitation' })).toBeVisible();
});

test('F65: the invited person comes through the sign-in to the invitation, and once only', async ({
  page,
  outbox,
  operations,
}) => {
  const company = await newCompany(operations, { company_name: 'Quarry Works' });
  const invited = await newScoredPerson(operations);
  const { inviteid, path } = await invite(company, invited.emailaddress);
  await page.goto(path);
  await expect(page).toHaveURL(/\/login$/);
  await signIn(page, outbox, invited);
  await expect(page).toHaveURL(accepting);
  await expectAccessible(page);
  await page.goto('/logout');
  await expect(page).toHaveURL(/\/login/);
  await signIn(page, outbox, invited);
  await expect(page).toHaveURL(/\/user$/);

  await invited.visitor.perform(acceptInvite, { inviteid });
  await page.goto(path);
  await expect(page).toHaveURL(/\/user$/);
  await expectShown(page, 'invitations.accepted-before');
  await expectAccessible(page);

  const late = await invite(await newCompany(operations), invited.emailaddress);
  await expire(operations, late.inviteid);
  await page.goto(late.path);
  await expect(title(page)).toHaveText('This invitation has expired');

  await page.goto('/logout');
  await page.goto(path);
  await expect(page.getByText('The invitation from Quarry Works was already accepted.')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(invited.emailaddress);
});

test('F65: the links of a person and of a company ask first, and ‘Not now’ leaves nothing behind', async ({
  page,
  outbox,
  operations,
}) => {
  const host = await newScoredPerson(operations, { businessname: 'Harbor Joinery' });
  const company = await newCompany(operations, { company_name: 'Slate Roofers' });
  const { rows } = await operations.pool.query<{ id: string }>(
    'select shieldlinkid as id from company where id = $1',
    [company.companyId],
  );
  const member = await newPersonWithoutTwoStep(operations);
  // Such a link does not identify the reader, so people with an account go to the sign-in.
  await page.goto(`/link/${host.shieldId}`);
  await expect(page).toHaveURL(/\/register$/);
  await signIn(page, outbox, member);
  await expect(title(page)).toHaveText('Connect with Harbor Joinery?');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Not now' }).click();
  await expect(page).toHaveURL(/\/user$/);
  await page.goto('/logout');
  await expect(page).toHaveURL(/\/login/);
  await signIn(page, outbox, member);
  await expect(page).toHaveURL(/\/user$/);

  await page.goto(`/link/${rows[0]?.id}`);
  await expect(title(page)).toHaveText('Connect with Slate Roofers?');
  await press(page, 'Continue');
  await expect(page).toHaveURL(accepting);
  await expect(page.getByRole('dialog')).toContainText('Slate Roofers');
  await page.goto('/user');
  await expect(page.getByText('1 waiting')).toBeVisible();
});

test('F65: a purchase link leads whose check is in progress, and whose score is valid, to the card that says so', async ({
  page,
  otherBrowser,
  enter,
  operations,
}) => {
  const company = await newCompany(operations, { company_name: 'Beacon Paving' });
  const { packages } = await company.owner.visitor.perform(getPaymentOptions, {});
  const askToBuy = ({ emailaddress }: Registered) =>
    invite(company, emailaddress, { purchase_package: packages[0]?.id });

  const valid = await newScoredPerson(operations);
  await enter(page, valid);
  await page.goto((await askToBuy(valid)).path);
  await expect(title(page)).toHaveText('Your ShieldScore is active');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Respond' }).click();
  await expect(page).toHaveURL(accepting);
  await expect(page.getByRole('dialog')).toContainText('Beacon Paving');

  const busy = await newPersonWithoutTwoStep(operations);
  await newApplication(operations, busy.accountId, 'inprogress');
  const theirs = await otherBrowser();
  await enter(theirs, busy);
  await theirs.goto((await askToBuy(busy)).path);
  await expect(title(theirs)).toHaveText('Your background check is in progress');
});

test('F65: the link of a company with a host of its own leads to that host, before and after the sign-in', async ({
  page,
  baseURL,
  operations,
}) => {
  const branding_hostname = `quay-${newId().slice(-8)}`;
  const company = await newCompany(operations, { company_name: 'Quay Marine', branding_hostname });
  const branded = baseURL?.replace('//localhost', `//${branding_hostname}.localhost`) ?? '';
  await expect
    .poll(async () => (await page.goto(`${branded}/login`))?.url())
    .toMatch(new RegExp(`^${branded}/login`));

  const address = `new.${newId()}@example.com`;
  const fresh = await invite(company, address);
  expect(fresh.url).toBe(branded + fresh.path);
  await page.goto(fresh.url);
  await expect(page).toHaveURL(`${branded}/register`);
  await expect(page.getByText('Quay Marine invited you.')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(address);

  const invited = await newScoredPerson(operations);
  const known = await invite(company, invited.emailaddress);
  await page.goto(known.url);
  await expect(page).toHaveURL(`${branded}/login`);
  await fill(page, { Email: invited.emailaddress, Password: invited.password });
  await press(page, 'Log in');
  await expect(page).toHaveURL(accepting);
  expect(new URL(page.url()).origin).toBe(branded);
  await expectAccessible(page);

  await page.goto(`${branded}/link/no-such-link`);
  await expectShown(page, 'invitations.link-dead');
});
