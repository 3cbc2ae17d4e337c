import { beforeEach, expect, test } from 'vitest';
import { DAY, runSweep, sql } from '#modules/platform/index.ts';
import { cardDays, expiringCards, updatePaymentMethod } from '#modules/purchasing/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { newCompany } from '#test/factories/network.ts';
import { type Registered, signIn } from '#test/factories/people.ts';
import { openShop } from '#test/factories/shop.ts';

const shop = await openShop();
const { portal } = shop;

let owner: Registered;
let companyId: string;
beforeEach(async () => {
  ({ owner, companyId } = await newCompany(portal));
});

/** Signs in first, because the clock of these tests makes sessions expire. */
async function saveCard(cardtoken: string): Promise<void> {
  const visitor = await signIn(portal, owner);
  await visitor.perform(updatePaymentMethod, { cardtoken });
}

const sweep = () => portal.runSchedule('purchasing.sweep');
const mails = async () =>
  (await listOutbox(portal.db, { to: owner.emailaddress })).filter((mail) =>
    mail.subject?.startsWith('Your company’s card expires'),
  );

/** Moves the clock to this many days before the card's last day ends. */
async function waitUntil(daysBefore: number): Promise<void> {
  const { rows } = await sql<{ exp_month: number; exp_year: number }>`
    select exp_month, exp_year from company_card where company_id = ${companyId} and removed_at is null`.execute(
    portal.db,
  );
  const [card] = rows;
  const end = Date.UTC(card?.exp_year ?? 0, card?.exp_month ?? 0);
  portal.clock.advance(end - daysBefore * DAY - portal.clock.now().getTime());
}

test('the owner is told 30 and 7 days before the card ends, once each', async () => {
  // A card that was removed ends unheard.
  for (const token of ['pm_card_mastercard', 'pm_card_visa']) await saveCard(token);
  await waitUntil(31);
  const { rows } = await portal.pool.query('select from company_card where removed_at is null');
  // The cards of the other tests may be told of in this run.
  expect(await runSweep(portal, expiringCards, { size: 1 })).toMatchObject({ handled: rows.length });
  await portal.runJobs();
  expect(await mails()).toHaveLength(0);
  for (const [daysBefore, told] of [
    [30, 1],
    [8, 1],
    [7, 2],
    [1, 2],
  ] as const) {
    await waitUntil(daysBefore);
    await sweep();
    await portal.runJobs();
    expect(await mails(), `${daysBefore} days before`).toHaveLength(told);
  }
  const [mail] = await mails();
  expect(mail?.text).toContain('Visa ending in 4242');
});

test('each run of the sweep looks at its own cards alone, and counts who is told', async () => {
  await saveCard('pm_card_visa');
  const other = await newCompany(portal);
  await other.owner.visitor.perform(updatePaymentMethod, { cardtoken: 'pm_card_visa' });
  await waitUntil(20);
  const cardsOf = async (id: string) =>
    portal.db.selectFrom('company_card').select(['id', 'warned_days']).where('company_id', '=', id).execute();
  const [own] = await cardsOf(companyId);
  const told = await portal.work('test.told', (work) => expiringCards.run(work, [own?.id ?? '']));
  expect(told).toBe(1);
  expect((await cardsOf(companyId)).map(({ warned_days }) => warned_days)).toEqual([30]);
  expect((await cardsOf(other.companyId)).map(({ warned_days }) => warned_days)).toEqual([null]);
  await portal.runJobs();
  expect(await mails()).toHaveLength(1);
});

test('a card that was replaced is not told of', async () => {
  await saveCard('pm_card_visa');
  await waitUntil(20);
  await sweep();
  await saveCard('pm_card_mastercard');
  await portal.runJobs();
  expect(await mails()).toHaveLength(0);
});

test('the owner is told on the days that staff chose', async () => {
  const choose = (days: number[]) => portal.work('test.choose-days', (work) => cardDays.save(work, days));
  await saveCard('pm_card_visa');
  await choose([45, 3]);
  const told: number[] = [];
  const before = (await mails()).length;
  for (const daysBefore of [46, 45, 30, 7, 3]) {
    await waitUntil(daysBefore);
    await sweep();
    await portal.runJobs();
    if ((await mails()).length > before + told.length) told.push(daysBefore);
  }
  await choose([30, 7]);
  expect(told).toEqual([45, 3]);
});
