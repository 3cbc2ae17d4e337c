import type { Page } from '@playwright/test';
import { contractor } from '#cli/demo/cast.ts';
import { demoPassword } from '#cli/demo/index.ts';
import { newInvite } from '#modules/network/index.ts';
import { networkTexts } from '#modules/network/texts.ts';
import { DAY, MINUTE } from '#modules/platform/browser.ts';
import { newProvable } from '#test/factories/invite-center.ts';
import { newCompany } from '#test/factories/network.ts';
import { expect, expectAccessible, expectShown, fill, press } from '../../browser/fixtures.ts';
import { test } from '../../browser/own-portal.ts';
import { Stopwatch } from '../../browser/stopwatch.ts';
import { showsCount, showsTime } from '../../shown.ts';
import { hideFromSearches, inviteFound } from '../acts/network.ts';

// Searches need people with scores, and invitations need a person who can accept.
test.use({ portalOptions: { command: ['up', '--demo'] } });

/** How much time may pass between an action and the next move of the clock. */
const SLACK = 5 * MINUTE;

const as = (emailaddress: string) => ({ emailaddress, password: demoPassword });

async function invite(page: Page, emailaddress: string): Promise<void> {
  await page.goto('/user/network/invite');
  await fill(page, { 'Email or ShieldID': emailaddress });
  await press(page, 'Send invitation');
  await expectShown(page, 'invitations.sent');
}

test('F41, F53: free searches come back and invitations lapse after thirty days', async ({
  page: nina,
  otherBrowser,
  portal,
  enter,
}) => {
  const look = async (n: number) => {
    await nina.goto(`/user/search?searchterm=${contractor(n).emailaddress}`);
    await expect(nina.getByRole('main')).toContainText(contractor(n).lastname);
  };
  const score = nina.getByRole('main').getByText(/^IC0\d/);
  const limitReached = nina.getByText(networkTexts['search.limit-reached']);

  await enter(nina, as('nina@shieldhub.test'));
  const searched = await Stopwatch.start(portal, () =>
    showsCount('search.free-people', async (n) => {
      await look(n - 1);
      await expect(score.or(limitReached).first()).toBeVisible();
      return score.isVisible();
    }),
  );
  await expectShown(nina, 'search.limit-reached');
  await expect(score).toBeHidden();
  await expectAccessible(nina);
  // A person who was already found is not counted again.
  await look(2);
  await expect(score).toBeVisible();

  await invite(nina, 'dana@shieldhub.test');
  const omar = await otherBrowser();
  await enter(omar, as('omar@shieldhub.test'));
  const invited = await Stopwatch.start(portal, () => invite(omar, 'dana@shieldhub.test'));

  const month = 30 * DAY;
  const keptFrom = await searched.holdsAt(month - SLACK, async () => {
    await enter(nina, as('nina@shieldhub.test'));
    await look(5);
    await expect(limitReached).toBeVisible();
  });
  const dana = await otherBrowser();
  await enter(dana, as('dana@shieldhub.test'));
  await dana.goto('/user');
  const stood = await invited.holdsAt(month - SLACK, async () => {
    await dana.getByRole('link', { name: 'Accept Nina Brandt' }).click();
    await press(dana, 'Accept');
    await expect(dana.getByText('Invitation accepted')).toBeVisible();
    await dana.getByRole('link', { name: 'Accept Omar Haddad' }).click();
    await expect(dana.getByRole('button', { name: 'Accept', exact: true })).toBeVisible();
  });
  const lapsed = await invited.endsAt(month, async () => {
    await press(dana, 'Accept');
    await expectShown(dana, 'invitations.expired');
  });
  showsTime('invitations.lifetime', { held: stood, ended: lapsed });
  await expectAccessible(dana);
  const cameBack = await searched.endsAt(month, async () => {
    await look(5);
    await expect(limitReached).toBeHidden();
    await expect(score).toBeVisible();
  });
  showsTime('search.free-window', { held: keptFrom, ended: cameBack });
});

test('F40, F55: a renewal and a private score are asked for again after a while', async ({
  page,
  otherBrowser,
  portal,
  enter,
  script,
}) => {
  const dana = await otherBrowser();
  await enter(dana, as('dana@shieldhub.test'));
  await hideFromSearches(dana, script);

  const manager = as('manager@acme.test');
  const openMenu = async () => {
    await page.goto('/user/network?q=haddad');
    const row = page.getByRole('row').filter({ hasText: 'Haddad' });
    await row.locator('summary').click();
    return row;
  };
  await enter(page, manager);
  await (await openMenu()).getByRole('link', { name: 'Request Renewal' }).click();
  const renewal = await Stopwatch.start(portal, async () => {
    await press(page, 'Request Renewal');
    await expectShown(page, 'network.renewal-requested');
  });

  const search = '/user/search?searchterm=dana%40shieldhub.test';
  const askButton = page.getByRole('button', { name: /^Request access/ });
  const stale = await page.context().newPage();
  await stale.goto(search);
  await page.goto(search);
  const access = await Stopwatch.start(portal, async () => {
    await askButton.click();
    await expectShown(page, 'search.access-requested');
  });
  await expectAccessible(page);
  await press(stale, /^Request access/);
  await expectShown(stale, 'search.access-requested-before');
  await expectAccessible(stale);
  const week = 7 * DAY;
  const waited = await access.holdsAt(week - SLACK, async () => {
    await enter(page, manager);
    await page.goto(search);
    await expect(page.getByText('Access requested', { exact: true })).toBeVisible();
    await expect(askButton).toBeHidden();
  });
  const again = await access.endsAt(week, async () => {
    await page.goto(search);
    await expect(askButton).toBeVisible();
  });
  showsTime('access.ask-again', { held: waited, ended: again });

  await stale.goto(search);
  await inviteFound(page);
  await press(stale, /^Request access/);
  await expectShown(stale, 'search.access-not-needed');
  await stale.close();

  const fortnight = 14 * DAY;
  const held = await renewal.holdsAt(fortnight - SLACK, async () => {
    await enter(page, manager);
    await expect(await openMenu()).toContainText('asked less than 14 days ago');
  });
  const ended = await renewal.endsAt(fortnight, async () => {
    await expect((await openMenu()).getByRole('link', { name: 'Request Renewal' })).toBeVisible();
  });
  showsTime('renewals.ask-again', { held, ended });
});

test('F66: the code of the Invite Center works for thirty days, however long invitations wait', async ({
  page,
  portal,
  operations,
  outbox,
}) => {
  const person = await newProvable(operations);
  const inviteAs = async (company_name: string) => {
    const { owner } = await newCompany(operations, { company_name });
    await owner.visitor.perform(newInvite, { touser: person.emailaddress });
    const mail = await outbox.wait(person.emailaddress, new RegExp(`^${company_name} invites you`));
    return new URL(mail.links.find((link) => link.includes('/pendinginvites/')) ?? '').pathname;
  };
  let address = '';
  const mailed = await Stopwatch.start(portal, async () => {
    address = await inviteAs('Elm Carpentry');
  });
  await portal.advance(20 * DAY);
  const newer = await inviteAs('Fir Glazing');

  const month = 30 * DAY;
  const held = await mailed.holdsAt(month - SLACK, async () => {
    await page.goto(address);
    await expect(page.getByRole('row').filter({ hasText: 'Fir Glazing' })).toBeVisible();
  });
  await expectAccessible(page);
  const ended = await mailed.endsAt(month, async () => {
    await page.goto(address);
    await expectShown(page, 'center.empty');
  });
  showsTime('center.code-life', { held, ended });
  // The invitation still waits, and the code of its own mail opens it.
  await page.goto(newer);
  await expect(page.getByRole('row').filter({ hasText: 'Fir Glazing' })).toBeVisible();
});
