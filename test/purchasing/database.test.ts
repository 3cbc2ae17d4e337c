import { expect, test } from 'vitest';
import { newId } from '#modules/platform/index.ts';
import { setPurchaseConfirmed } from '#modules/purchasing/index.ts';
import { enterCard, newBuyer, openShop, pressPay } from '#test/factories/shop.ts';
import { runAsOwner } from '#test/sql.ts';

/** What the database itself refuses. */
const shop = await openShop();
const { pool } = shop.portal;

const paid = await newBuyer(shop);
await enterCard(shop, await pressPay(paid));
await paid.visitor.perform(setPurchaseConfirmed, { purchaseid: paid.purchaseId });
const open = await newBuyer(shop);
await pressPay(open);

const insertPurchase = (values: string) =>
  `insert into purchase (id, account_id, package_id, package_descrip, renewal, amount_cents, currency, status,
     created_at, paid_at, closed_at, transaction_id)
   select gen_random_uuid(), account_id, package_id, 'x', false, ${values} from purchase where id = '${open.purchaseId}'`;
const insertAttempt = (values: string) =>
  `insert into payment_attempt (id, purchase_id, kind, state, provider_id, created_at, ended_at)
   values (gen_random_uuid(), '${open.purchaseId}', ${values})`;
const insertEntry = (values: string) =>
  `insert into ledger_entry (id, purchase_id, account_id, leg, kind, amount_cents, currency, provider_id, charge_id,
     recorded_at)
   values (gen_random_uuid(), '${paid.purchaseId}', '${paid.accountId}', 'buyer', ${values}, now())`;

test.each([
  [
    'a second open purchase of one person',
    insertPurchase(`7900, 'usd', 'open', now(), null, null, null`),
    'purchase_open_key',
  ],
  [
    'a negative price',
    insertPurchase(`-1, 'usd', 'closed', now(), null, now(), null`),
    'purchase_amount_cents_check',
  ],
  [
    'another currency',
    insertPurchase(`7900, 'eur', 'closed', now(), null, now(), null`),
    'purchase_currency_check',
  ],
  [
    'a status that is none',
    insertPurchase(`7900, 'usd', 'lost', now(), null, null, null`),
    'purchase_status_check',
  ],
  [
    'paid without a moment',
    insertPurchase(`7900, 'usd', 'paid', now(), null, null, 'pi_1'`),
    'purchase_paid_check',
  ],
  [
    'paid without a transaction',
    insertPurchase(`7900, 'usd', 'paid', now(), now(), null, null`),
    'purchase_transaction_id_check',
  ],
  [
    'closed with a transaction',
    insertPurchase(`7900, 'usd', 'closed', now(), null, now(), 'pi_1'`),
    'purchase_transaction_id_check',
  ],
  [
    'a second open attempt',
    insertAttempt(`'element', 'open', null, now(), null`),
    'payment_attempt_open_key',
  ],
  [
    'an attempt of another kind',
    insertAttempt(`'cash', 'closed', null, now(), now()`),
    'payment_attempt_kind_check',
  ],
  [
    'a paid attempt that the provider does not know',
    insertAttempt(`'element', 'paid', null, now(), now()`),
    'payment_attempt_paid_check',
  ],
  [
    'a charge that takes nothing',
    insertEntry(`'unmatched', 0, 'usd', 'pi_0', null`),
    'ledger_entry_amount_check',
  ],
  ['a refund of no charge', insertEntry(`'refund', -100, 'usd', 're_0', null`), 'ledger_entry_charge_check'],
])('%s is refused', async (_name, statement, constraint) => {
  await expect(pool.query(statement)).rejects.toMatchObject({ constraint });
});

test("the provider's object stands in the ledger once, and a purchase is charged once", async () => {
  const unmatched = insertEntry(`'unmatched', 7900, 'usd', 'pi_twice', null`);
  await pool.query(unmatched);
  await expect(pool.query(unmatched)).rejects.toMatchObject({ constraint: 'ledger_entry_provider_id_key' });
  const again = insertEntry(`'charge', 7900, 'usd', 'pi_again', null`);
  await expect(pool.query(again)).rejects.toMatchObject({ constraint: 'ledger_entry_leg_key' });
});

test.each([
  ['update ledger_entry set amount_cents = 1'],
  ['delete from ledger_entry'],
  ['truncate ledger_entry cascade'],
  [`update purchase set amount_cents = 1 where id = '${open.purchaseId}'`],
  [`update purchase set account_id = '${paid.accountId}' where id = '${open.purchaseId}'`],
  [
    `update purchase set status = 'open', paid_at = null, transaction_id = null where id = '${paid.purchaseId}'`,
  ],
  [`delete from purchase where id = '${open.purchaseId}'`],
])('%s is refused, to the owner of the table too', async (statement) => {
  await expect(runAsOwner(shop.portal, statement)).rejects.toMatchObject({ code: '23001' });
});

test('an application needs a purchase', async () => {
  const orphan = pool.query('update application set purchase_id = $1 where purchase_id = $2', [
    newId(),
    paid.purchaseId,
  ]);
  await expect(orphan).rejects.toMatchObject({ constraint: 'application_purchase_id_fk' });
});
