import { expect, it } from 'vitest';
import { endOf } from '#app/routes/alerts/feed.tsx';
import { listAccess } from '#modules/identity/index.ts';
import { barsOf } from '#modules/network/alerts/charts.ts';
import { isAlertCompliant, isScoreCompliant } from '#modules/network/alerts/compliance.ts';
import {
  acceptInvite,
  chartAlerts,
  getAlertProfile,
  leaveNetwork,
  listAlerts,
  newInvite,
  readAlertExport,
  requestRemoval,
  setConnectionActive,
  startAlertExport,
} from '#modules/network/index.ts';
import { DAY } from '#modules/platform/index.ts';
import { subscribeTo } from '#test/factories/alert-mails.ts';
import {
  giveScore,
  newCompany,
  newScoredPerson,
  newTeamMember,
  type ScoredPerson,
} from '#test/factories/network.ts';
import { signIn } from '#test/factories/people.ts';
import { joinNetwork } from '#test/factories/shieldlink.ts';
import { refusalOf } from '#test/factories/two-step-methods.ts';
import { testPortal } from '#test/portal.ts';

const portal = await testPortal();
const newReader = () => newCompany(portal, { alert_dashboard_enabled: true, time_zone: 'America/Chicago' });

it('lists the alerts of the caller’s company alone, by order, words, type and dates', async () => {
  const [company, other] = [await newReader(), await newReader()];
  const noor = await newScoredPerson(portal, { firstname: 'Noor', lastname: 'Haddad', score: 'IC02' });
  const ben = await newScoredPerson(portal, { firstname: 'Ben', lastname: 'Castel', days: 20 });
  await joinNetwork(company, noor);
  await joinNetwork(company, ben);
  await joinNetwork(other, ben);
  const { visitor } = company.owner;
  const told = async (asked: object) => {
    const { alerts } = await visitor.perform(listAlerts, asked);
    return alerts.map(({ userfullname, alerttype }) => `${userfullname} ${alerttype}`).sort();
  };
  const all = ['Ben Castel expiressoon', 'Ben Castel new', 'Noor Haddad new'];
  expect(await told({})).toEqual(all);
  expect(await told({ q: 'noor' })).toEqual(['Noor Haddad new']);
  expect(await told({ q: ben.shieldId })).toEqual(all.slice(0, 2));
  expect(await told({ alert: 'expiressoon' })).toEqual(['Ben Castel expiressoon']);
  const { todate, fromdate, today } = await visitor.perform(listAlerts, {});
  expect([todate, Date.parse(today) - Date.parse(fromdate)]).toEqual([today, 30 * DAY]);
  expect(await told({ fromdate: today, todate: today })).toEqual(all);
  expect(await told({ fromdate: '2020-01-01', todate: '2020-12-31' })).toEqual([]);
  const first = await visitor.perform(listAlerts, { sort: 'name', dir: 'asc', rows: 10 });
  expect(first.alerts.map(({ lastname }) => lastname)).toEqual(['Castel', 'Castel', 'Haddad']);
  expect((await visitor.perform(listAlerts, { fromdate: '2999-01-01', todate: '2999-01-01' })).todate).toBe(
    today,
  );
});

it('a day is that of the company’s time zone until the person’s is known', async () => {
  const night = await testPortal({ now: new Date('2026-06-10T03:30:00Z') });
  const company = await newCompany(night, { alert_dashboard_enabled: true, time_zone: 'America/Chicago' });
  await joinNetwork(company, await newScoredPerson(night));
  const { visitor } = company.owner;
  const { today, alerts } = await visitor.perform(listAlerts, {
    fromdate: '2026-06-09',
    todate: '2026-06-09',
  });
  expect([today, alerts.length]).toEqual(['2026-06-09', 1]);
  const { bars } = await visitor.perform(chartAlerts, { fromdate: '2026-06-08' });
  expect(bars.map(({ date, types }) => [date, types.new])).toEqual([
    ['2026-06-08', 0],
    ['2026-06-09', 1],
  ]);
});

it('shows no score of anybody whose score the company does not see any more', async () => {
  const company = await newReader();
  const person = await newScoredPerson(portal, { score: 'IC01' });
  const connectionid = await joinNetwork(company, person);
  await giveScore(portal, person.accountId, { score: 'IC03' });
  const seen = async () => {
    const { alerts } = await company.owner.visitor.perform(listAlerts, { sort: 'when', dir: 'asc' });
    const { profile } = await company.owner.visitor.perform(getAlertProfile, { userid: connectionid });
    const { rows } = await company.owner.visitor.perform(readAlertExport, {});
    const words = JSON.stringify([alerts, profile, rows]);
    return { score: /"IC0\d/.test(words), id: words.includes(person.shieldId), alerts: alerts.length };
  };
  expect(await seen()).toEqual({ score: true, id: true, alerts: 2 });
  await person.visitor.perform(setConnectionActive, { connectionid, active: 'NO' });
  expect(await seen()).toEqual({ score: false, id: false, alerts: 3 });
  await person.visitor.perform(setConnectionActive, { connectionid, active: 'YES' });
  expect(await seen()).toEqual({ score: true, id: true, alerts: 3 });
  await person.visitor.perform(setConnectionActive, { connectionid, active: 'NO' });
  await person.visitor.perform(leaveNetwork, { connectionid });
  expect(await seen()).toEqual({ score: false, id: false, alerts: 5 });
  const { alerts } = await company.owner.visitor.perform(listAlerts, {});
  expect(alerts.every(({ useremail }) => useremail === null)).toBe(true);
});

it('whoever opens the history of a person whose score is shown is in that person’s access log', async () => {
  const company = await newReader();
  const person = await newScoredPerson(portal);
  const userid = await joinNetwork(company, person);
  await giveScore(portal, person.accountId, { score: 'IC03' });
  await joinNetwork(company, await newScoredPerson(portal));
  const { profile } = await company.owner.visitor.perform(getAlertProfile, { userid });
  expect(profile.alerthistory).toMatchObject([
    { alerttype: 'scorechange', previousicscore: 'IC01', currenticscore: 'IC03' },
    { alerttype: 'new', previousicscore: null, currenticscore: 'IC01' },
  ]);
  const seen = await portal.work('test.access', (work) => listAccess(work, person.accountId, 10));
  expect(seen).toHaveLength(1);
  const stranger = await newReader();
  await expect(stranger.owner.visitor.perform(getAlertProfile, { userid })).rejects.toMatchObject({
    code: 'not-found',
  });
});

it('an expired score is NA, with the day on which it expired, in the feed, the history and the person', async () => {
  const company = await newReader();
  const person = await newScoredPerson(portal, { score: 'IC01' });
  const userid = await joinNetwork(company, person);
  await giveScore(portal, person.accountId, { score: 'IC01', days: -1 });
  const { alerts } = await company.owner.visitor.perform(listAlerts, { alert: 'expired' });
  const { profile } = await company.owner.visitor.perform(getAlertProfile, { userid });
  expect(alerts).toMatchObject([{ userid, currenticscore: 'NA', expirationdate: profile.expirationdate }]);
  expect(profile.currenticscore).toBe('NA');
  expect(profile.alerthistory).toHaveLength(3);
  expect(profile.alerthistory).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ alerttype: 'expired', previousicscore: 'IC01', currenticscore: 'NA' }),
      expect.objectContaining({ alerttype: 'out_compliance', currenticscore: 'NA' }),
      expect.objectContaining({ alerttype: 'new', currenticscore: 'IC01' }),
    ]),
  );
  const [alert] = alerts;
  expect(alert && endOf(alert, alert.expirationdate ?? '')).toMatch(/^Expired \d\d\/\d\d\/\d{4}$/);
  expect(endOf({ alerttype: 'new', alertdate: '2026-11-27T12:00:00Z' }, '2026-11-28')).toBe('11/28/2026');
});

it('counts each person of the network once, and those who left beside them', async () => {
  const company = await newReader();
  for (const score of ['IC01+', 'IC04', 'NA'] as const) {
    const person = await newScoredPerson(portal, { score: score === 'NA' ? 'IC01' : score });
    await joinNetwork(company, person);
    if (score === 'NA') await giveScore(portal, person.accountId, { score });
  }
  const hidden = await newScoredPerson(portal);
  const off = await joinNetwork(company, hidden);
  await hidden.visitor.perform(setConnectionActive, { connectionid: off, active: 'NO' });
  const leaving = await newScoredPerson(portal);
  const left = await joinNetwork(company, leaving);
  await leaving.visitor.perform(setConnectionActive, { connectionid: left, active: 'NO' });
  await leaving.visitor.perform(leaveNetwork, { connectionid: left });
  const { visitor } = company.owner;
  // Whoever left stays counted while another network has them, and while a new invitation waits for them.
  await joinNetwork(await newReader(), leaving);
  const again = await visitor.perform(newInvite, { touser: leaving.shieldId });
  const expected = {
    compliant: 2,
    exception: 0,
    expired: 0,
    score: 1,
    hidden: 1,
    leftnetwork: 1,
    removed: 0,
  };
  expect((await visitor.perform(chartAlerts, {})).compliance).toEqual(expected);
  expect((await visitor.perform(chartAlerts, {})).types).toMatchObject({
    new: 5,
    scorechange: 1,
    leftnetwork: 1,
  });
  const earlier = await visitor.perform(chartAlerts, { fromdate: '2020-01-01', todate: '2020-12-31' });
  expect(earlier.compliance).toEqual({ ...expected, leftnetwork: 0 });
  await leaving.visitor.perform(acceptInvite, { inviteid: again.inviteid });
  expect((await visitor.perform(chartAlerts, {})).compliance).toEqual({
    ...expected,
    compliant: 3,
    leftnetwork: 0,
  });
});

it('a viewer looks and exports nothing; a team without alerts finds none', async () => {
  const company = await newReader();
  const viewer = await newTeamMember(portal, company, 'viewer');
  const { visitor } = { visitor: await signIn(portal, viewer) };
  expect((await visitor.perform(listAlerts, {})).total).toBe(0);
  await expect(visitor.perform(startAlertExport, {})).rejects.toMatchObject({ code: 'role-too-low' });
  await expect(visitor.perform(readAlertExport, {})).rejects.toMatchObject({ code: 'role-too-low' });
  const other = await newCompany(portal);
  await expect(other.owner.visitor.perform(listAlerts, {})).rejects.toMatchObject({ code: 'not-found' });
});

it('scores are compliant from the lowest to the highest of the rules, and NA never is (D3)', () => {
  const rules = {
    minscore: 1,
    maxscore: 3,
    outofcomp_expired: true,
    outofcomp_leftnetwork: true,
    outofcomp_removed: false,
  };
  const compliant = (['IC01+', 'IC01', 'IC03', 'IC04', 'NA', null] as const).map((score) =>
    isScoreCompliant(score, rules),
  );
  expect(compliant).toEqual([false, true, true, false, false, false]);
  expect(isScoreCompliant('NA', { ...rules, minscore: 0, maxscore: 4 })).toBe(false);
  expect(isAlertCompliant('expired', 'IC02', rules)).toBe(false);
  expect(isAlertCompliant('expired', 'IC02', { ...rules, outofcomp_expired: false })).toBe(true);
  expect(isAlertCompliant('leftnetwork', null, rules)).toBe(false);
  expect(isAlertCompliant('removeduser', null, rules)).toBe(true);
});

it('has a bar for each day, and for each week of a longer range', () => {
  const days = [{ day: '2026-03-01', alert_type: 'new' as const, alerts: 2 }];
  const month = barsOf({ fromdate: '2026-02-01', todate: '2026-03-01' }, days);
  expect([month.bar, month.bars.length, month.bars.at(-1)?.types.new]).toEqual(['day', 29, 2]);
  const year = barsOf({ fromdate: '2026-01-01', todate: '2026-12-31' }, days);
  expect([year.bar, year.bars.length, year.types.new]).toEqual(['week', 53, 2]);
  expect(year.bars.find(({ types }) => types.new === 2)?.date).toBe('2026-02-26');
});

it('has a bar for each month of some years, and for each year of more', () => {
  const days = [{ day: '2026-02-28', alert_type: 'new' as const, alerts: 2 }];
  const months = barsOf({ fromdate: '2025-01-20', todate: '2026-03-01' }, days);
  expect([months.bar, months.bars.length, months.bars[0]?.date]).toEqual(['month', 15, '2025-01-20']);
  expect(months.bars.find(({ types }) => types.new === 2)?.date).toBe('2026-02-01');
  const years = barsOf({ fromdate: '1990-05-05', todate: '2026-12-31' }, days);
  expect([years.bar, years.bars.length, years.bars[1]?.date]).toEqual(['year', 37, '1991-01-01']);
  expect(years.bars.at(-1)?.types.new).toBe(2);
});

it('has bars for days up to two months', () => {
  const barOf = (todate: string) => barsOf({ fromdate: '2026-01-01', todate }, []).bar;
  expect([barOf('2026-03-03'), barOf('2026-03-04')]).toEqual(['day', 'week']);
});

it('counts and marks by the rules that the company has set', async () => {
  const company = await newReader();
  const { visitor } = company.owner;
  const set = (yes: 'YES' | 'NO') =>
    subscribeTo(company.owner, {
      minscore: 1,
      maxscore: 3,
      outofcomp_expired: yes,
      outofcomp_leftnetwork: yes,
      outofcomp_removed: yes,
    });
  for (const score of ['IC01+', 'IC01', 'IC03', 'IC04'] as const) {
    await joinNetwork(company, await newScoredPerson(portal, { score }));
  }
  const lapsed = await newScoredPerson(portal, { score: 'IC02' });
  await joinNetwork(company, lapsed);
  await giveScore(portal, lapsed.accountId, { score: 'IC02', days: -1 });
  const leave = async (person: ScoredPerson, connectionid: string) => {
    await person.visitor.perform(setConnectionActive, { connectionid, active: 'NO' });
    await person.visitor.perform(leaveNetwork, { connectionid });
  };
  const [leaving, removed, both] = [
    await newScoredPerson(portal),
    await newScoredPerson(portal),
    await newScoredPerson(portal),
  ];
  await leave(leaving, await joinNetwork(company, leaving));
  await visitor.perform(requestRemoval, { connectionid: await joinNetwork(company, removed) });
  // Who left, joined again and was removed counts as removed.
  await leave(both, await joinNetwork(company, both));
  portal.clock.advance(1_000);
  await visitor.perform(requestRemoval, { connectionid: await joinNetwork(company, both) });
  const counted = async () => (await visitor.perform(chartAlerts, {})).compliance;
  await set('YES');
  expect(await counted()).toEqual({
    compliant: 2,
    exception: 0,
    expired: 1,
    score: 2,
    hidden: 0,
    leftnetwork: 1,
    removed: 2,
  });
  const marks = async (alert: string) =>
    (await visitor.perform(listAlerts, { alert: alert as never })).alerts.map(({ statusicon }) => statusicon);
  expect(await marks('expired')).toEqual(['fail']);
  await set('NO');
  expect(await counted()).toEqual({
    compliant: 3,
    exception: 0,
    expired: 0,
    score: 2,
    hidden: 0,
    leftnetwork: 0,
    removed: 0,
  });
  expect(await marks('expired')).toEqual(['success']);
  expect((await marks('leftnetwork')).concat(await marks('removeduser'))).toEqual(Array(4).fill('success'));
});

it('a date in a year that nobody means is refused', async () => {
  const { owner } = await newReader();
  for (const fromdate of ['0026-11-01', '9999-12-31']) {
    const refusal = await refusalOf(owner.visitor.perform(listAlerts, { fromdate }));
    expect(refusal.code).toBe('invalid-input');
  }
});

it('a range that begins after its end is the single day of its end', async () => {
  const { owner } = await newReader();
  const asked = { fromdate: '2026-02-03', todate: '2026-02-01' };
  expect(await owner.visitor.perform(listAlerts, asked)).toMatchObject({
    fromdate: '2026-02-01',
    todate: '2026-02-01',
  });
});

it('opening the history of a person whose score is not shown notes no access; the export of a shown one does', async () => {
  const company = await newReader();
  const [person, hidden] = [await newScoredPerson(portal), await newScoredPerson(portal)];
  await joinNetwork(company, person);
  const userid = await joinNetwork(company, hidden);
  await hidden.visitor.perform(setConnectionActive, { connectionid: userid, active: 'NO' });
  await company.owner.visitor.perform(getAlertProfile, { userid });
  await company.owner.visitor.perform(readAlertExport, {});
  const accesses = async ({ accountId }: ScoredPerson) =>
    (await portal.work('test.access', (work) => listAccess(work, accountId, 10))).map(({ kind }) => kind);
  expect([await accesses(person), await accesses(hidden)]).toEqual([['export'], []]);
});
