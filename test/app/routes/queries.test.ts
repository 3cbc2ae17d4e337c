import { beforeAll, expect, it } from 'vitest';
import { loader as overview } from '#app/routes/admin/desk/page.tsx';
import { loader as tools } from '#app/routes/admin/tools.tsx';
import { loader as record } from '#app/routes/admin/user.tsx';
import { loader as companyCharts } from '#app/routes/dashboard/company-charts.tsx';
import { loader as consoleCharts } from '#app/routes/dashboard/console-charts.tsx';
import { loader as dashboard } from '#app/routes/dashboard/page.tsx';
import { loader as network } from '#app/routes/network/page.tsx';
import { loader as search } from '#app/routes/network/search.tsx';
import { loader as accounting } from '#app/routes/purchase/accounting.tsx';
import { loader as complete } from '#app/routes/purchase/complete-purchase.tsx';
import { loader as helpMeChoose } from '#app/routes/purchase/help-me-choose.tsx';
import { loader as selectPackage } from '#app/routes/purchase/select-package.tsx';
import { loader as home } from '#app/routes/user/home.tsx';
import { loader as profile } from '#app/routes/user/profile.tsx';
import { fillDatabase } from '#cli/fill/index.ts';
import { saveAdminNote } from '#modules/admin/index.ts';
import { getBranding } from '#modules/enterprise/index.ts';
import { contextOf } from '#test/app/page.ts';
import { openSession } from '#test/bench/sessions.ts';
import { testPortal } from '#test/portal.ts';
import { countQueries } from '#test/queries.ts';

/** The number of queries may not depend on the number of rows. The pages of an application are counted in the tests of its steps. */
const MOST = 6;
/** The home page also asks for the notices of companies, and how many people can be found for free. */
const MOST_AT_HOME = 8;
/** The record also reads the work that is open about the person, which the pipeline shows too. */
const MOST_IN_RECORD = 8;
/** Few are found by name, so numbers, names on checks and companies are looked through as well. */
const MOST_IN_SEARCH = 9;
/** The dashboard of staff also asks whether they are offered a passkey. */
const MOST_AT_DESK = 7;
const mostAt: Readonly<Record<string, number>> = {
  '/user': MOST_AT_HOME,
  '/admin': MOST_AT_DESK,
  '/admin/user/:userid': MOST_IN_RECORD,
  '/admin/tools?searchterm=smith': MOST_IN_SEARCH,
  '/admin/tools?searchterm=example&page=2': MOST_IN_SEARCH,
};

const portal = await testPortal();
const cookies = new Map<string, string>();
/** A person with checks, scores, notes and audit entries. */
let userid = '';

beforeAll(async () => {
  // The brand of a host is cached in the process, so it is loaded before the first page is counted.
  await portal.visitor().perform(getBranding, {});
  await fillDatabase(portal.ownerUrl, {
    people: 400,
    now: portal.clock.now(),
    passwordHash: 'no password',
  });
  for (const name of ['newcomer', 'person1', 'owner1', 'staff'])
    cookies.set(name, (await openSession(portal, `${name}@example.com`)).replace('session=', ''));
  const owner = await portal.db
    .selectFrom('shield_score')
    .select('account_id')
    .orderBy('account_id')
    .executeTakeFirstOrThrow();
  userid = owner.account_id;
  const visitor = portal.visitor();
  visitor.cookies.set('session', cookies.get('staff') ?? '');
  await visitor.perform(saveAdminNote, { userid, note: 'Called back' });
});

it.each([
  ['newcomer', '/user', home],
  ['person1', '/user', home],
  ['person1', '/user/profile', profile],
  ['person1', '/user/profile/accounting', accounting],
  ['person1', '/user/search', search],
  ['newcomer', '/user/network', network],
  ['owner1', '/user/network', network],
  ['owner1', '/user/network?q=smith&status=active&score=IC01', network],
  ['owner1', '/user/network?page=1000&sort=expires', network],
  ['person1', '/user/network?tab=others', network],
  ['newcomer', '/user/purchase/helpmechoose', helpMeChoose],
  ['newcomer', '/user/purchase/selectpackage', selectPackage],
  ['newcomer', '/user/purchase/completepurchase', complete],
  ['owner1', '/user/dashboard', dashboard],
  ['owner1', '/user/dashboard/charts', companyCharts],
  ['staff', '/admin', overview],
  ['staff', '/admin/charts', consoleCharts],
  ['staff', '/admin/tools', tools],
  ['staff', '/admin/tools?searchterm=smith', tools],
  ['staff', '/admin/tools?searchterm=example&page=2', tools],
  ['staff', '/admin/user/:userid', record],
] as const)('%s: %s asks the database a few times at most', async (who, path, load) => {
  const visitor = portal.visitor();
  visitor.cookies.set('session', cookies.get(who) ?? '');
  const request = new Request(`http://localhost:3000${path}`);
  const asked = await countQueries(portal, async () => {
    try {
      await load({ request, params: { userid }, context: contextOf(portal, visitor) });
    } catch (answer) {
      // A page may redirect, and its target is then requested too.
      if (!(answer instanceof Response)) throw answer;
    }
  });
  expect(asked.queries).toBeGreaterThan(0);
  expect(asked.queries).toBeLessThanOrEqual(mostAt[path] ?? MOST);
});
