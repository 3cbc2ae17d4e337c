import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newPerson } from '#test/factories/people.ts';
import { buyByCard, enterCard, newBuyer, openShop, pressPay } from '#test/factories/shop.ts';
import { testSecrets } from '#test/secrets.ts';
import { shield } from './terminal.ts';

const shop = await openShop();
const { portal } = shop;
writeFileSync(join(portal.config.dataFolder, 'secrets.json'), JSON.stringify(testSecrets), { mode: 0o600 });

const reconcile = (...words: string[]) =>
  shield(['payments', 'reconcile', ...words], {
    DATABASE_URL: portal.databaseUrl,
    DATA_FOLDER: portal.config.dataFolder,
    STRIPE_SANDBOX_PORT: String(portal.config.payments.sandboxPort),
  });

test('shield payments reconcile exits with 0 while ledger and provider agree; else it prints what differs, and exits with 1', async () => {
  await buyByCard(portal, await newPerson(portal));
  const agreed = await reconcile('--since', '7d');
  expect(agreed).toMatchObject({ code: 0, err: '' });
  expect(agreed.out).toMatch(
    /^The ledger and the payment provider agree on 1 movement of money since 20.*Z\.$/,
  );

  const payment = await pressPay(await newBuyer(shop));
  await enterCard(shop, payment);
  const { code, out, err } = await reconcile('--since', '1d12h');
  expect(code).toBe(1);
  expect(out).toBe(`${payment}: nothing in the ledger, 79.00 USD at the payment provider`);
  expect(err).toMatch(/^1 of 2 movements of money since 20.*Z differs\.$/);
});

test.each([[[]], [['--since', 'soon']]])('it says what is wrong with %j', async (words) => {
  const { code, out, err } = await reconcile(...words);
  expect({ code, out }).toEqual({ code: 64, out: '' });
  expect(err).toContain('--since');
});
