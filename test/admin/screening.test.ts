import { expect, it } from 'vitest';
import {
  getUser,
  listBackgroundChecks,
  listScores,
  openUserRecord,
  searchUsers,
} from '#modules/admin/index.ts';
import { login, logout } from '#modules/identity/index.ts';
import { DAY, HOUR, MINUTE, sql } from '#modules/platform/index.ts';
import { giveScore, newApplication } from '#test/factories/network.ts';
import { actAs, newPersonWithoutTwoStep, newStaff, PASSWORD } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';

/** People with several checks, scores and sessions. Each answer must show the right one. */
const portal = await testPortal();
/** A new one each time, because the clock moves and staff sessions are short. */
const staff = async () => (await newStaff(portal)).visitor;

const dayIn = (days: number) =>
  new Date(portal.clock.now().getTime() + days * DAY).toISOString().slice(0, 10);

it('checks and scores of a person come newest first, each with its own number and result', async () => {
  const { accountId: userid } = await newPersonWithoutTwoStep(portal, {
    firstname: 'Ruth',
    lastname: 'Twice',
  });
  // Read before the clock moves, because late in the day it moves to the next day.
  const former = dayIn(300);
  const shieldid = await giveScore(portal, userid, { score: 'IC04', days: 300 });
  portal.clock.advance(HOUR);
  const current = dayIn(310);
  await giveScore(portal, userid, { score: 'IC01', days: 310 });
  portal.clock.advance(HOUR);
  const open = await newApplication(portal, userid, 'inprogress');
  await sql`insert into cra_order (id, application_id, craid, attempt, idempotency_key, profile_number, placed_at,
      state, created_at, closed_at)
    select gen_random_uuid(), ${open}, '2', attempt, gen_random_uuid(), 'P-' || attempt, now, 'returned',
      now + attempt * interval '1 second', now
    from generate_series(1, 2) attempt, lateral (select ${portal.clock.now()}::timestamptz as now) moment`.execute(
    portal.db,
  );

  const visitor = await staff();
  const { applications } = await visitor.perform(listBackgroundChecks, { userid });
  expect(
    applications.map(({ composite_status_code, icscore, expiration_date }) => [
      composite_status_code,
      icscore,
      expiration_date,
    ]),
  ).toEqual([
    ['inprogress', null, null],
    ['done', 'IC01', current],
    ['done', 'IC04', former],
  ]);
  expect(applications[0]).toMatchObject({ id: open, cra_profilenumber: 'P-2', shieldid: null });
  expect(applications[1]?.shieldid).toBe(shieldid);
  const { scores } = await visitor.perform(listScores, { userid });
  expect(scores.map(({ currenticstatus: score, active, legalname }) => [score, active, legalname])).toEqual([
    ['IC01', true, 'Ruth Twice'],
    ['IC04', false, 'Ruth Twice'],
  ]);
  expect(scores.map(({ cra_profilenumber }) => cra_profilenumber)).toEqual([null, null]);
  await sql`update cra_order set application_id = ${applications[1]?.id} where application_id = ${open}`.execute(
    portal.db,
  );
  const placed = await visitor.perform(listScores, { userid });
  expect(placed.scores.map(({ cra_profilenumber }) => cra_profilenumber)).toEqual(['P-2', null]);
  await sql`update cra_order set application_id = ${open} where profile_number in ('P-1', 'P-2')`.execute(
    portal.db,
  );
  const record = await visitor.perform(openUserRecord, { userid });
  expect(record).toMatchObject({ applications, scores });
  expect(record.profile).toMatchObject({ abcnumber: shieldid, currenticstatus: 'IC01' });
});

it('a search names the agency of the latest check, and none where there was no check', async () => {
  const [checked, plain] = [
    await newPersonWithoutTwoStep(portal, { firstname: 'Able', lastname: 'Agencyman' }),
    await newPersonWithoutTwoStep(portal, { firstname: 'Bare', lastname: 'Agencyman' }),
  ];
  const earlier = await newApplication(portal, checked.accountId, 'done');
  portal.clock.advance(HOUR);
  await newApplication(portal, checked.accountId, 'paid');
  const provider = await sql<{ name: string }>`
    select provider.name from application join screening_package package on package.id = package_id
    join screening_provider provider on provider.craid = package.craid where application.id = ${earlier}`.execute(
    portal.db,
  );
  await sql`with other as (
      insert into screening_provider
      select (jsonb_populate_record(p, jsonb_build_object('craid', '77', 'name', 'Former Agency'))).*
      from screening_provider p limit 1 returning craid
    ), package as (
      insert into screening_package
      select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(), 'craid', '77',
        'crapackageid', 'FORMER', 'active', false))).*
      from screening_package p limit 1 returning id
    )
    select 1 from other, package`.execute(portal.db);
  const former = await sql<{ id: string }>`select id from screening_package where craid = '77'`.execute(
    portal.db,
  );
  await sql`update application set package_id = ${former.rows[0]?.id} where id = ${earlier}`.execute(
    portal.db,
  );
  const { results } = await (await staff()).perform(searchUsers, { searchterm: ' <b>agencyman</b> ' });
  expect(results.map(({ userid, cra_provider }) => [userid, cra_provider])).toEqual([
    [checked.accountId, provider.rows[0]?.name],
    [plain.accountId, null],
  ]);
});

it('the last sign-in is the person’s own, not that of staff in their session, and stays known after the log-out', async () => {
  const { accountId: userid, emailaddress } = await newPersonWithoutTwoStep(portal);
  portal.clock.advance(HOUR);
  const own = portal.visitor({ address: '203.0.113.51', agent: 'Own/1.0' });
  await own.perform(login, { emailaddress, password: PASSWORD });
  portal.clock.advance(HOUR);
  await actAs(portal, { accountId: userid });
  const at = new Date(portal.clock.now().getTime() - HOUR);
  await own.perform(logout, {});
  const { profile } = await (await staff()).perform(getUser, { userid });
  expect(profile).toMatchObject({ last_auth_ip: '203.0.113.51', last_auth_useragent: 'Own/1.0' });
  expect(Math.abs((profile.last_auth_dts?.getTime() ?? 0) - at.getTime())).toBeLessThan(MINUTE);
});

it('opening a profile is audited each time, about the person and by whom', async () => {
  const { accountId: userid } = await newPersonWithoutTwoStep(portal);
  const admin = await newStaff(portal);
  await admin.visitor.perform(getUser, { userid });
  await admin.visitor.perform(getUser, { userid });
  const { rows } = await sql`select actor_id from audit_entry
    where action = 'admin.user-opened' and about_id = ${userid}`.execute(portal.db);
  expect(rows).toEqual([{ actor_id: admin.accountId }, { actor_id: admin.accountId }]);
});
