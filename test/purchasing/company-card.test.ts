import { beforeEach, describe, expect, it, test } from 'vitest';
import { HOUR, type JobEvent, listAudit, Refusal, sql } from '#modules/platform/index.ts';
import { forgetRemovedCard } from '#modules/purchasing/company-card/keeping.ts';
import {
  confirmCardSetup,
  getPaymentMethod,
  openCardSetup,
  receivePaymentEvent,
  removePaymentMethod,
  updatePaymentMethod,
} from '#modules/purchasing/index.ts';
import { newCompany, newTeamMember } from '#test/factories/network.ts';
import { newPerson, type Registered } from '#test/factories/people.ts';
import { duringThisTest, openShop, typeCard } from '#test/factories/shop.ts';
import { shows } from '#test/shown.ts';

const shop = await openShop();
const { portal, sandbox, stripe } = shop;

let owner: Registered;
let companyId: string;
beforeEach(async () => {
  await sandbox.takeEvents();
  ({ owner, companyId } = await newCompany(portal));
});

const cardOf = async ({ visitor }: Registered) => (await visitor.perform(getPaymentMethod, {})).paymentmethod;
const visa = {
  cardtype: 'Visa',
  last4: '4242',
  formattedexpirationdate: expect.stringMatching(/^12\/20\d\d$/),
  refused: false,
  expired: false,
};
const mastercard = { ...visa, cardtype: 'Mastercard', last4: '4444' };

/**
 * Opens the card form in the page.
 * @returns the id of what it confirms
 */
async function openForm({ visitor }: Registered): Promise<string> {
  const { client_secret: secret } = await visitor.perform(openCardSetup, { place: 'element' });
  return secret?.split('_secret_')[0] ?? '';
}

const enter = (setupid: string, card = 'pm_card_visa') =>
  stripe.setupIntents.confirm(setupid, { payment_method: card, return_url: 'http://localhost:3000/' });

async function saveCard(by: Registered, card?: string): Promise<string> {
  const setupid = await openForm(by);
  await enter(setupid, card);
  await by.visitor.perform(confirmCardSetup, { setupid });
  return setupid;
}

async function tellEvents(): Promise<void> {
  for (const { payload, signature } of await sandbox.takeEvents()) {
    await portal.visitor().perform(receivePaymentEvent, { body: payload, signature });
  }
  await portal.runJobs();
}

/** The cards that the provider could still charge for a company. */
async function chargeable(): Promise<string[]> {
  const { rows } = await sql<{ customer_id: string }>`
    select customer_id from company_customer where company_id = ${companyId}`.execute(portal.db);
  const id = rows[0]?.customer_id;
  if (!id) return [];
  return (await stripe.customers.listPaymentMethods(id)).data.map((method) => method.card?.last4 ?? '');
}

/** The message of a refused request. */
async function wordsOf(request: Promise<unknown>, code: string): Promise<string> {
  const refusal = await request.catch((caught: unknown) => caught);
  expect(refusal).toMatchObject({ code });
  return refusal instanceof Refusal ? refusal.text : '';
}

test('F79: the owner saves a card in the page, for charges without them', async () => {
  expect(await cardOf(owner)).toBeNull();
  const setupid = await saveCard(owner);
  expect(await cardOf(owner)).toEqual(visa);
  const setup = await stripe.setupIntents.retrieve(setupid);
  expect(setup).toMatchObject({ usage: 'off_session' });
  // The customer is the company, so the provider does not get the address of a person.
  expect(await stripe.customers.retrieve(String(setup.customer))).toMatchObject({ email: null });
  expect(await chargeable()).toEqual(['4242']);
  const { entries } = await listAudit(portal.db, portal.keys, { object: { type: 'company', id: companyId } });
  expect(entries.map((entry) => entry.action)).toContain('purchasing.card-saved');
});

test("F79: the owner saves a card on the provider's page", async () => {
  const { url } = await owner.visitor.perform(openCardSetup, { place: 'checkout' });
  const answer = await typeCard(shop, new URL(url ?? '').pathname);
  const back = new URL(answer.headers.get('location') ?? '');
  expect(back.pathname).toBe('/user/profile/accounting/card');
  await owner.visitor.perform(confirmCardSetup, { setupid: back.searchParams.get('setup') ?? '' });
  expect(await cardOf(owner)).toMatchObject({ last4: '4242' });
});

test('F79: the call takes a token of the script', async () => {
  await owner.visitor.perform(updatePaymentMethod, { cardtoken: 'pm_card_mastercard' });
  expect(await cardOf(owner)).toEqual(mastercard);
});

describe('a card is kept once', () => {
  it('by the notice alone, when the owner does not come back', async () => {
    await enter(await openForm(owner));
    await tellEvents();
    expect(await cardOf(owner)).toEqual(visa);
  });

  it('by the return and every notice, in any number', async () => {
    const setupid = await saveCard(owner);
    const events = await sandbox.takeEvents();
    for (let time = 0; time < 3; time += 1) {
      for (const { payload, signature } of events) {
        await portal.visitor().perform(receivePaymentEvent, { body: payload, signature });
      }
      await portal.runJobs();
    }
    await Promise.all(Array.from({ length: 8 }, () => owner.visitor.perform(confirmCardSetup, { setupid })));
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from company_card where company_id = ${companyId}`.execute(portal.db);
    expect(rows).toEqual([{ count: 1 }]);
  });

  it('and does not come back by a late notice after it was removed', async () => {
    await saveCard(owner);
    await owner.visitor.perform(removePaymentMethod, {});
    await tellEvents();
    expect(await cardOf(owner)).toBeNull();
  });
});

/** The audit entries about the company, by the last word of their action. */
async function entriesAbout(company: string): Promise<string[]> {
  const { entries } = await listAudit(portal.db, portal.keys, { object: { type: 'company', id: company } });
  return entries.map(({ action }) => action.split('.').at(-1) ?? '');
}

test('another card replaces the one before, also of the same second, and the provider forgets that', async () => {
  const other = await newCompany(portal);
  await saveCard(other.owner);
  portal.clock.stop();
  await saveCard(owner);
  await saveCard(owner, 'pm_card_amex');
  // The customer at the provider is made once.
  duringThisTest(shop).plan({ kind: 'error-500', on: 'POST /v1/customers' });
  await saveCard(owner, 'pm_card_mastercard');
  portal.clock.run();
  await portal.runJobs();
  expect(await cardOf(owner)).toEqual(mastercard);
  expect(await chargeable()).toEqual(['4444']);
  expect(await cardOf(other.owner)).toEqual(visa);
  expect((await entriesAbout(companyId)).filter((action) => action === 'card-removed')).toHaveLength(2);
});

test('a card that is saved at the provider for nobody of ours, or for nobody, is no company’s', async () => {
  await saveCard(owner);
  await sandbox.takeEvents();
  const customer = await stripe.customers.create({ name: 'Somebody else' });
  for (const whose of [{ customer: customer.id }, {}]) {
    const { id } = await stripe.setupIntents.create({ ...whose, usage: 'off_session' });
    await enter(id, 'pm_card_mastercard');
  }
  await tellEvents();
  expect(await cardOf(owner)).toEqual(visa);
});

test('two tabs that open the form of a new company’s card use one customer, and eight removals are one', async () => {
  await Promise.all(Array.from({ length: 4 }, () => openForm(owner)));
  await saveCard(owner);
  await Promise.all(Array.from({ length: 8 }, () => owner.visitor.perform(removePaymentMethod, {})));
  expect((await entriesAbout(companyId)).filter((action) => /customer|card/.test(action)).toSorted()).toEqual(
    ['card-removed', 'card-saved', 'customer-created'],
  );
});

test('a card that was not removed is never forgotten', async () => {
  await saveCard(owner);
  const { id } = await portal.db
    .selectFrom('company_card')
    .select('id')
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow();
  await forgetRemovedCard(portal, id);
  expect(await chargeable()).toEqual(['4242']);
});

test('of two tabs the form that was opened later counts, in whichever order they finish', async () => {
  const first = await openForm(owner);
  portal.clock.advance(60_000);
  const second = await openForm(owner);
  await enter(second, 'pm_card_mastercard');
  await owner.visitor.perform(confirmCardSetup, { setupid: second });
  await enter(first);
  await owner.visitor.perform(confirmCardSetup, { setupid: first });
  await portal.runJobs();
  expect(await cardOf(owner)).toEqual(mastercard);
  expect(await chargeable()).toEqual(['4444']);
});

test('removing takes the card here at once and at the provider by a job that may run twice', async () => {
  await saveCard(owner);
  await owner.visitor.perform(removePaymentMethod, {});
  expect(await cardOf(owner)).toBeNull();
  duringThisTest(shop).plan({ kind: 'error-500', on: 'POST /v1/payment_methods' });
  const failures: JobEvent[] = [];
  await portal.runJobs({ failures });
  expect(failures.map(({ name }) => name)).toEqual(['purchasing.forget-company-card']);
  await portal.runJobs({ ahead: HOUR });
  expect(await chargeable()).toEqual([]);
  await owner.visitor.perform(removePaymentMethod, {});
});

describe('refused', () => {
  it('the bank, with its own words, and keeps the card from before', async () => {
    await saveCard(owner);
    const words = await wordsOf(
      owner.visitor.perform(updatePaymentMethod, { cardtoken: 'pm_card_chargeDeclined' }),
      'purchasing.card-refused',
    );
    expect(words).toBe('Error : Your card was declined.');
    expect(await cardOf(owner)).toEqual(visa);
  });

  it('the bank, in our words where it has none', async () => {
    const setupid = await openForm(owner);
    await portal.pool.query('update sandbox.stripe_object set data = data || $2 where id = $1', [
      setupid,
      { last_setup_error: { type: 'card_error', message: '' } },
    ]);
    const words = await wordsOf(
      owner.visitor.perform(confirmCardSetup, { setupid }),
      'purchasing.card-refused',
    );
    expect(words).toBe('Error : The transaction was declined.');
  });

  it('a token that the provider does not know', async () => {
    const unknown = owner.visitor.perform(updatePaymentMethod, { cardtoken: 'pm_nobody' });
    await wordsOf(unknown, 'purchasing.card-not-saved');
  });

  it('nothing, if the provider does not accept the secret key: that is our mistake', async () => {
    const setupid = await openForm(owner);
    duringThisTest(shop).plan({ kind: 'unauthorized', on: 'GET /v1/setup_intents' });
    const unauthorized = { name: 'PaymentFailure', kind: 'unauthorized' };
    await expect(owner.visitor.perform(confirmCardSetup, { setupid })).rejects.toMatchObject(unauthorized);
    sandbox.plan({ kind: 'unauthorized', on: 'POST /v1/setup_intents' });
    const saved = owner.visitor.perform(updatePaymentMethod, { cardtoken: 'pm_card_visa' });
    await expect(saved).rejects.toMatchObject(unauthorized);
  });

  it('a form that was not filled in', async () => {
    const setupid = await openForm(owner);
    const words = await wordsOf(
      owner.visitor.perform(confirmCardSetup, { setupid }),
      'purchasing.card-not-saved',
    );
    shows('card.not-saved', words);
  });

  it("another company's card", async () => {
    const other = await newCompany(portal);
    const setupid = await openForm(other.owner);
    await enter(setupid);
    await saveCard(owner);
    await expect(owner.visitor.perform(confirmCardSetup, { setupid })).rejects.toMatchObject({
      code: 'not-found',
    });
    expect(await cardOf(owner)).toEqual(visa);
    expect(await cardOf(other.owner)).toBeNull();
  });

  it('an id that the provider does not know', async () => {
    await expect(owner.visitor.perform(confirmCardSetup, { setupid: 'seti_nobody' })).rejects.toMatchObject({
      code: 'not-found',
    });
  });

  it('everybody of the team but the owner, in the words of the documents', async () => {
    for (const role of ['admin', 'viewer'] as const) {
      const member = await newTeamMember(portal, { companyId, owner }, role);
      const words = await wordsOf(member.visitor.perform(getPaymentMethod, {}), 'purchasing.owner-only');
      expect(words).toBe('Payment method access is restricted to account owners');
      await wordsOf(member.visitor.perform(removePaymentMethod, {}), 'purchasing.owner-only');
    }
  });

  it('a person without a company', async () => {
    const person = await newPerson(portal);
    await wordsOf(person.visitor.perform(getPaymentMethod, {}), 'not-found');
  });

  it('while the provider fails, which does not stop the next try', async () => {
    const other = await newCompany(portal);
    duringThisTest(shop).plan({ kind: 'error-500', on: 'POST /v1/customers' });
    await wordsOf(saveCard(other.owner), 'purchasing.provider-silent');
    duringThisTest(shop).plan({ kind: 'error-500-done', on: 'POST /v1/setup_intents' });
    await wordsOf(saveCard(other.owner), 'purchasing.provider-silent');
    duringThisTest(shop).plan({ kind: 'error-500', on: 'POST /v1/setup_intents', times: 4 });
    await wordsOf(
      other.owner.visitor.perform(updatePaymentMethod, { cardtoken: 'pm_card_visa' }),
      'purchasing.provider-silent',
    );
    sandbox.clearFaults();
    await saveCard(other.owner);
    expect(await cardOf(other.owner)).toEqual(visa);
  });

  it('while the provider does not answer, and leaves nothing behind', async () => {
    duringThisTest(shop).plan({ kind: 'error-500', times: 4 });
    await wordsOf(owner.visitor.perform(openCardSetup, { place: 'element' }), 'purchasing.provider-silent');
    expect(await cardOf(owner)).toBeNull();
  });
});
