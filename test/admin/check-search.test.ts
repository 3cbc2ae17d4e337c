import { expect, it } from 'vitest';
import { searchBackgroundChecks } from '#modules/admin/index.ts';
import { DAY, HOUR, newId, sql } from '#modules/platform/index.ts';
import { giveScore, newApplication } from '#test/factories/network.ts';
import { newPersonWithoutTwoStep, newStaff } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';
import { rowsOf } from '#test/sql.ts';

/** Two people with one check each, and what finds them. */
const portal = await testPortal();
const staff = async () => (await newStaff(portal)).visitor;

async function checked(firstname: string, lastname: string, score: 'IC01' | 'IC03' = 'IC01') {
  const person = await newPersonWithoutTwoStep(portal, { firstname, lastname });
  const shieldId = await giveScore(portal, person.accountId, { score });
  const profile = `PN-${newId()}`;
  await rowsOf(
    portal,
    sql`update cra_order set profile_number = ${profile}, placed_at = created_at, state = 'completed'
      where application_id in (select id from application where account_id = ${person.accountId})`,
  );
  return { ...person, shieldId, profile };
}

const omar = await checked('Omar', 'Quillfeather');
const vera = await checked('Vera', 'Thistlewood', 'IC03');

async function find(searchvalue: string, more: object = {}) {
  const { results } = await (await staff()).perform(searchBackgroundChecks, { searchvalue, ...more });
  return results.map(({ userid }) => userid);
}

it('finds a check by number, name, email address and ShieldID, each by a part in any case', async () => {
  expect(await find(omar.profile.slice(-12).toUpperCase())).toEqual([omar.accountId]);
  expect(await find('quillf')).toEqual([omar.accountId]);
  expect(await find('Quillfeather Omar')).toEqual([omar.accountId]);
  expect(await find(`<b>${vera.emailaddress}</b>`)).toEqual([vera.accountId]);
  expect(await find(vera.shieldId.slice(0, 9))).toEqual([vera.accountId]);
  expect(await find('Omar Thistlewood')).toEqual([]);
  expect(await find('%%%')).toEqual([]);
});

it('finds nothing by fewer than three characters, however the markup around them', async () => {
  expect(await find('')).toEqual([]);
  expect(await find('qu')).toEqual([]);
  expect(await find('<b>qu</b>')).toEqual([]);
});

it('answers what the documents list', async () => {
  const { results, total } = await (await staff()).perform(searchBackgroundChecks, {
    searchvalue: 'thistlewood',
  });
  expect(total).toBe(1);
  expect(results[0]).toMatchObject({
    cra_profilenumber: vera.profile,
    legalfirstname: 'Vera',
    legallastname: 'Thistlewood',
    shieldid: vera.shieldId,
    emailaddress: vera.emailaddress,
    icscore: 'IC03',
    composite_status: 'Complete',
    user_firstname: 'Vera',
    user_lastname: 'Thistlewood',
    user_emailaddress: vera.emailaddress,
  });
  expect(results[0]?.completed_date).toBeInstanceOf(Date);
});

it('shows the newest number and the newest score of a check', async () => {
  const person = await checked('Lena', 'Latestnumber');
  const [order, number] = [newId(), `PN-${newId()}`];
  await rowsOf(
    portal,
    sql`insert into cra_order (id, application_id, craid, attempt, idempotency_key, profile_number, placed_at,
        state, created_at)
      select ${order}, id, '2', 2, ${order}, ${number}, ordered_at, 'placed', ordered_at + interval '1 hour'
      from application where account_id = ${person.accountId}`,
  );
  await rowsOf(
    portal,
    sql`with change as (
        insert into score_change select (jsonb_populate_record(found, jsonb_build_object('id', gen_random_uuid()))).*
        from score_change found where account_id = ${person.accountId} returning id
      )
      insert into shield_score select (jsonb_populate_record(former, jsonb_build_object('id', gen_random_uuid(),
        'score_change_id', change.id, 'score', 'IC04', 'ended_at', former.activated_at + interval '2 hours',
        'activated_at', former.activated_at + interval '1 hour'))).*
      from shield_score former, change where account_id = ${person.accountId}`,
  );
  const { results } = await (await staff()).perform(searchBackgroundChecks, { searchvalue: 'latestnumber' });
  expect(results).toMatchObject([{ cra_profilenumber: number, icscore: 'IC04', completed_date: null }]);
});

it('finds the name that was checked after the profile has another', async () => {
  const person = await checked('Iris', 'Maidenname');
  await rowsOf(portal, sql`update account set lastname = 'Marriedname' where id = ${person.accountId}`);
  for (const name of ['maidenname', 'marriedname']) {
    const { results } = await (await staff()).perform(searchBackgroundChecks, { searchvalue: name });
    expect(results).toMatchObject([{ legallastname: 'Maidenname', user_lastname: 'Marriedname' }]);
  }
});

it('finds the check of a ShieldID that is no longer the active one', async () => {
  const person = await checked('Nora', 'Twonumbers');
  await rowsOf(
    portal,
    sql`insert into shield_id (number, account_id, issued_at, retired_at)
      values ('OK123456782', ${person.accountId}, ${portal.clock.now()}, ${portal.clock.now()})`,
  );
  expect(await find('ok 123-456-782')).toEqual([person.accountId]);
});

it('lists the newest first, page by page, and narrows to a status', async () => {
  const { accountId } = await newPersonWithoutTwoStep(portal, { firstname: 'Paula', lastname: 'Pagewright' });
  const ids: string[] = [];
  for (let at = 0; at < 11; at++) {
    ids.unshift(await newApplication(portal, accountId, 'done'));
    portal.clock.advance(HOUR);
  }
  const open = await newApplication(portal, accountId, 'inprogress');
  portal.clock.advance(DAY);
  const visitor = await staff();
  const asked = { searchvalue: 'pagewright', rows: 10 };
  const first = await visitor.perform(searchBackgroundChecks, asked);
  expect(first.total).toBe(12);
  expect(first.results.map(({ id }) => id)).toEqual([open, ...ids.slice(0, 9)]);
  const next = { ...asked, after: first.cursors.next ?? '' };
  const second = await visitor.perform(searchBackgroundChecks, next);
  expect(second.results.map(({ id }) => id)).toEqual(ids.slice(9));
  const narrowed = await visitor.perform(searchBackgroundChecks, { ...asked, status: 'inprogress' });
  expect(narrowed.results.map(({ id }) => id)).toEqual([open]);
});

it('a search that found somebody is in the audit, without its words', async () => {
  const { visitor, accountId } = await newStaff(portal);
  await visitor.perform(searchBackgroundChecks, { searchvalue: 'nobody has this' });
  await visitor.perform(searchBackgroundChecks, { searchvalue: 'quillfeather', status: 'done' });
  const entries = await portal.db
    .selectFrom('audit_entry')
    .selectAll()
    .where('actor_id', '=', accountId)
    .where('action', '=', 'admin.checks-searched')
    .execute();
  expect(entries).toHaveLength(1);
  expect(JSON.stringify(entries)).not.toMatch(/quillfeather/i);
  expect(entries[0]?.detail).toEqual({ status: 'done', found: 1 });
});
