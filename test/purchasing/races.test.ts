import { afterAll, expect, test } from 'vitest';
import { submitRefund } from '#modules/admin/index.ts';
import { DAY, sql } from '#modules/platform/index.ts';
import {
  listOffers,
  receivePaymentEvent,
  reconcileLedger,
  setPurchaseConfirmed,
  startPurchase,
} from '#modules/purchasing/index.ts';
import { expectNoDeadlocks } from '#test/deadlocks.ts';
import { apply, inviteWithCoupon, newCouponCompany } from '#test/factories/coupons.ts';
import { newPerson, newStaff } from '#test/factories/people.ts';
import { booksOf, buyByCard, enterCard, newBuyer, openShop, pressPay } from '#test/factories/shop.ts';

/**
 * Eight clients do at the same time what may move money at most once. RACE_ROUNDS repeats it, as in `npm run
 * test:long`.
 */

const CLIENTS = 8;
const rounds = Number(process.env.RACE_ROUNDS ?? 1);

const shop = await openShop();
const { portal, sandbox } = shop;
expectNoDeadlocks(portal);
const clients = Array.from({ length: CLIENTS }, (_, at) => at);
const staff = await Promise.all(clients.map(() => newStaff(portal)));

const tell = async () => {
  for (const { payload, signature } of await sandbox.takeEvents())
    await portal.visitor().perform(receivePaymentEvent, { body: payload, signature });
};

interface Race {
  acts: (() => Promise<unknown>)[];
  /** How many of them succeed; null for any number. */
  wins: number | null;
  /** What must be true after the jobs have run. */
  after(): Promise<void>;
}

const races: Record<string, () => Promise<Race>> = {
  'refund beside refund': async () => {
    const buyer = await buyByCard(portal, await newPerson(portal));
    const ask = { applicationid: buyer.applicationId, note: 'Ticket 4711: bought twice' };
    return {
      acts: staff.map(
        ({ visitor }) =>
          () =>
            visitor.perform(submitRefund, ask),
      ),
      wins: 1,
      async after() {
        const { ledger } = await booksOf(portal, buyer);
        expect(ledger.map(({ amount_cents }) => amount_cents).sort()).toEqual([-7900, 7900]);
      },
    };
  },
  'notices beside the return of the buyer': async () => {
    const buyer = await newBuyer(shop);
    await enterCard(shop, await pressPay(buyer));
    const events = await sandbox.takeEvents();
    const notice = () =>
      Promise.all(
        events.map(({ payload, signature }) =>
          portal.visitor().perform(receivePaymentEvent, { body: payload, signature }),
        ),
      );
    const back = () => buyer.visitor.perform(setPurchaseConfirmed, { purchaseid: buyer.purchaseId });
    return {
      acts: clients.map((at) => (at % 2 ? back : async () => [await notice(), await portal.runJobs()])),
      wins: CLIENTS,
      async after() {
        const { ledger, applications, purchases } = await booksOf(portal, buyer);
        expect(ledger).toMatchObject([{ kind: 'charge', amount_cents: 7900 }]);
        expect([applications.length, purchases.length]).toEqual([1, 1]);
      },
    };
  },
  'purchase beside purchase': async () => {
    const person = await newPerson(portal);
    const { packages } = await person.visitor.perform(listOffers, { pkgfilter: 'US' });
    return {
      acts: clients.map(
        () => () => person.visitor.perform(startPurchase, { packageid: packages[0]?.id ?? '' }),
      ),
      wins: null,
      async after() {
        const { purchases } = await booksOf(portal, person);
        expect(purchases.filter(({ status }) => status === 'open')).toHaveLength(1);
      },
    };
  },
  'one coupon, applied and paid with in eight windows': async () => {
    const company = await newCouponCompany(shop, { type: 'full' });
    const buyer = await newBuyer(shop);
    const { code } = await inviteWithCoupon(shop, company, buyer.accountId);
    const asked = { purchaseid: buyer.purchaseId, couponcoversfull: 'YES' };
    return {
      acts: clients.map(() => async () => {
        await apply(buyer, code);
        await buyer.visitor.perform(setPurchaseConfirmed, asked);
      }),
      wins: null,
      async after() {
        const { ledger } = await booksOf(portal, buyer);
        expect(ledger).toMatchObject([{ kind: 'charge', amount_cents: 7900 }]);
      },
    };
  },
};

const seen: string[] = [];
afterAll(() => {
  if (rounds > 1) process.stdout.write(`${seen.join('\n')}\n`);
});

test.each(Object.entries(races))('eight clients at once: %s moves money once', async (name, prepare) => {
  for (let round = 0; round < rounds; round += 1) {
    const { acts, wins, after } = await prepare();
    const outcomes = await Promise.allSettled(acts.map((act) => act()));
    for (const outcome of outcomes) {
      if (outcome.status === 'fulfilled') continue;
      const { status } = portal.asRefusal(outcome.reason, portal.visitor().visit(), name);
      expect(status, String(outcome.reason)).toBeLessThan(500);
    }
    const won = outcomes.filter(({ status }) => status === 'fulfilled').length;
    if (wins !== null) expect(won, `round ${round + 1}`).toBe(wins);
    await portal.runJobs();
    await tell();
    await portal.runJobs();
    await after();
  }
  seen.push(`${name}: ${CLIENTS} clients, ${rounds} rounds`);
});

test('after all races the ledger and the provider agree, and nobody has two open purchases', async () => {
  const since = new Date(portal.clock.now().getTime() - 7 * DAY);
  expect((await reconcileLedger(portal, since)).differences).toEqual([]);
  const { rows } = await sql`
    select account_id from purchase where status = 'open' group by 1 having count(*) > 1`.execute(portal.db);
  expect(rows).toEqual([]);
});
