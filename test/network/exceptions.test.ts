import { expect, it } from 'vitest';
import {
  addException,
  chartAlerts,
  countExceptions,
  dueExceptions,
  endException,
  leaveNetwork,
  listExceptions,
  listMyShares,
  requestRemoval,
  setConnectionActive,
} from '#modules/network/index.ts';
import { DAY, runSweep } from '#modules/platform/index.ts';
import { newAlertedCompany, subscribeTo } from '#test/factories/alert-mails.ts';
import { newScoredPerson, type TestCompany } from '#test/factories/network.ts';
import { joinNetwork } from '#test/factories/shieldlink.ts';
import { testPortal } from '#test/portal.ts';
import { shows, showsCount } from '#test/shown.ts';

/** Exceptions from the rule of a company (D131). */

const portal = await testPortal({ now: new Date('2026-03-01T15:00:00Z') });

/** A company with the rule that IC01 is the lowest score, and somebody whom it puts out. */
async function newOut() {
  const company = await newAlertedCompany(portal);
  await subscribeTo(company.owner, { maxscore: 1 });
  const person = await newScoredPerson(portal, {
    firstname: 'Noor',
    lastname: 'Haddad',
    score: 'IC03',
    days: 300,
  });
  return { company, person, id: await joinNetwork(company, person) };
}

const add = ({ owner }: TestCompany, connectionid: string, last_date: string) =>
  owner.visitor.perform(addException, { connectionid, reason: 'Renewal is booked', last_date });

const standing = async (id: string) =>
  (await portal.pool.query('select compliance from connection where id = $1', [id])).rows[0]?.compliance;

const alertsOf = async ({ companyId }: TestCompany) =>
  (
    await portal.pool.query(
      `select id from network_alert where company_id = $1 and alert_type = 'out_compliance'`,
      [companyId],
    )
  ).rowCount;

it('F112: an exception holds until its last day is over where the company is, and then the person goes out once', async () => {
  const { company, id } = await newOut();
  await portal.pool.query(`update company set time_zone = 'America/Los_Angeles' where id = $1`, [
    company.companyId,
  ]);
  await add(company, id, '2026-03-10');
  expect([await standing(id), await alertsOf(company)]).toEqual(['EXCEPTION', 1]);
  const { compliance } = await company.owner.visitor.perform(chartAlerts, {});
  expect(compliance).toMatchObject({ compliant: 0, exception: 1, score: 0 });
  // Daylight saving time begins on March 8.
  const over = new Date('2026-03-11T07:00:00Z');
  portal.clock.set(new Date(over.getTime() - 1_000));
  await runSweep(portal, dueExceptions);
  expect([await standing(id), await alertsOf(company)]).toEqual(['EXCEPTION', 1]);
  portal.clock.set(over);
  await runSweep(portal, dueExceptions);
  await runSweep(portal, dueExceptions);
  expect([await standing(id), await alertsOf(company)]).toEqual(['SCORE', 2]);
  const { rows } = await portal.pool.query(
    'select ended_at, ended_by_account_id as by from compliance_exception where connection_id = $1',
    [id],
  );
  expect(rows).toEqual([{ ended_at: over, by: null }]);
});

it('an exception can be ended early, and only one holds at a time', async () => {
  const { company, id } = await newOut();
  const today = portal.clock.now().toISOString().slice(0, 10);
  await add(company, id, today);
  const second = await add(company, id, today).catch((error) => error);
  expect(second.code).toBe('network.exception-open');
  shows('alerts.exception-open', second.text);
  const { exceptions } = await company.admin.visitor.perform(listExceptions, {});
  expect(exceptions).toMatchObject([{ firstname: 'Noor', reason: 'Renewal is booked', holds: true }]);
  const exceptionid = exceptions[0]?.id ?? '';
  await company.admin.visitor.perform(endException, { exceptionid });
  await company.admin.visitor.perform(endException, { exceptionid });
  expect([await standing(id), await alertsOf(company)]).toEqual(['SCORE', 2]);
  await add(company, id, today);
  expect(await standing(id)).toBe('EXCEPTION');
});

it('an exception ends at most 180 days ahead, and is for people in the own network alone', async () => {
  const { company, person, id } = await newOut();
  const { latest } = await company.owner.visitor.perform(listExceptions, {});
  const late = new Date(Date.parse(latest) + DAY).toISOString().slice(0, 10);
  for (const day of [late, '2026-01-31']) {
    const refused = await add(company, id, day).catch((error) => error);
    expect(refused.code).toBe('network.exception-date');
    shows('alerts.exception-date', refused.text);
  }
  const other = await newAlertedCompany(portal);
  await expect(add(other, id, latest)).rejects.toMatchObject({ code: 'not-found' });
  const ahead = (days: number) =>
    new Date(portal.clock.now().getTime() + days * DAY).toISOString().slice(0, 10);
  const isTaken = async (days: number) =>
    add(company, id, ahead(days)).then(
      () => true,
      () => false,
    );
  await showsCount('alerts.exception-days', isTaken, 179);
  await person.visitor.perform(setConnectionActive, { connectionid: id, active: 'NO' });
  await person.visitor.perform(leaveNetwork, { connectionid: id });
  await expect(add(company, id, latest)).rejects.toMatchObject({ code: 'not-found' });
  const { exceptions, people } = await company.owner.visitor.perform(listExceptions, {});
  expect([exceptions.map(({ holds }) => holds), people]).toEqual([[false], []]);
});

it('an exception ends with the connection, at once, whoever ends it', async () => {
  const { company, person, id } = await newOut();
  const removed = await newOut();
  for (const each of [{ company, id }, removed]) await add(each.company, each.id, '2026-03-20');
  const holding = async ({ owner }: TestCompany) =>
    (await owner.visitor.perform(countExceptions, {})).holding;
  expect([await holding(company), await holding(removed.company)]).toEqual([1, 1]);
  await person.visitor.perform(setConnectionActive, { connectionid: id, active: 'NO' });
  await person.visitor.perform(leaveNetwork, { connectionid: id });
  await removed.company.owner.visitor.perform(requestRemoval, { connectionid: removed.id });
  expect([await holding(company), await holding(removed.company)]).toEqual([0, 0]);
  const { rows } = await portal.pool.query(
    `select e.ended_at = c.removed_at as with_connection, e.ended_by_account_id as by
     from compliance_exception e join connection c on c.id = e.connection_id where c.id = any($1)`,
    [[id, removed.id]],
  );
  expect(rows).toEqual(Array(2).fill({ with_connection: true, by: null }));
});

it('the person sees that an exception is made for them; the reason is stored sealed, and shown to the company alone', async () => {
  const { company, person, id } = await newOut();
  await company.owner.visitor.perform(addException, {
    connectionid: id,
    reason: 'Zanzibar',
    last_date: portal.clock.now().toISOString().slice(0, 10),
  });
  const shares = await person.visitor.perform(listMyShares, {});
  expect(shares.rows).toMatchObject([{ id, by_exception: true }]);
  expect(JSON.stringify(shares)).not.toContain('Zanzibar');
  const { rows } = await portal.pool.query(
    `select (select string_agg(e::text, ' ') from compliance_exception e)
      || (select string_agg(a::text, ' ') from audit_entry a) as stored`,
  );
  expect(rows[0].stored).toContain('network.exception-added');
  expect(rows[0].stored).not.toContain('Zanzibar');
});

it('lists every exception, page by page, those that hold first', async () => {
  const { company, id } = await newOut();
  const { visitor } = company.owner;
  const day = new Date(portal.clock.now().getTime() + 9 * DAY).toISOString().slice(0, 10);
  for (let at = 0; at < 20; at += 1) {
    await add(company, id, day);
    const [made] = (await visitor.perform(listExceptions, {})).exceptions;
    await visitor.perform(endException, { exceptionid: made?.id ?? '' });
  }
  await add(company, id, day);
  const pageOf = async (page: number) => {
    const listed = await visitor.perform(listExceptions, { page });
    return [listed.page, listed.total, listed.exceptions.length, listed.exceptions[0]?.holds];
  };
  expect(await pageOf(1)).toEqual([1, 21, 20, true]);
  expect(await pageOf(2)).toEqual([2, 21, 1, false]);
  expect(await pageOf(99)).toEqual([2, 21, 1, false]);
});
