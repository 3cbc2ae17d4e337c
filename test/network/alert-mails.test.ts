import { expect, test } from 'vitest';
import { checkUnsubscribe, unsubscribe } from '#modules/identity/index.ts';
import type { SubscriptionType } from '#modules/network/fields.ts';
import {
  dueConnections,
  gatherForMember,
  ignoreInvite,
  leaveNetwork,
  newInvite,
  recordBounce,
  requestRemoval,
  setConnectionActive,
} from '#modules/network/index.ts';
import { runSweep } from '#modules/platform/index.ts';
import { setPurchaseConfirmed } from '#modules/purchasing/index.ts';
import {
  alertMailsTo,
  alertSubjectsTo,
  newAlertedCompany,
  subscribeTo,
} from '#test/factories/alert-mails.ts';
import { newCouponBuyer, newCouponCompany } from '#test/factories/coupons.ts';
import { giveScore, newScoredPerson } from '#test/factories/network.ts';
import type { Registered } from '#test/factories/people.ts';
import { joinNetwork } from '#test/factories/shieldlink.ts';
import { openShop } from '#test/factories/shop.ts';
import { testPortal } from '#test/portal.ts';

const shop = await openShop();
const { portal } = shop;

const atOnce = (...types: readonly SubscriptionType[]) => ({
  deliveries: Object.fromEntries(types.map((type) => [type, 'ATONCE' as const])),
});

const named = (firstname: string, more: object = {}) =>
  newScoredPerson(portal, { firstname, lastname: 'Haddad', ...more });

test('F107, F111: each type reaches each subscriber once, without a score', async () => {
  const apart = await testPortal({ now: new Date('2026-03-01T15:00:00Z') });
  const company = await newAlertedCompany(apart);
  for (const member of [company.owner, company.admin]) {
    await subscribeTo(member, {
      deliveries: {
        ...atOnce('new', 'scorechange', 'expiressoon', 'expired').deliveries,
        out_compliance: 'NO',
      },
    });
  }
  const person = (firstname: string, more: object = {}) =>
    newScoredPerson(apart, { firstname, lastname: 'Haddad', ...more });
  const told: string[][] = [];
  const tell = async () => {
    const subjects = await alertSubjectsTo(apart, company.admin);
    expect(await alertSubjectsTo(apart, company.owner)).toEqual(subjects);
    told.push(subjects.slice(told.flat().length));
  };
  const noor = await person('Noor', { days: 60 });
  await joinNetwork(company, noor);
  await tell();
  await giveScore(apart, noor.accountId, { score: 'IC03', days: 60 });
  await tell();
  for (const moment of ['2026-03-31T12:00:00Z', '2026-04-30T12:00:00Z']) {
    apart.clock.set(new Date(moment));
    await runSweep(apart, dueConnections);
    await tell();
  }
  expect(told).toEqual([
    ['New: Noor Haddad'],
    ['Score change: Noor Haddad'],
    ['Expires soon: Noor Haddad'],
    ['Expired: Noor Haddad'],
  ]);
  for (const { text } of await alertMailsTo(apart, company.admin)) expect(text).not.toContain('IC0');
});

test('F107: who leaves and who is removed is told once, by the status until then', async () => {
  const company = await newAlertedCompany(portal);
  const { owner, admin } = company;
  const [leaving, removed] = [await named('Lea'), await named('Rolf')];
  const [left, gone] = [await joinNetwork(company, leaving), await joinNetwork(company, removed)];
  await subscribeTo(admin, { left_network: 'YES', includestatuses: { removeduser: ['CURRENT'] } });
  await subscribeTo(owner, {
    left_network: 'YES',
    out_compliance: 'NO',
    includestatuses: { removeduser: ['EXPIRED'] },
  });
  await leaving.visitor.perform(setConnectionActive, { connectionid: left, active: 'NO' });
  await leaving.visitor.perform(leaveNetwork, { connectionid: left });
  await owner.visitor.perform(requestRemoval, { connectionid: gone });
  expect((await alertSubjectsTo(portal, admin)).sort()).toEqual([
    'Left network: Lea Haddad',
    'Removed: Rolf Haddad',
  ]);
  expect(await alertSubjectsTo(portal, owner)).toEqual(['Left network: Lea Haddad']);
});

test('what became of an invitation is told, whoever sent it', async () => {
  const company = await newAlertedCompany(portal);
  const { owner, admin } = company;
  await subscribeTo(admin, { network_invites: 'YES' });
  const [accepting, ignoring] = [await named('Ada'), await named('Ida')];
  await joinNetwork(company, accepting);
  const { inviteid } = await owner.visitor.perform(newInvite, { touser: ignoring.shieldId });
  await ignoring.visitor.perform(ignoreInvite, { inviteid });
  await owner.visitor.perform(newInvite, { touser: 'gone@alerts.example' });
  await portal.work('test.bounce', (work) => recordBounce(work, { emailaddress: 'gone@alerts.example' }));
  const subjects = await alertSubjectsTo(portal, admin);
  expect(subjects.slice(0, 1)).toEqual(['Invitation accepted: Ada Haddad']);
  expect(subjects[1]).toMatch(/^Invitation ignored: /);
  expect(subjects.slice(2)).toEqual(['Invitation not delivered: gone@alerts.example']);
});

test('a purchase with the coupon of an invitation is told to the team whose coupon it is', async () => {
  const company = await newCouponCompany(shop, { type: 'full' });
  await portal.pool.query('update company set alert_dashboard_enabled = true where id = $1', [
    company.companyId,
  ]);
  await portal.pool.query('update session_facts set alert_dashboard_enabled = true where account_id = $1', [
    company.owner.accountId,
  ]);
  await subscribeTo(company.owner, { purchase: 'YES' });
  const buyer = await newCouponBuyer(shop, company);
  await buyer.visitor.perform(setPurchaseConfirmed, {
    purchaseid: buyer.purchaseId,
    couponcoversfull: 'YES',
  });
  const subjects = await alertSubjectsTo(portal, company.owner);
  expect(subjects).toHaveLength(1);
  expect(subjects[0]).toMatch(/^Purchase: /);
});

test('ten alerts at one moment are ten mails, eleven are one', async () => {
  const company = await newAlertedCompany(portal);
  const { owner, admin } = company;
  await subscribeTo(owner, { deliveries: { new: 'NO' } });
  const connectionId = await joinNetwork(company, await named('Noor'));
  const wait = async ({ accountId }: Registered, alerts: number) => {
    await portal.pool.query(
      `insert into alert_delivery (id, account_id, company_id, connection_id, subscription_type, cause_id, at, at_once)
       select gen_random_uuid(), $1, $2, $3, 'new', gen_random_uuid(), $4::timestamptz + number * interval '1 millisecond',
         true
       from generate_series(1, $5) number`,
      [accountId, company.companyId, connectionId, portal.clock.now(), alerts],
    );
    await gatherForMember(portal, { companyId: company.companyId, accountId });
  };
  await wait(admin, 10);
  expect(await alertSubjectsTo(portal, admin)).toEqual(Array(10).fill('New: Noor Haddad'));
  await wait(owner, 11);
  const mails = await alertMailsTo(portal, owner);
  expect(mails.map(({ subject }) => subject)).toEqual(['11 alerts in your network']);
  expect(mails[0]?.text).toContain(`${Array(5).fill('Noor Haddad').join(', ')} and 6 more`);
});

test('what is no longer so when a mail is sent is left out, and an empty mail is not sent', async () => {
  const company = await newAlertedCompany(portal);
  const { owner, admin } = company;
  await subscribeTo(admin, atOnce('new', 'scorechange'));
  const [removed, hidden, back] = [await named('Rolf'), await named('Hana'), await named('Bea')];
  const gone = await joinNetwork(company, removed);
  const shown = await joinNetwork(company, hidden);
  await joinNetwork(company, back);
  await owner.visitor.perform(requestRemoval, { connectionid: gone });
  expect(await alertSubjectsTo(portal, admin)).toEqual(['New: Hana Haddad', 'New: Bea Haddad']);
  await giveScore(portal, hidden.accountId, { score: 'IC04' });
  await hidden.visitor.perform(setConnectionActive, { connectionid: shown, active: 'NO' });
  await giveScore(portal, back.accountId, { score: 'IC04' });
  await giveScore(portal, back.accountId, { score: 'IC02' });
  expect((await alertSubjectsTo(portal, admin)).slice(2)).toEqual(['Score change: Bea Haddad']);
});

test('a team whose alerts were turned off gets no mail that waited', async () => {
  const company = await newAlertedCompany(portal);
  await subscribeTo(company.admin, { new: 'YES' });
  await joinNetwork(company, await named('Noor'));
  await portal.pool.query('update company set alert_dashboard_enabled = false where id = $1', [
    company.companyId,
  ]);
  expect(await alertSubjectsTo(portal, company.admin)).toEqual([]);
});

test('one click in a mail ends alerts or summaries, for its reader alone', async () => {
  const company = await newAlertedCompany(portal);
  const { owner, admin } = company;
  for (const member of [owner, admin]) await subscribeTo(member, { new: 'YES' });
  await joinNetwork(company, await named('Noor'));
  const [mail] = await alertMailsTo(portal, admin);
  const token =
    mail?.links
      .find((link) => link.includes('/unsubscribe/'))
      ?.split('/')
      .at(-1) ?? '';
  expect(await portal.visitor().perform(checkUnsubscribe, { token })).toEqual({ list: 'alerts' });
  for (let time = 0; time < 2; time += 1) await portal.visitor().perform(unsubscribe, { token });
  await joinNetwork(company, await named('Nora'));
  expect(await alertSubjectsTo(portal, admin)).toEqual(['New: Noor Haddad']);
  expect(await alertSubjectsTo(portal, owner)).toEqual(['New: Noor Haddad', 'New: Nora Haddad']);
});
