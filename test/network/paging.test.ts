import { beforeAll, describe, expect, it } from 'vitest';
import {
  acceptInvite,
  connectionGrid,
  countNetwork,
  listSharedWithMe,
  newInvite,
} from '#modules/network/index.ts';
import type { Grade } from '#modules/platform/browser.ts';
import { newCompany, newScoredPerson, type TestCompany } from '#test/factories/network.ts';
import { type TestPortal, testPortal } from '#test/portal.ts';

let portal: TestPortal;
let company: TestCompany;

/** 23 rows: some of equal name, score and date, some without any. */
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

it('a cursor that is none leads to the first page', async () => {
  const first = await list({});
  for (const after of ['x', 'e30', Buffer.from('{"value":1,"id":"2"}').toString('base64url')]) {
    expect((await list({ after })).rows).toEqual(first.rows);
  }
});

it('counts both grids, and who shares a valid score', async () => {
  expect(await company.owner.visitor.perform(countNetwork, {})).toEqual({
    sharedwithme: 23,
    sharing: 3,
    myshares: 0,
  });
});

it('takes a total that a list has counted as it is', async () => {
  const { total } = await list({});
  expect(total).toBe(23);
  const counted = await company.owner.visitor.perform(countNetwork, { sharedwithme: 7, myshares: 2 });
  expect(counted).toEqual({ sharedwithme: 7, sharing: 3, myshares: 2 });
});

it('finds the rows that hold every word, in whatever order', async () => {
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
