import { beforeAll, expect, it } from 'vitest';
import { fillDatabase } from '#cli/fill/index.ts';
import { findFirstPeople, searchPeople } from '#modules/identity/index.ts';
import { readSearchTerm, sql } from '#modules/platform/index.ts';
import { testPortal } from '#test/portal.ts';
import { rowsOf } from '#test/sql.ts';

/** Searches with more results than are sorted or counted at once. Each page is compared with all rows of the table. */
const portal = await testPortal();

beforeAll(async () => {
  await fillDatabase(portal.ownerUrl, {
    people: 6_000,
    now: portal.clock.now(),
    passwordHash: 'no password',
  });
  // Exactly as many as are sorted as a whole.
  await portal.work('test.rename', (work) =>
    rowsOf(
      work,
      sql`update account set lastname = 'Yonder' where id in (select id from account
        where right(id::text, 1) not in ('0', '1', '2', '3', '4', '5', '6', '7') order by id limit 2000)`,
    ),
  );
  await portal.work('test.rename', (work) =>
    rowsOf(
      work,
      sql`update account set lastname = 'Zimmer' || right(id::text, 2) where right(id::text, 1) in ('0', '1', '2', '3', '4',
      '5', '6', '7')`,
    ),
  );
  // A few whose last name begins with what is in everybody's address.
  await portal.work('test.rename', (work) =>
    rowsOf(
      work,
      sql`update account set lastname = 'Example' || right(id::text, 2) where id in (select id from account
        where lastname not like 'Yonder%' and lastname not like 'Zimmer%' order by id limit 15)`,
    ),
  );
});

interface Known {
  id: string;
  first: string;
  last: string;
  text: string;
  number: string;
}

async function everybody(): Promise<Known[]> {
  return portal.work('test.read', (work) =>
    rowsOf(
      work,
      sql<Known>`
      select id, lower(firstname) as first, lower(lastname) as last,
        lower(firstname || ' ' || lastname || ' ' || businessname || ' ' || emailaddress::text) as text,
        coalesce(lower(certification_number), '') as number
      from account join session_facts on account_id = id`,
    ),
  );
}

const compare = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** Ordered by name and id; people whose last name begins with the term come first. */
function expected(people: Known[], term: string): string[] {
  const words = term.split(' ');
  const [first = '', second] = words;
  const begins = ({ first: given, last }: Known) => {
    if (words.length > 2) return false;
    return second === undefined ? last.startsWith(first) : last.startsWith(second) && given.startsWith(first);
  };
  return people
    .filter(({ text, number }) => words.every((word) => text.includes(word)) || number.includes(term))
    .toSorted(
      (a, b) =>
        Number(begins(b)) - Number(begins(a)) ||
        compare(a.last, b.last) ||
        compare(a.first, b.first) ||
        compare(a.id, b.id),
    )
    .map(({ id }) => id);
}

it('finds nobody by fewer than three characters', async () => {
  const few = await portal.work('test.search', (work) =>
    searchPeople(work, readSearchTerm('sm'), { offset: 0, limit: 20 }),
  );
  expect(few).toEqual({ people: [], total: 0, more: false, sorted: true });
});

it('reads a term in either case, with spaces around and between its words', async () => {
  const ids = async (term: string) => {
    const found = await portal.work('test.search', (work) =>
      searchPeople(work, readSearchTerm(term), { offset: 0, limit: 20 }),
    );
    return found.people.map(({ userid }) => userid);
  };
  const found = await ids('james zimmer');
  expect(found.length).toBeGreaterThan(0);
  expect(await ids('  JAMES   Zimmer ')).toEqual(found);
  for (const term of ['zim%er', 'zimm_r', 'zim\\mer']) expect(await ids(term), term).toEqual([]);
});

it.each([
  ['one range of last names', 'zimmer', 'all'],
  ['a few last names and a common part of something else', 'example', 1_000],
  ['a common part of something else', 'xample', 1_000],
  ['a last name and parts', 'smith', undefined],
  ['two words', 'james zimmer', undefined],
  ['two words the other way round', 'zimmer james', undefined],
  ['three words', 'james zimmer example', undefined],
  ['an underscore, which is no wildcard', '_zimmer', 0],
  ['a part of a ShieldID', 'tx1', undefined],
])('finds in order by %s: %s', async (_what, term, total) => {
  const all = expected(await everybody(), term);
  const page = (offset: number, limit: number) =>
    portal.work('test.search', (work) => searchPeople(work, readSearchTerm(term), { offset, limit }));
  const first = await page(0, 20);
  expect(first.people.map(({ userid }) => userid)).toEqual(all.slice(0, 20));
  if (total === undefined) expect(first).toMatchObject({ total: all.length, more: false });
  else if (total !== 0)
    expect(first).toMatchObject({ total: total === 'all' ? all.length : total, more: true });
  const ids = await portal.work('test.search', (work) => findFirstPeople(work, readSearchTerm(term), 10));
  expect(ids).toEqual(all.slice(0, 10));
  for (const offset of [10, 190, 980]) {
    const { people } = await page(offset, 20);
    expect(
      people.map(({ userid }) => userid),
      `from ${offset}`,
    ).toEqual(all.slice(offset, offset + 20));
  }
  for (const offset of [990, 1_000, 1_010]) {
    const { people } = await page(offset, 20);
    const end = total === 1_000 ? Math.max(offset, 1_000) : offset + 20;
    expect(people.map(({ userid }) => userid)).toEqual(all.slice(offset, end));
  }
});

it('sorts and counts up to 2,000 that it finds as a whole', async () => {
  const find = () =>
    portal.work('test.search', (work) =>
      searchPeople(work, readSearchTerm('yonder'), { offset: 0, limit: 5 }),
    );
  const all = expected(await everybody(), 'yonder').slice(0, 5);
  const whole = await find();
  expect(whole).toMatchObject({ total: 2_000, more: false });
  expect(whole.people.map(({ userid }) => userid)).toEqual(all);
  const [one] = await portal.work('test.rename', (work) =>
    rowsOf(
      work,
      sql<{
        id: string;
        lastname: string;
      }>`select id, lastname from account where lastname = 'Smith' limit 1`,
    ),
  );
  const rename = (lastname: string) =>
    portal.db
      .updateTable('account')
      .set({ lastname })
      .where('id', '=', one?.id ?? '')
      .execute();
  await rename('Yonder');
  expect(await find()).toMatchObject({ total: 2_001, more: true });
  await rename(one?.lastname ?? '');
});
