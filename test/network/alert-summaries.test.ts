import { expect, test } from 'vitest';
import { saveCompanyProfile } from '#modules/enterprise/index.ts';
import { checkUnsubscribe, unsubscribe } from '#modules/identity/index.ts';
import {
  alertMailsTo,
  alertSubjectsTo,
  newAlertedCompany,
  subscribeTo,
} from '#test/factories/alert-mails.ts';
import { giveScore, newScoredPerson } from '#test/factories/network.ts';
import { type Registered, signIn } from '#test/factories/people.ts';
import { joinNetwork } from '#test/factories/shieldlink.ts';
import { type TestPortal, testPortal } from '#test/portal.ts';

/** The companies' hour is 8:00 AM, which is 14:00 UTC in Chicago until March 8 and 13:00 UTC from then on. */
const portal = await testPortal();

const named = (firstname: string) => newScoredPerson(portal, { firstname, lastname: 'Haddad' });

/** Signed in again, since sessions end while the clock moves. */
const again = async <C extends { owner: Registered }>(company: C): Promise<C> => ({
  ...company,
  owner: { ...company.owner, visitor: await signIn(portal, company.owner) },
});

async function summarizeAt(at: TestPortal, moment: string): Promise<void> {
  at.clock.set(new Date(moment));
  await at.runSchedule('network.alert-summaries');
}

test('F113, F157: a summary goes at the company’s hour, once a day, over the change of the clocks, and not when empty', async () => {
  portal.clock.set(new Date('2026-03-07T16:00:00Z'));
  const company = await newAlertedCompany(portal, { time_zone: 'America/Chicago' });
  const { admin, owner } = company;
  await subscribeTo(owner, { daily_summary: 'NO' });
  const sent: [string, number][] = [];
  const run = async (moment: string) => {
    await summarizeAt(portal, moment);
    await portal.runSchedule('network.alert-summaries');
    sent.push([moment, (await alertMailsTo(portal, admin)).length]);
  };
  const noor = await named('Noor');
  await joinNetwork(company, noor);
  await giveScore(portal, noor.accountId, { score: 'IC03' });
  await run('2026-03-08T12:59:59Z');
  await run('2026-03-08T13:00:00Z');
  await joinNetwork(await again(company), await named('Ana'));
  await run('2026-03-08T13:15:00Z');
  await run('2026-03-09T12:59:59Z');
  await run('2026-03-09T13:00:00Z');
  await run('2026-03-10T13:00:00Z');
  expect(sent).toEqual([
    ['2026-03-08T12:59:59Z', 0],
    ['2026-03-08T13:00:00Z', 1],
    ['2026-03-08T13:15:00Z', 1],
    ['2026-03-09T12:59:59Z', 1],
    ['2026-03-09T13:00:00Z', 2],
    ['2026-03-10T13:00:00Z', 2],
  ]);
  const mails = await alertMailsTo(portal, admin);
  expect(mails.map(({ subject }) => subject)).toEqual([
    'Daily summary: 3 alerts in your network',
    'Daily summary: 2 alerts in your network',
  ]);
  expect(mails[0]?.text).toMatch(
    /New\W+Noor Haddad[\s\S]*Score change\W+Noor Haddad[\s\S]*Invitation accepted/,
  );
  expect(await alertSubjectsTo(portal, owner)).toEqual(['Score change: Noor Haddad']);
});

test('the day on which the clocks go back has one summary, also when its hour comes twice', async () => {
  portal.clock.set(new Date('2026-10-31T16:00:00Z'));
  const company = await newAlertedCompany(portal, { time_zone: 'America/Chicago' });
  const twice = await newAlertedCompany(portal, { time_zone: 'America/Chicago' });
  await twice.owner.visitor.perform(saveCompanyProfile, { daily_summary_hour: '1' });
  for (const each of [company, twice]) await joinNetwork(each, await named('Noor'));
  const sent: [string, number, number][] = [];
  const run = async (moment: string) => {
    await summarizeAt(portal, moment);
    const [eight, one] = [await alertMailsTo(portal, company.admin), await alertMailsTo(portal, twice.admin)];
    sent.push([moment, eight.length, one.length]);
  };
  // 1:00 comes at 06:00 and again at 07:00 UTC; 8:00 is at 14:00 UTC from that day on.
  await run('2026-11-01T05:59:59Z');
  await run('2026-11-01T06:00:00Z');
  for (const each of [company, twice]) await joinNetwork(await again(each), await named('Ana'));
  await run('2026-11-01T07:00:00Z');
  await run('2026-11-01T13:59:59Z');
  await run('2026-11-01T14:00:00Z');
  await run('2026-11-02T06:59:59Z');
  await run('2026-11-02T07:00:00Z');
  expect(sent).toEqual([
    ['2026-11-01T05:59:59Z', 0, 0],
    ['2026-11-01T06:00:00Z', 0, 1],
    ['2026-11-01T07:00:00Z', 0, 1],
    ['2026-11-01T13:59:59Z', 0, 1],
    ['2026-11-01T14:00:00Z', 1, 1],
    ['2026-11-02T06:59:59Z', 1, 1],
    ['2026-11-02T07:00:00Z', 1, 2],
  ]);
});

test('the hour and the time zone that the owner chose count from then on, and no day has two summaries', async () => {
  portal.clock.set(new Date('2026-04-01T15:00:00Z'));
  const company = await newAlertedCompany(portal, { time_zone: 'America/Chicago' });
  const { admin } = company;
  await joinNetwork(company, await named('Noor'));
  await summarizeAt(portal, '2026-04-02T13:00:00Z');
  expect(await alertMailsTo(portal, admin)).toHaveLength(1);
  await (await again(company)).owner.visitor.perform(saveCompanyProfile, { daily_summary_hour: '10' });
  await joinNetwork(await again(company), await named('Ana'));
  await summarizeAt(portal, '2026-04-02T15:00:00Z');
  expect(await alertMailsTo(portal, admin)).toHaveLength(1);
  await (await again(company)).owner.visitor.perform(saveCompanyProfile, {
    time_zone: 'America/Los_Angeles',
  });
  await summarizeAt(portal, '2026-04-03T16:59:59Z');
  expect(await alertMailsTo(portal, admin)).toHaveLength(1);
  await summarizeAt(portal, '2026-04-03T17:00:00Z');
  expect(await alertMailsTo(portal, admin)).toHaveLength(2);
});

test('what a transaction adds that began before the summary waits for the next one', async () => {
  portal.clock.set(new Date('2026-05-01T15:00:00Z'));
  const company = await newAlertedCompany(portal, { time_zone: 'America/Chicago' });
  const connectionId = await joinNetwork(company, await named('Noor'));
  await summarizeAt(portal, '2026-05-02T13:00:00Z');
  await portal.pool.query(
    `insert into alert_delivery (id, account_id, company_id, connection_id, subscription_type, cause_id, at, at_once)
     values (gen_random_uuid(), $1, $2, $3, 'new', gen_random_uuid(), '2026-05-02T12:59:59Z', false)`,
    [company.admin.accountId, company.companyId, connectionId],
  );
  await summarizeAt(portal, '2026-05-02T13:15:00Z');
  expect(await alertMailsTo(portal, company.admin)).toHaveLength(1);
  await summarizeAt(portal, '2026-05-03T13:00:00Z');
  expect(await alertMailsTo(portal, company.admin)).toHaveLength(2);
});

test('one click in a summary ends it, and leaves what is told at once; 30 days later nothing of it is kept', async () => {
  portal.clock.set(new Date('2026-06-01T15:00:00Z'));
  const company = await newAlertedCompany(portal);
  const { admin, companyId } = company;
  await subscribeTo(admin, { scorechange: 'YES' });
  const noor = await named('Noor');
  await joinNetwork(company, noor);
  await summarizeAt(portal, '2026-06-02T15:00:00Z');
  const [mail] = await alertMailsTo(portal, admin);
  const token =
    mail?.links
      .find((link) => link.includes('/unsubscribe/'))
      ?.split('/')
      .at(-1) ?? '';
  expect(await portal.visitor().perform(checkUnsubscribe, { token })).toEqual({ list: 'alert-summary' });
  await portal.visitor().perform(unsubscribe, { token });
  await joinNetwork(await again(company), await named('Ana'));
  await giveScore(portal, noor.accountId, { score: 'IC03' });
  await summarizeAt(portal, '2026-06-03T15:00:00Z');
  expect((await alertSubjectsTo(portal, admin)).slice(1)).toEqual(['Score change: Noor Haddad']);
  const kept = async () => {
    await portal.runSchedule('network.old-alert-mails');
    const { rows } = await portal.pool.query(
      `select (select count(*)::int from alert_delivery where company_id = $1) as told,
         (select count(*)::int from alert_mail where company_id = $1) as mails`,
      [companyId],
    );
    return rows[0];
  };
  portal.clock.set(new Date('2026-07-01T14:59:59Z'));
  expect(await kept()).toMatchObject({ mails: 5 });
  portal.clock.set(new Date('2026-07-10T15:00:00Z'));
  expect(await kept()).toEqual({ told: 0, mails: 0 });
});
