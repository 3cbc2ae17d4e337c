import { demoAccounts, demoPassword } from '#cli/demo/index.ts';
import { allConnections } from '#modules/network/index.ts';
import { runSweep, sql } from '#modules/platform/index.ts';
import { expect, fill, press } from '../browser/fixtures.ts';
import { test } from '../browser/own-portal.ts';

test.use({ portalOptions: { command: ['up', '--demo'] } });
test.describe.configure({ mode: 'default' });

const statuses = [
  'APPSTARTED',
  'CHECKINPROGRESS',
  'CURRENT',
  'DISABLED',
  'EXPIRED',
  'INRENEWALWINDOW',
  'INVITE',
  'INVITEBOUNCE',
  'INVITEIGNORE',
  'INVITEINRENEWALWINDOW',
  'PENDINGINVITEACCEPT',
  'SCOREPENDING',
];

test('the demo data shows every status, and a sweep right after it changes no row', async ({
  operations: portal,
}) => {
  const { rows } = await sql<{ status: string; count: number }>`
    select status, count(*) as count from connection
    join company on company.id = connection.owner_company_id
    where company.company_name = 'Acme Builders' and connection.invited_at < now() - interval '1 day'
      and connection.removed_at is null
    group by status order by status`.execute(portal.db);
  expect(rows.map((row) => row.status)).toEqual(statuses);
  expect(rows.reduce((sum, row) => sum + row.count, 0)).toBe(120);
  const versions = () =>
    sql`select connection.id, connection.xmin::text as version from connection
      join company on company.id = connection.owner_company_id
      where company.company_name in ('Acme Builders', 'Borealis Logistics') and connection.invited_at < now() - interval '1 day'
      order by connection.id`.execute(portal.db);
  const { rows: before } = await versions();
  await runSweep(portal, allConnections);
  expect((await versions()).rows).toEqual(before);
});

test('the demo data shows a rule, an exception from it, and people whom it puts out', async ({
  operations: { db },
}) => {
  const acme = sql`(select id from company where company_name = 'Acme Builders')`;
  const { rows } = await sql`
    select (select maxscore from alert_rule where company_id = ${acme}) as lowest,
      (select count(distinct account_id)::int from alert_subscription where company_id = ${acme}) as subscribers,
      count(*) filter (where compliance = 'EXCEPTION')::int as excepted,
      count(*) filter (where out_of_compliance) > 0 as out
    from connection where owner_company_id = ${acme}`.execute(db);
  expect(rows).toEqual([{ lowest: 2, subscribers: 2, excepted: 1, out: true }]);
});

test('the demo data shows a finished bulk invitation', async ({ operations: { db } }) => {
  const { rows } = await sql`
    select file_name, state, (sent_counts->>'new')::int as new, (sent_counts->>'bad-email')::int as bad
    from bulk_invitation join company on company.id = company_id
    where company_name = 'Acme Builders' and made_at < now() - interval '1 day'`.execute(db);
  expect(rows).toEqual([{ file_name: 'contractors.csv', state: 'done', new: 18, bad: 1 }]);
});

test('the demo data shows a saved card, coupons, a check that one paid, and a refund of both payers', async ({
  operations: { db },
}) => {
  const acme = sql`(select id from company where company_name = 'Acme Builders')`;
  const ofAcme = sql`coupon_type_id in (select id from coupon_type where company_id = ${acme})`;
  const cards = await sql`
    select brand, last4 from company_card where company_id = ${acme} and removed_at is null`.execute(db);
  expect(cards.rows).toEqual([{ brand: 'visa', last4: '4242' }]);
  const types = await sql`
    select code_type, amount from coupon_type where company_id = ${acme} and active order by code_type`.execute(
    db,
  );
  expect(types.rows).toEqual([
    { code_type: 'flat', amount: 20 },
    { code_type: 'full', amount: null },
    { code_type: 'percent', amount: 25 },
  ]);
  const coupons = await sql`
    select code_type, account_id is not null as bound, redeemed_at is not null as redeemed,
      lapsed_at is null and expires_at > now() as current
    from coupon join coupon_type type on type.id = coupon_type_id where ${ofAcme} order by code_type`.execute(
    db,
  );
  expect(coupons.rows).toEqual([
    { code_type: 'full', bound: true, redeemed: false, current: true },
    { code_type: 'percent', bound: true, redeemed: true, current: true },
  ]);
  const purchase = sql`
    (select purchase.id from purchase join coupon on coupon.id = coupon_id where ${ofAcme} and status = 'paid')`;
  const ledger = await sql`
    select kind, leg, amount_cents from ledger_entry where purchase_id = ${purchase} order by kind, leg`.execute(
    db,
  );
  expect(ledger.rows).toEqual([
    { kind: 'charge', leg: 'buyer', amount_cents: 5925 },
    { kind: 'charge', leg: 'company', amount_cents: 1975 },
    { kind: 'refund', leg: 'buyer', amount_cents: -1500 },
    { kind: 'refund', leg: 'company', amount_cents: -500 },
  ]);
  const refunds = await sql`select state, amount_cents from refund where purchase_id = ${purchase}`.execute(
    db,
  );
  expect(refunds.rows).toEqual([{ state: 'done', amount_cents: 2000 }]);
});

test('the demo data has alerts of all types, and work of each kind for staff', async ({
  operations: { db },
}) => {
  const alerts = await sql<{ type: string }>`select distinct alert_type as type from network_alert`.execute(
    db,
  );
  expect(alerts.rows.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['new', 'expiressoon', 'scorechange', 'expired', 'leftnetwork', 'removeduser']),
  );
  const openWork = async () => {
    const { rows } = await sql<{ type: string }>`
      select distinct alert_type as type from pipeline_alert where state = 'open'`.execute(db);
    return rows.map(({ type }) => type);
  };
  // The answer about the ID comes after the demo is made.
  await expect
    .poll(openWork, { timeout: 120_000 })
    .toEqual(
      expect.arrayContaining([
        'application_ssn_verification',
        'dispute',
        'idverification',
        'privacy_request',
      ]),
    );
  const waiting = await sql`select amount_cents from refund where state = 'waiting'`.execute(db);
  expect(waiting.rows).toHaveLength(1);
});

test('every demo account signs in with the one password', async ({ page, script }) => {
  for (const { emailaddress } of demoAccounts) {
    await page.context().clearCookies();
    await page.goto('/login');
    await fill(page, { Email: emailaddress, Password: demoPassword });
    await press(page, 'Log in');
    const home = /^admin\d*@/.test(emailaddress) ? /\/verify/ : /\/user$/;
    await expect(page).toHaveURL(new RegExp(`${home.source}|/handoff/`));
    // A person whose account belongs to another host is sent there; without script, a button does this.
    if (!script && page.url().includes('/handoff/')) await press(page, 'Continue');
    await expect(page).toHaveURL(home);
  }
});

test('the demo data shows a key in use, an endpoint that takes events, and one that fails', async ({
  operations: { db },
}) => {
  const { rows } = await sql<{ path: string; states: string[]; failing: boolean }>`
    select substring(address from '[^/]*$') as path, e.failing_since is not null as failing,
      array_agg(distinct d.state order by d.state) as states
    from webhook_endpoint e join webhook_delivery d on d.endpoint_id = e.id join company c on c.id = e.company_id
    where c.company_name = 'Acme Builders' and exists (select from api_key k where k.company_id = c.id and k.last_used_at is not null)
    group by e.id order by path`.execute(db);
  expect(rows).toEqual([
    { path: 'fail', states: ['failed', 'waiting'], failing: true },
    { path: 'yard', states: ['delivered', 'failed'], failing: false },
  ]);
});
