import type { Page } from '@playwright/test';
import { contractor } from '#cli/demo/cast.ts';
import { demoPassword } from '#cli/demo/index.ts';
import { networkTexts } from '#modules/network/texts.ts';
import { DAY, MINUTE } from '#modules/platform/browser.ts';
import { expect, expectAccessible, expectShown, fill, press } from '../../browser/fixtures.ts';
import { test } from '../../browser/own-portal.ts';
import { Stopwatch } from '../../browser/stopwatch.ts';
import { showsCount, showsTime } from '../../shown.ts';

// Searches need people with scores, and invitations need a person who may accept.
test.use({ portalOptions: { command: ['up', '--demo'] } });

/** Time that may pass between an action and the next move of the clock. */
const SLACK = 5 * MINUTE;

const as = (emailaddress: string) => ({ emailaddress, password: demoPassword });

async function invite(page: Page, emailaddress: string): Promise<void> {
  await page.goto('/user/network/invite');
  await fill(page, { 'Email or ShieldID': emailaddress });
  await press(page, 'Send invitation');
  await expectShown(page, 'invitations.sent');
}

test('free searches come back and invitations lapse after thirty days', async ({
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
  // A person who was found before is not counted again.
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
