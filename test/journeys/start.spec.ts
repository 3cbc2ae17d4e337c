import type { Page } from '@playwright/test';
import { newInvite } from '#modules/network/index.ts';
import { formatDate } from '#modules/platform/browser.ts';
import {
  giveScore,
  moveApplication,
  newApplication,
  newCompany,
  newScoreChange,
  newScoredPerson,
} from '#test/factories/network.ts';
import { newPersonWithoutTwoStep } from '#test/factories/people.ts';
import type { VisitedPortal } from '#test/visitor.ts';
import { expect, expectAccessible, test } from '../browser/fixtures.ts';

/** The start of a purchase, for each kind of person who cannot buy a first check now (D30). */

interface Start {
  is: string;
  title: string;
  /** Where the link to continue leads; null if there is none. */
  onward: RegExp | null;
  make: (portal: VisitedPortal) => ReturnType<typeof newPersonWithoutTwoStep>;
}

const starts: Start[] = [
  {
    is: 'inprogress',
    title: 'Your background check is in progress',
    onward: /\/user\/application/,
    make: async (portal) => {
      const person = await newPersonWithoutTwoStep(portal);
      await newApplication(portal, person.accountId, 'inprogress');
      return person;
    },
  },
  {
    is: 'active',
    title: 'Your ShieldScore is active',
    onward: null,
    make: (portal) => newScoredPerson(portal, { days: 46 }),
  },
  {
    is: 'renewal',
    title: 'Renew your background check',
    onward: /\/user\/purchase\/selectpackage$/,
    make: (portal) => newScoredPerson(portal, { days: 44 }),
  },
  {
    is: 'expired',
    title: 'Your ShieldScore has expired',
    onward: /\/user\/purchase\/selectpackage$/,
    make: (portal) => newScoredPerson(portal, { days: -3 }),
  },
  {
    is: 'blocked',
    title: 'You have more than one open background check',
    onward: null,
    make: async (portal) => {
      const person = await newPersonWithoutTwoStep(portal);
      await newApplication(portal, person.accountId, 'paid');
      await newApplication(portal, person.accountId, 'inprogress');
      return person;
    },
  },
];

test('F69: the card says why a first check cannot be bought now, and leads on', async ({
  page,
  enter,
  operations,
}) => {
  const main = page.getByRole('main');
  for (const { is, title, onward, make } of starts) {
    await test.step(is, async () => {
      await enter(page, await make(operations));
      await page.goto('/user/purchase');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
      await expect(page.getByText('Buying for others')).toBeVisible();
      await expectAccessible(page);
      await expect(main.getByRole('link', { name: 'Continue', exact: true })).toHaveCount(onward ? 1 : 0);
      await main.getByRole('link', { name: onward ? 'Continue' : 'Exit', exact: true }).click();
      await expect(page).toHaveURL(onward ?? /\/user$/);
    });
  }
});

test('D96: whose score is active and who is invited finds the invitation on the card', async ({
  page,
  enter,
  operations,
}) => {
  const { owner } = await newCompany(operations, { company_name: 'Birch & Rowe' });
  const person = await newScoredPerson(operations);
  await owner.visitor.perform(newInvite, { touser: person.accountId });
  await enter(page, person);
  await page.goto('/user/purchase');
  await expect(page.getByText('Birch & Rowe invites you.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Respond' }).click();
  await expect(page.getByRole('dialog', { name: 'Accept Invite and Share' })).toBeVisible();
});

/** A person in the renewal window for whose old check something is still open. */
async function renewing(portal: VisitedPortal, open: 'score change' | 'dispute') {
  const person = await newPersonWithoutTwoStep(portal);
  await giveScore(portal, person.accountId, { days: 20 });
  const { id } = await portal.db
    .selectFrom('application')
    .select('id')
    .where('account_id', '=', person.accountId)
    .executeTakeFirstOrThrow();
  await newScoreChange(portal, person.accountId, id, 'monitorupdate', 'IC03');
  await moveApplication(portal, person.accountId, id, 'monitorrequiresapproval');
  if (open === 'dispute') await moveApplication(portal, person.accountId, id, 'correctionrequest');
  return person;
}

test('D92: a renewal with an open score change or dispute says so, and goes on', async ({
  page,
  enter,
  operations,
}) => {
  for (const [open, says] of [
    ['score change', 'Your updated score is ready for review.'],
    ['dispute', 'Your error report is still open.'],
  ] as const) {
    await test.step(open, async () => {
      await enter(page, await renewing(operations, open));
      await page.goto('/user/purchase/purchasealerts');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Renew your background check');
      await expect(page.getByText(says)).toBeVisible();
      await expectAccessible(page);
    });
  }
  await page.getByRole('main').getByRole('link', { name: 'Continue', exact: true }).click();
  await expect(page).toHaveURL(/\/user\/purchase\/selectpackage$/);
  await expect(page.getByText('National Background Check, renewal')).toBeVisible();
});

const bannerOf = (page: Page, words: string | RegExp) =>
  page.locator('.banner').filter({ has: page.getByText(words, { exact: true }) });

test('F81: the renewal is offered in blue while the score lasts, in red once it has expired, and not before', {
  tag: '@browser-plain',
}, async ({ page, enter, operations }) => {
  const colorOf = (words: string | RegExp) =>
    bannerOf(page, words).evaluate((banner) => getComputedStyle(banner).borderInlineStartColor);
  const enterWith = async (days: number) => {
    const person = await newScoredPerson(operations, { days });
    await enter(page, person);
    return formatDate((await person.visitor.caller())?.facts.certification_expiration ?? '');
  };
  const left = /^Only \d+ days left$/;
  const expires = await enterWith(20);
  await page.goto('/user');
  await expect(bannerOf(page, left)).toContainText(`expires on ${expires}`);
  await expectAccessible(page);
  const blue = await colorOf(left);
  const ended = await enterWith(-3);
  await page.goto('/user');
  const expired = 'Your ShieldScore has expired.';
  await expect(bannerOf(page, expired)).toContainText(`It expired on ${ended}`);
  await expectAccessible(page);
  expect(await colorOf(expired)).not.toBe(blue);
  await enterWith(50);
  await page.goto('/user');
  await expect(page.getByText(/days left/)).toHaveCount(0);
});
