import { beforeAll, describe, expect, it } from 'vitest';
import {
  acceptInvite,
  connectionGrid,
  countNetwork,
  listSharedWithMe,
  newInvite,
} from '#modules/network/index.ts';
import { type Grade, NUMBERED_ROWS } from '#modules/platform/browser.ts';
import { sql } from '#modules/platform/index.ts';
import { newCompany, newScoredPerson, type TestCompany } from '#test/factories/network.ts';
import { someSealed } from '#test/factories/placeholders.ts';
import { type TestPortal, testPortal } from '#test/portal.ts';

let portal: TestPortal;
let company: TestCompany;

/** 23 rows: some with equal names, scores and dates, some without values. */
beforeAll(async () => {
  portal = await testPortal();
  company = await newCompany(portal);
  const scores: Grade[] = ['IC01', 'IC03', 'IC01'];
  for (const [at, score] of scores.entries()) {
    const person = await newScoredPerson(portal, {
      firstname: 'Sam',
      lastname: 'Same',
      score,
      days: 100 + 50 * at,
    });
    const { inviteid } = await company.owner.visitor.perform(newInvite, { touser: person.shieldId });
    await person.visitor.perform(acceptInvite, { inviteid });
  }
  for (let at = 0; at < 20; at += 1) {
    await company.owner.visitor.perform(newInvite, { touser: `worker${at}@example.com` });
  }
});

const list = (input: object) => company.owner.visitor.perform(listSharedWithMe, input);

describe.each(connectionGrid.sorts)('sorted by %s', (sort) => {
  it.each(['asc', 'desc'] as const)('%s: numbered pages, and on from row to row, both ways', async (dir) => {
    const all = (await list({ sort, dir, rows: 50 })).rows.map((row) => row.id);
    expect(new Set(all).size).toBe(23);

    const numbered = [];
    for (const page of [1, 2, 3])
      numbered.push(...(await list({ sort, dir, page })).rows.map((row) => row.id));
    expect(numbered).toEqual(all);

    const first = await list({ sort, dir });
    expect(first.rows).toHaveLength(10);
    expect(first.cursors.previous).toBeNull();
    const second = await list({ sort, dir, after: first.cursors.next });
    const third = await list({ sort, dir, after: second.cursors.next });
    const forwards = [first, second, third].flatMap((page) => page.rows.map((row) => row.id));
    expect(forwards).toEqual(all);
    expect(third.cursors.next).toBeNull();

    const back = await list({ sort, dir, before: third.cursors.previous });
    expect(back.rows).toEqual(second.rows);
    const start = await list({ sort, dir, before: back.cursors.previous });
    expect(start.rows).toEqual(first.rows);
    expect(start.cursors.previous).toBeNull();
    expect(start.cursors.next).toBe(first.cursors.next);
  });
});

it('an invalid cursor leads to the first page', async () => {
  const first = await list({});
  for (const after of ['x', 'e30', Buffer.from('{"value":1,"id":"2"}').toString('base64url')]) {
    expect((await list({ after })).rows).toEqual(first.rows);
  }
});

it('counts both grids, and who shares a valid score', async () => {
  const counts = {
    sharedwithme: { total: 23, exact: true },
    sharing: 3,
    myshares: { total: 0, exact: true },
  };
  expect(await company.owner.visitor.perform(countNetwork, {})).toEqual(counts);
  // The counts ignore the filters of the list.
  const listed = await list({ q: 'worker7' });
  expect([listed.total, listed.counts]).toEqual([1, counts]);
  expect(await list({})).toMatchObject({ total: 23, exact: true, counts });
});

it('counts up to the rows that have numbered pages, and says that there are more', async () => {
  const large = await newCompany(portal);
  const add = (rows: number) =>
    sql`insert into connection (id, owner_company_id, to_email, invited_by_account_id, invited_at,
        invite_expires_at, shared_at, code_sealed, code_hash, status)
      select id, ${large.companyId}, id || '@example.com', ${large.owner.accountId}, now(), now() + interval '30 days', now(), ${someSealed}, id, 'CURRENT'
      from (select gen_random_uuid() as id from generate_series(1, ${rows}::int)) made`.execute(portal.db);
  await add(NUMBERED_ROWS);
  const all = { total: NUMBERED_ROWS, exact: true };
  const full = await large.owner.visitor.perform(listSharedWithMe, {});
  expect(full).toMatchObject({ ...all, counts: { sharedwithme: all, sharing: NUMBERED_ROWS } });
  await add(1);
  const more = { total: NUMBERED_ROWS, exact: false };
  const beyond = await large.owner.visitor.perform(listSharedWithMe, {});
  expect(beyond).toMatchObject({ ...more, counts: { sharedwithme: more, sharing: null } });
});

it('finds the rows that contain every word, in any order', async () => {
  expect((await list({ q: 'Same  sam' })).total).toBe(3);
  expect((await list({ q: 'example worker7' })).total).toBe(1);
  expect((await list({ q: 'worker7 same' })).total).toBe(0);
});

it('filters by score and type', async () => {
  expect((await list({ score: 'IC01' })).total).toBe(2);
  expect((await list({ score: 'NA' })).total).toBe(20);
  expect((await list({ type: 'direct' })).total).toBe(23);
  expect((await list({ type: 'shieldlink' })).total).toBe(0);
});
