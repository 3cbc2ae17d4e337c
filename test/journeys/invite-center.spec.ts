import type { Page } from '@playwright/test';
import { newInvite } from '#modules/network/index.ts';
import { networkTimings } from '#modules/network/limits.ts';
import { networkTexts } from '#modules/network/texts.ts';
import { SECOND } from '#modules/platform/browser.ts';
import { makeProvable, newProvable, proof } from '#test/factories/invite-center.ts';
import { newCompany } from '#test/factories/network.ts';
import { newPersonWithoutTwoStep, signIn } from '#test/factories/people.ts';
import type { VisitedPortal } from '#test/visitor.ts';
import { expect, expectAccessible, expectShown, fill, press, test } from '../browser/fixtures.ts';
import type { Outbox } from '../browser/outbox.ts';
import { Stopwatch, stopPageClock } from '../browser/stopwatch.ts';
import { shows, showsTime } from '../shown.ts';

const leaves = networkTimings['center.leaves'];
const title = (page: Page) => page.getByRole('heading', { level: 1 });
const acceptAll = (page: Page) => page.getByRole('button', { name: 'Accept All Selected Invitations' });

async function invite(operations: VisitedPortal, company_name: string, touser: string, pdf = false) {
  const company = await newCompany(operations, { company_name });
  await operations.pool.query('update company set network_requires_pdf = $2 where id = $1', [
    company.companyId,
    pdf,
  ]);
  const { inviteid } = await company.owner.visitor.perform(newInvite, { touser });
  return { ...company, inviteid };
}

/** The address of the Invite Center in the mail about an invitation. */
async function centerIn(outbox: Outbox, address: string, from: string): Promise<string> {
  const mail = await outbox.wait(address, new RegExp(`^${from} invites you`));
  return mail.links.find((link) => link.includes('/pendinginvites/')) ?? '';
}

/** If nothing is left to do, the page leads to the login page after eight seconds. */
async function watchLeaving(page: Page, script: boolean, act: () => Promise<void>): Promise<void> {
  if (!script) {
    await act();
    const refresh = page.locator('meta[http-equiv=refresh]');
    await expect(refresh).toHaveAttribute('content', `${leaves / SECOND};url=/login`);
    return;
  }
  const clock = await stopPageClock(page);
  const shown = await Stopwatch.start(clock, act);
  const held = await shown.holdsAt(leaves - SECOND, () => expect(title(page)).toBeVisible());
  const ended = await shown.endsAt(leaves, () => expect(page).toHaveURL(/\/login$/));
  showsTime('center.leaves', { held, ended });
  await page.clock.resume();
}

test('F66: who follows the link of a mail sees who invites, proves to be the person and accepts', async ({
  page,
  script,
  operations,
  outbox,
}) => {
  const person = await newProvable(operations);
  const first = await invite(operations, 'Cedar Framing', person.emailaddress);
  await invite(operations, 'Harbor Works', person.emailaddress, true);
  const address = await centerIn(outbox, person.emailaddress, 'Harbor Works');

  const { body } = await operations
    .visitor({ address: '198.18.9.9' })
    .call('POST', '/network/acceptpendinginvites', {
      invitecode: address.split('/').at(-1),
      invites: [first.inviteid],
    });
  expect(body.success).toBe(false);
  shows('center.proof-needed', body.error_message);

  await page.goto(address);
  await expect(title(page)).toHaveText('Invite Center');
  await expect(page.getByRole('row')).toHaveCount(3);
  await expect(page.getByRole('row').nth(1)).toContainText(/Harbor Works.*\d\d\/\d\d\/\d{4}/);
  await expect(page.getByRole('switch')).toHaveCount(0);
  await expectAccessible(page);
  await press(page, 'Turn off Auto Accept Network Invites');
  await expectShown(page, 'center.turned-off');
  await page.getByRole('link', { name: 'Accept invitations' }).click();
  await fill(page, { 'Date of birth': proof.dateofbirth });
  await page.getByLabel(/^Last four digits/).fill('1234');
  await press(page, 'Continue');
  await expectShown(page, 'score.proof-mismatch');
  await expectAccessible(page);
  await fill(page, { 'Date of birth': proof.dateofbirth });
  await page.getByLabel(/^Last four digits/).fill(proof.ssnlast4);
  await press(page, 'Continue');

  await expect(acceptAll(page)).toBeVisible();
  await expect(page.getByText('Asks to see your score and full report.')).toBeVisible();
  await expectAccessible(page);
  if (script) await expect(acceptAll(page)).toBeDisabled();
  else {
    await acceptAll(page).click();
    await expectShown(page, 'center.none-selected');
    await expectAccessible(page);
  }
  // An invitation that was canceled in the meantime is named, and nothing is left to accept.
  await page.getByRole('switch', { name: 'Accept Cedar Framing' }).check();
  if (script) await expect(acceptAll(page)).toBeEnabled();
  const owner = await signIn(operations, first.owner);
  await owner.call('POST', '/network/cancelinvite', { inviteid: first.inviteid });
  await acceptAll(page).click();
  await expectShown(page, 'center.none-accepted');
  await expect(page.getByRole('alert')).toContainText(`Cedar Framing: ${networkTexts['invitations.closed']}`);
  await expect(page.getByRole('switch', { name: 'Accept Cedar Framing' })).toHaveCount(0);
  await expectAccessible(page);

  await page.getByRole('switch', { name: 'Accept Harbor Works' }).check();
  await page.getByRole('switch', { name: 'Auto Accept Network Invites' }).check();
  await watchLeaving(page, script, async () => {
    await acceptAll(page).click();
    await expectShown(page, 'center.done');
  });
  if (!script) {
    await expect(page.getByRole('listitem').filter({ hasText: 'Harbor Works' })).toContainText('Accepted');
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Open it now' }).click();
    await expect(page).toHaveURL(/\/login$/);
  }
  const { rows } = await operations.pool.query(
    'select network_autoacceptinvite as auto from account where id = $1',
    [person.accountId],
  );
  expect(rows).toEqual([{ auto: true }]);

  await watchLeaving(page, script, async () => {
    await page.goto(address);
    await expect(title(page)).toHaveText(networkTexts['center.empty']);
  });
  await page.goto(address);
  await expectShown(page, 'center.empty');
  await expectAccessible(page);
  await page.goto('/pendinginvites/nobody-made-this-code');
  await expectShown(page, 'center.empty');
  await page.getByRole('link', { name: 'Open it now' }).click();
  await expect(page).toHaveURL(/\/login$/);
});

test('F66: who is signed in needs no proof, and without a check learns what is missing', async ({
  page,
  script,
  operations,
  outbox,
  enter,
}) => {
  const person = await newPersonWithoutTwoStep(operations);
  await makeProvable(operations, person.accountId);
  await invite(operations, 'Birch Roofing', person.emailaddress);
  await enter(page, person);
  await page.goto(await centerIn(outbox, person.emailaddress, 'Birch Roofing'));
  await expectShown(page, 'invitations.check-first');
  await expect(page.getByRole('switch', { name: 'Accept Birch Roofing' })).toBeDisabled();
  if (script) await expect(acceptAll(page)).toBeDisabled();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Background check' }).click();
  await expect(page).toHaveURL(/\/user\/purchase\//);
});
