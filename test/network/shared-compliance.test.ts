import { beforeAll, describe, expect, it } from 'vitest';
import {
  addException,
  chartAlerts,
  getSharedNetwork,
  listAlerts,
  listExceptions,
  listSharedWithMe,
  readEffectExport,
  refreshConnections,
  setConnectionActive,
  tryRule,
} from '#modules/network/index.ts';
import { DAY } from '#modules/platform/index.ts';
import { newAlertedCompany, subscribeTo } from '#test/factories/alert-mails.ts';
import { giveScore, newApplication, newScoreChange, newScoredPerson } from '#test/factories/network.ts';
import { connectCompanies, joinNetwork, shareOf } from '#test/factories/shieldlink.ts';
import { testPortal } from '#test/portal.ts';

/**
 * Who is in compliance among the people of a company that shares its network, by the rule of the company that looks (D131):
 * on the page of the sharing company, in My Network, in the charts, and where a rule is tried.
 */

const portal = await testPortal();

/** A company that shares the network of five people, two of whom also share with the client. */
async function newShared(alert_dashboard_enabled: boolean) {
  const client = await newAlertedCompany(portal, { shieldlink_enabled: true, alert_dashboard_enabled });
  const sharing = await newAlertedCompany(portal, { shieldlink_enabled: true });
  // A rule that no test of the client expects.
  await subscribeTo(sharing.owner, { minscore: 2, maxscore: 2 });
  const person = async (lastname: string, score: 'IC01' | 'IC03') => {
    const found = await newScoredPerson(portal, { firstname: 'Ann', lastname, score });
    await joinNetwork(sharing, found);
    return found;
  };
  await person('Allowed', 'IC01');
  await person('Badscore', 'IC03');
  const expired = await person('Expired', 'IC01');
  const hidden = await person('Hidden', 'IC01');
  const excepted = await joinNetwork(client, await person('Own-Excepted', 'IC03'));
  await joinNetwork(client, await person('Own-Out', 'IC03'));
  const connectionid = await connectCompanies(client, sharing);
  await portal.runJobs();
  await giveScore(portal, expired.accountId, { score: 'IC01', days: -3 });
  const through = await shareOf(hidden, 'EXTENDED');
  await hidden.visitor.perform(setConnectionActive, { connectionid: through?.id ?? '', active: 'NO' });
  return { client, sharing, excepted, connectionid };
}
type Shared = Awaited<ReturnType<typeof newShared>>;

const seen = async (
  { client, connectionid }: Pick<Shared, 'client' | 'connectionid'>,
  compliance?: 'in' | 'out' | 'exception',
) => {
  const page = await client.owner.visitor.perform(getSharedNetwork, { connectionid, compliance });
  expect(page.total).toBe(page.rows.length);
  return page.rows.map((row) => `${row.lastname} ${row.compliance}`);
};

describe('a company with a rule', () => {
  let shared: Shared;

  beforeAll(async () => {
    shared = await newShared(true);
    const { client, excepted } = shared;
    await subscribeTo(client.owner, { maxscore: 1 });
    const last_date = new Date(portal.clock.now().getTime() + 100 * DAY).toISOString().slice(0, 10);
    await client.owner.visitor.perform(addException, {
      connectionid: excepted,
      reason: 'Renewal is booked',
      last_date,
    });
  });

  it.each([
    [
      undefined,
      [
        'Allowed IN',
        'Badscore SCORE',
        'Expired EXPIRED',
        'Hidden HIDDEN',
        'Own-Excepted EXCEPTION',
        'Own-Out SCORE',
      ],
    ],
    ['in', ['Allowed IN']],
    ['out', ['Badscore SCORE', 'Expired EXPIRED', 'Hidden HIDDEN', 'Own-Out SCORE']],
    ['exception', ['Own-Excepted EXCEPTION']],
  ] as const)('finds with the filter %s', async (compliance, expected) => {
    expect(await seen(shared, compliance)).toEqual(expected);
  });

  it('finds those of them whom a search finds', async () => {
    const { client, connectionid } = shared;
    const page = await client.owner.visitor.perform(getSharedNetwork, {
      connectionid,
      compliance: 'out',
      q: 'own',
    });
    expect(page.rows.map(({ lastname }) => lastname)).toEqual(['Own-Out']);
  });

  it.each([
    ['in', ['Allowed']],
    ['out', ['Badscore', 'Expired', 'Hidden', 'Own-Out']],
    ['exception', ['Own-Excepted']],
  ] as const)('finds them in My Network with the filter %s', async (compliance, expected) => {
    const { rows, total } = await shared.client.owner.visitor.perform(listSharedWithMe, { compliance });
    expect([rows.map(({ lastname }) => lastname), total]).toEqual([expected, expected.length]);
  });

  it('counts them in the charts and in the effect of a rule, without the addresses that it does not see', async () => {
    const { visitor } = shared.client.owner;
    const { compliance } = await visitor.perform(chartAlerts, {});
    expect(compliance).toMatchObject({ compliant: 1, exception: 1, expired: 1, score: 2, hidden: 1 });
    const { people, out, rows } = await visitor.perform(tryRule, {});
    expect([
      people,
      out,
      rows.map(({ lastname, connectiontype }) => `${lastname} ${connectiontype}`),
    ]).toEqual([6, 4, ['Badscore EXTENDED', 'Expired EXTENDED', 'Hidden EXTENDED', 'Own-Out INDIVIDUAL']]);
    const { lines } = await visitor.perform(readEffectExport, {});
    const addressed = lines.split('\r\n').filter((line) => line.includes('@'));
    expect(addressed).toEqual([expect.stringContaining('Own-Out')]);
  });

  it('offers and makes exceptions for its own connections alone', async () => {
    const { visitor } = shared.client.owner;
    const { people } = await visitor.perform(listExceptions, {});
    expect(people.map(({ lastname }) => lastname)).toEqual(['Own-Out']);
    const { rows } = await visitor.perform(listSharedWithMe, { q: 'badscore' });
    const last_date = portal.clock.now().toISOString().slice(0, 10);
    await expect(
      visitor.perform(addException, { connectionid: rows[0]?.id ?? '', reason: 'Late', last_date }),
    ).rejects.toMatchObject({ code: 'not-found' });
  });

  it('judges by a changed rule at once, and alerts of nobody whom it sees only there', async () => {
    const { client } = shared;
    await subscribeTo(client.owner, { maxscore: 4, outofcomp_expired: 'NO' });
    expect(await seen(shared, 'out')).toEqual(['Hidden HIDDEN']);
    await subscribeTo(client.owner, { minscore: 1, maxscore: 1, outofcomp_expired: 'YES' });
    expect(await seen(shared, 'in')).toEqual(['Allowed IN']);
    const { alerts } = await client.owner.visitor.perform(listAlerts, { alert: 'out_compliance' });
    const alerted = alerts.map(({ lastname }) => lastname);
    expect(alerted.filter((lastname) => !lastname?.startsWith('Own-'))).toEqual([]);
  });
});

it('a company without alerts is not told who is in compliance', async () => {
  const found = await seen(await newShared(false));
  expect(found).toHaveLength(6);
  expect(found.every((row) => row.endsWith(' null'))).toBe(true);
});

it('nobody goes out by a new score that is under review, whatever the rule, but by its decision', async () => {
  const client = await newAlertedCompany(portal, { shieldlink_enabled: true });
  const sharing = await newAlertedCompany(portal, { shieldlink_enabled: true });
  await subscribeTo(client.owner, { maxscore: 1 });
  const person = await newScoredPerson(portal, { firstname: 'Ann', lastname: 'Reviewed', score: 'IC01' });
  await joinNetwork(sharing, person);
  const connectionid = await connectCompanies(client, sharing);
  await portal.runJobs();
  expect(await seen({ client, connectionid })).toEqual(['Reviewed IN']);
  const applicationId = await newApplication(portal, person.accountId, 'newrequiresapproval');
  await newScoreChange(portal, person.accountId, applicationId, 'monitorupdate', 'IC03');
  const refresh = () =>
    portal.work('test.refresh', (work) => refreshConnections(work, { accountIds: [person.accountId] }));
  await refresh();
  await refresh();
  await subscribeTo(client.owner, { maxscore: 2 });
  expect(await seen({ client, connectionid })).toEqual(['Reviewed IN']);
  await portal.pool.query('update application set status = $2 where id = $1', [applicationId, 'done']);
  await giveScore(portal, person.accountId, { score: 'IC03' });
  expect(await seen({ client, connectionid })).toEqual(['Reviewed SCORE']);
});
