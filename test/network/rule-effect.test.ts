import { expect, it } from 'vitest';
import {
  leaveNetwork,
  readEffectExport,
  requestRemoval,
  setConnectionActive,
  startEffectExport,
  tryRule,
} from '#modules/network/index.ts';
import { writeCursor } from '#modules/platform/index.ts';
import { newAlertedCompany, subscribeTo } from '#test/factories/alert-mails.ts';
import { newScoredPerson } from '#test/factories/network.ts';
import { joinNetwork } from '#test/factories/shieldlink.ts';
import { testPortal } from '#test/portal.ts';

/** A rule is tried with its effect before it is saved (D131). */

const portal = await testPortal({ now: new Date('2026-03-01T15:00:00Z') });

const named = (firstname: string, more: object = {}) =>
  newScoredPerson(portal, { firstname, lastname: 'Haddad', ...more });

const strict = {
  minscore: 'IC01+',
  maxscore: 'IC01',
  outofcomp_expired: true,
  outofcomp_leftnetwork: true,
  outofcomp_removed: true,
} as const;

it('F112: a tried rule says who would be out and why, and changes nothing', async () => {
  const company = await newAlertedCompany(portal);
  const { owner, admin } = company;
  const leaving = await named('Lea');
  await joinNetwork(company, await named('Ada'));
  await joinNetwork(company, await named('Ben', { score: 'IC02' }));
  const left = await joinNetwork(company, leaving);
  await owner.visitor.perform(requestRemoval, {
    connectionid: await joinNetwork(company, await named('Rolf')),
  });
  await leaving.visitor.perform(setConnectionActive, { connectionid: left, active: 'NO' });
  await leaving.visitor.perform(leaveNetwork, { connectionid: left });
  // Somebody of another company is not counted.
  await joinNetwork(await newAlertedCompany(portal), await named('Zoe', { score: 'IC04' }));

  const before = await admin.visitor.perform(tryRule, {});
  expect(before).toMatchObject({ differs: false, out: 1, newly: 0, savings: [] });
  const tried = await admin.visitor.perform(tryRule, { rule: strict });
  expect(tried).toMatchObject({ differs: true, people: 4, out: 3, newly: 2 });
  expect(
    tried.rows.map(({ firstname, reason, score, already }) => [firstname, reason, score, already]),
  ).toEqual([
    ['Ben', 'SCORE', 'IC02', false],
    ['Rolf', 'REMOVED', null, false],
    ['Lea', 'LEFT', null, true],
  ]);
  expect((await admin.visitor.perform(tryRule, { rule: strict, page: 2 })).rows).toEqual([]);
  expect(await admin.visitor.perform(tryRule, {})).toEqual(before);

  await subscribeTo(owner, { maxscore: 1, outofcomp_removed: 'YES' });
  const after = await admin.visitor.perform(tryRule, {});
  expect(after).toMatchObject({ differs: false, out: 3, newly: 0 });
  expect(after.savings).toMatchObject([{ rule: strict, people_out: 3 }]);
});

it('the file of who would be out goes on where it ended, and its scores count as seen', async () => {
  const company = await newAlertedCompany(portal);
  const ben = await named('Ben', { score: 'IC03' });
  await joinNetwork(company, ben);
  const id = await joinNetwork(company, await named('Cem', { score: 'IC02' }));
  const { visitor } = company.owner;
  await visitor.perform(startEffectExport, { rule: strict });
  const whole = await visitor.perform(readEffectExport, { rule: strict });
  expect(whole.lines.split('\r\n')).toMatchObject([
    'Name,Company,Email,Why out,Score,Expires,Compared with now',
    expect.stringMatching(/^Ben Haddad,.*,Score not allowed,IC03,.*,Newly out$/),
    expect.stringMatching(/^Cem Haddad,/),
    '',
  ]);
  const { rows } = await portal.pool.query('select sort_name as name from connection where id = $1', [id]);
  const after = writeCursor({ name: 'effect', by: 'place', type: 'text' }, { value: `0${rows[0].name}`, id });
  const rest = await visitor.perform(readEffectExport, { rule: strict, after });
  expect(rest).toEqual({ lines: '', next: null });
  const seen = await portal.pool.query('select kind from access_entry where person_id = $1', [ben.accountId]);
  expect(seen.rows).toContainEqual({ kind: 'export' });
});
