import { newCompany } from '#test/factories/network.ts';
import { expect, expectAccessible, expectShown, test } from '../browser/fixtures.ts';
import { searchFor } from './acts/network.ts';

test('F39: a company is found by its ShieldLink ID, on the home page and on the search page', async ({
  page,
  operations,
  enter,
}) => {
  const acme = await newCompany(operations, { company_name: 'Acme Search', shieldlink_enabled: true });
  const cedar = await newCompany(operations, { company_name: 'Cedar Found', shieldlink_enabled: true });
  const idOf = async ({ owner }: typeof acme) => (await owner.visitor.caller())?.facts.shieldlinkid ?? 'none';
  await enter(page, acme.owner);
  await searchFor(page, await idOf(cedar));
  await expect(page.getByRole('heading', { name: 'Cedar Found' })).toBeVisible();
  const again = page.getByLabel('ShieldID, ShieldLink ID or email');
  const search = async (words: string) => {
    await again.fill(words);
    await page.getByRole('search').getByRole('button', { name: 'Search' }).click();
  };
  await search('SL000000000');
  await expectShown(page, 'search.shieldlink-not-found');
  await expectAccessible(page);
  await search(await idOf(acme));
  await expectShown(page, 'search.own');
  await search((await idOf(cedar)).toLowerCase());
  await page.getByRole('link', { name: 'Invite company' }).click();
  await expect(page).toHaveURL(/\/user\/network\/inviteshieldlink\?shieldlinkid=SL\d{9}$/);
});
