import type { Page } from '@playwright/test';
import { newInvite } from '#modules/network/index.ts';
import { networkTexts } from '#modules/network/texts.ts';
import { DAY, MINUTE } from '#modules/platform/browser.ts';
import { newProvable } from '#test/factories/invite-center.ts';
import { giveScore, newCompany, newScoredPerson } from '#test/factories/network.ts';
import { newPersonWithoutTwoStep } from '#test/factories/people.ts';
import { joinNetwork } from '#test/factories/shieldlink.ts';
import { expect, expectAccessible, expectShown, fill, press } from '../../browser/fixtures.ts';
import { test } from '../../browser/own-portal.ts';
import { Stopwatch } from '../../browser/stopwatch.ts';
import { showsCount, showsTime } from '../../shown.ts';
import { inviteFound, openRowMenu } from '../acts/network.ts';

/** How much time may pass between an action and the next move of the clock. */
const SLACK = 5 * MINUTE;

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
  operations,
}) => {
  const names = ['Abel', 'Bond', 'Cole', 'Dean', 'Ford', 'Gray'];
  const found = await Promise.all(
    names.map((lastname) => newScoredPerson(operations, { lastname, days: 90 })),
  );
  const look = async (n: number) => {
    await nina.goto(`/user/search?searchterm=${found[n]?.emailaddress}`);
    await expect(nina.getByRole('main')).toContainText(names[n] ?? '');
  };
  const searcher = await newPersonWithoutTwoStep(operations, { firstname: 'Nina', lastname: 'Brandt' });
  const inviter = await newScoredPerson(operations, { firstname: 'Omar', lastname: 'Haddad' });
  const invitee = await newScoredPerson(operations);
  const score = nina.getByRole('main').getByText(/^IC0\d/);
  const limitReached = nina.getByText(networkTexts['search.limit-reached']);

  await enter(nina, searcher);
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

  await invite(nina, invitee.emailaddress);
  const omar = await otherBrowser();
  await enter(omar, inviter);
  const invited = await Stopwatch.start(portal, () => invite(omar, invitee.emailaddress));

  const month = 30 * DAY;
  const keptFrom = await searched.holdsAt(month - SLACK, async () => {
    await enter(nina, searcher);
    await look(5);
    await expect(limitReached).toBeVisible();
  });
  const dana = await otherBrowser();
  await enter(dana, invitee);
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
  portal,
  enter,
  operations,
}) => {
  const hidden = await newScoredPerson(operations, { searchable: false });
  const company = await newCompany(operations);
  const member = await newScoredPerson(operations, { firstname: 'Ben', lastname: 'Castel' });
  await joinNetwork(company, member);
  await giveScore(operations, member.accountId, { days: -3 });
  const manager = company.owner;
  const openMenu = async () => {
    await page.goto('/user/network?status=expired');
    await openRowMenu(page, 'Ben Castel');
    return page.getByRole('row').filter({ hasText: 'Ben Castel' });
  };
  await enter(page, manager);
  await (await openMenu()).getByRole('link', { name: 'Request Renewal' }).click();
  const renewal = await Stopwatch.start(portal, async () => {
    await press(page, 'Request Renewal');
    await expectShown(page, 'network.renewal-requested');
  });

  const search = `/user/search?searchterm=${encodeURIComponent(hidden.emailaddress)}`;
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
