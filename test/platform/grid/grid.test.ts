import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  choiceFilter,
  column,
  containing,
  csvLine,
  defineGrid,
  derived,
  gridColumn,
  searchFilter,
  segmentFilter,
  sql,
} from '#modules/platform/index.ts';
import { type TestPortal, testPortal } from '#test/portal.ts';

/** A grid of constant values, with every kind of sort column and with nulls. */
const rows = [
  ['1', 'Able', 3, '2026-01-31', '2026-05-01 10:00:00.000001+00'],
  ['2', 'able_%', 3, null, '2026-05-01 10:00:00.000002+00'],
  ['3', '100% sure', null, '2026-01-31', '2026-05-01 10:00:00.000001+00'],
  ['4', 'back\\slash', 1, null, '2026-05-02 00:00:00+00'],
  ['5', '=cmd, "x"', null, null, '2026-05-03 00:00:00+00'],
] as const;
const idOf = (n: string) => `00000000-0000-4000-8000-00000000000${n}`;
const values = sql.join(
  rows.map(
    ([id, name, rank, day, at]) =>
      sql`(${idOf(id)}::uuid, ${name}::text, ${rank}::smallint, ${day}::date, ${at}::timestamptz)`,
  ),
);

const columns = {
  id: gridColumn(column.uuid, 't.id'),
  name: gridColumn(column.text, 't.name', {
    csv: { head: 'Name' },
    sort: { name: 'name', by: 't.name', type: 'text' },
  }),
  rank: gridColumn(column.integer.nullable(), 't.rank', {
    csv: { head: 'Rank', cell: (rank: number | null) => (rank === null ? 'none' : `no. ${rank}`) },
    sort: { name: 'rank', by: 't.rank', type: 'smallint', nullable: true },
    filter: choiceFilter({
      name: 'rank',
      label: 'Rank',
      any: 'Any rank',
      choices: [
        { value: 'first', label: 'First' },
        { value: 'third', label: 'Third' },
      ],
      where: (value) => sql`t.rank = ${value === 'first' ? 1 : 3}::smallint`,
    }),
  }),
  day: gridColumn(column.date.nullable(), 't.day', {
    csv: { head: 'Day' },
    sort: { name: 'day', by: 't.day', type: 'date', nullable: true },
  }),
  at: gridColumn(column.instant, 't.at', {
    csv: { head: 'At' },
    sort: { name: 'at', by: 't.at', type: 'timestamptz' },
  }),
};

const grid = defineGrid({
  name: 'test',
  table: sql`(values ${values}) t (id, name, rank, day, at)`,
  id: 't.id',
  columns,
  filters: [
    searchFilter({
      name: 'q',
      label: 'Name',
      where: ({ text }) => sql`lower(t.name) like ${containing(text)}`,
    }),
    segmentFilter({
      name: 'dated',
      label: 'Dated',
      choices: [
        { value: 'all', label: 'All' },
        { value: 'yes', label: 'With a day' },
      ],
      where: () => sql`t.day is not null`,
    }),
  ],
  derived: {
    shout: derived(z.string(), (row: { name: string }, { mark }: { mark: string }) => `${row.name}${mark}`),
  },
  order: ['name', 'asc'],
  counted: { all: 4, search: 1 },
});

let portal: TestPortal;
beforeAll(async () => {
  portal = await testPortal();
});

function list(asked: Partial<z.input<typeof grid.input>>) {
  return portal.work('test.list', (work) =>
    grid.read(work, grid.input.parse(asked), { where: sql`true` }, { mark: '!' }),
  );
}
const names = async (asked: Partial<z.input<typeof grid.input>>) =>
  (await list(asked)).rows.map((row) => row.name);
const read = (query: string) => grid.readAddress(new URLSearchParams(query));

describe('an address', () => {
  it('is the grid’s own order, page 1 of 10 rows where it says nothing', () => {
    expect(read('')).toEqual({ q: '', sort: 'name', dir: 'asc', page: 1, rows: 10 });
  });

  it('says what its grid can be asked for, and comes back to it', () => {
    const asked = read('q=able&rank=third&dated=yes&sort=day&dir=desc&page=3&rows=50&after=x');
    expect(asked).toEqual({
      q: 'able',
      rank: 'third',
      dated: 'yes',
      sort: 'day',
      dir: 'desc',
      page: 3,
      rows: 50,
      after: 'x',
    });
    const query = new URLSearchParams(Object.entries(asked).map(([name, value]) => [name, String(value)]));
    expect(grid.readAddress(query)).toEqual(asked);
    expect(grid.isFiltered(asked)).toBe(true);
    expect(read('rank=%20third%20').rank).toBe('third');
    expect(grid.input.safeParse({ page: 1 }).success).toBe(true);
  });

  it.each([
    'sort=password',
    'dir=sideways',
    'rows=7',
    'rows=100000',
    'page=0',
    'page=-4',
    'page=x',
    'page=1e99',
    'rank=last',
    'dated=all',
    'after=',
    'tab=others',
  ])('falls back to the grid’s own order for %s', (query) => {
    const { dated: _dated, ...asked } = read(query);
    expect(asked).toEqual(read(''));
    expect(grid.isFiltered(read(query))).toBe(false);
  });

  it('gives each filter its control, with what it is set to', () => {
    expect(grid.filterControls(read('q=able&rank=third'))).toMatchObject([
      { name: 'q', kind: 'search', label: 'Name', value: 'able' },
      { name: 'dated', kind: 'segment', value: 'all' },
      { name: 'rank', kind: 'choice', any: 'Any rank', value: 'third' },
    ]);
  });

  it('tells the audit log which filters were set, and not what was searched for', () => {
    const detail = grid.filterDetail(read('q=dana@example.com&rank=third'));
    expect(detail).toEqual({ rank: 'third', searched: true, dated: null });
    const words = grid.filterDetailInWords({ ...detail, selected: 2 }, () => undefined);
    expect(words.filters).toMatch(/Name: words that are not kept/);
    expect(words.filters).toMatch(/Rank: /);
    expect(words.selected).toBe(2);
    expect(Object.keys(words)).toEqual(['filters', 'selected']);
    expect(grid.filterDetailInWords(grid.filterDetail(read('')), () => undefined)).toEqual({
      filters: 'None',
    });
  });
});

describe('filters', () => {
  it.each([
    ['able', ['Able', 'able_%']],
    ['%', ['100% sure', 'able_%']],
    ['_', ['able_%']],
    ['E_%', ['able_%']],
    ['\\', ['back\\slash']],
  ])('search for %s as it stands', async (q, found) => {
    expect((await names({ q })).sort()).toEqual([...found].sort());
  });

  it('narrow together', async () => {
    expect((await names({ rank: 'third' })).sort()).toEqual(['Able', 'able_%']);
    expect(await names({ rank: 'third', dated: 'yes' })).toEqual(['Able']);
    expect(await names({ q: '%', rank: 'third', dated: 'all' })).toEqual(['able_%']);
  });
});

describe.each(grid.sorts)('sorted by %s', (sort) => {
  it.each(['asc', 'desc'] as const)('%s: on from row to row, both ways, nulls last in asc', async (dir) => {
    const all = await names({ sort, dir });
    expect(new Set(all).size).toBe(5);
    if (sort === 'rank' || sort === 'day') {
      const end = (await list({ sort, dir })).rows.at(dir === 'asc' ? -1 : 0);
      expect(end?.[sort]).toBeNull();
    }
    // One row per page, so that there is a page break after every row, also between equal values.
    const step = (asked: { after?: string; before?: string }) =>
      portal.work('test.step', (work) =>
        grid.read(
          work,
          { ...grid.input.parse({ sort, dir, ...asked }), rows: 1 },
          { where: sql`true` },
          { mark: '' },
        ),
      );
    const forwards = [await step({})];
    for (let next = forwards.at(-1)?.cursors.next; next; next = forwards.at(-1)?.cursors.next) {
      forwards.push(await step({ after: next }));
    }
    expect(forwards.flatMap((page) => page.rows.map((row) => row.name))).toEqual(all);
    expect(forwards[0]?.cursors.previous).toBeNull();
    const back = [];
    for (let at = forwards.at(-1); at?.cursors.previous; at = back.at(-1)) {
      back.push(await step({ before: at.cursors.previous }));
    }
    expect(back.flatMap((page) => page.rows.map((row) => row.name))).toEqual(all.slice(0, -1).reverse());
    expect(back.map(({ cursors }) => [cursors.previous === null, cursors.next === null])).toEqual([
      [false, false],
      [false, false],
      [false, false],
      [true, false],
    ]);
  });
});

describe('a page', () => {
  it('counts up to the cap of the grid, and of a search', async () => {
    expect(await list({})).toMatchObject({ total: 4, exact: false });
    expect(await list({ dated: 'yes' })).toMatchObject({ total: 2, exact: true });
    expect(await list({ q: 'able' })).toMatchObject({ total: 1, exact: false });
  });

  it('has the count that the caller knows, unless a filter is set', async () => {
    const known = (asked: Partial<z.input<typeof grid.input>>) =>
      portal.work('test.known', (work) =>
        grid.read(
          work,
          grid.input.parse(asked),
          { where: sql`true`, counted: async () => ({ total: 99, exact: false }) },
          { mark: '' },
        ),
      );
    expect(await known({})).toMatchObject({ total: 99, exact: false });
    expect(await known({ dated: 'yes' })).toMatchObject({ total: 2, exact: true });
  });

  it('beyond the last is empty', async () => {
    expect(await list({ page: 2 })).toMatchObject({ rows: [], cursors: { next: null, previous: null } });
  });

  it('has the columns and what is worked out from them, and nothing else', async () => {
    expect((await list({ q: 'sure' })).rows).toEqual([
      {
        id: idOf('3'),
        name: '100% sure',
        rank: null,
        day: '2026-01-31',
        at: new Date('2026-05-01T10:00:00.000Z'),
        shout: '100% sure!',
      },
    ]);
  });

  it.each([
    'x',
    'e30',
    Buffer.from('{"sort":"rank","value":"drop","id":"00000000-0000-4000-8000-000000000001"}').toString(
      'base64url',
    ),
    Buffer.from('{"sort":"name","value":"Able","id":"00000000-0000-4000-8000-000000000001"}').toString(
      'base64url',
    ),
    Buffer.from('{"sort":"name","value":"1","id":"00000000-0000-4000-8000-000000000004"}').toString(
      'base64url',
    ),
    Buffer.from('{"sort":"rank","value":"1","id":"2"}').toString('base64url'),
  ])('is the first for a place that is none of its order: %s', async (after) => {
    expect((await list({ sort: 'rank', after })).rows).toEqual((await list({ sort: 'rank' })).rows);
  });
});

it('goes on after a text of up to 300 characters', async () => {
  const found = (length: number) => {
    const value = `b${'a'.repeat(length - 1)}`;
    const cursor = Buffer.from(JSON.stringify({ sort: 'name', value, id: idOf('1') })).toString('base64url');
    return names({ after: cursor });
  };
  expect(await found(300)).toEqual(['back\\slash']);
  expect(await found(301)).toHaveLength(5);
});

describe('the CSV file', () => {
  it('has the columns with a head, dates MM/dd/yyyy, and goes on after its last row', async () => {
    expect(grid.csv.head()).toEqual(['Name', 'Rank', 'Day', 'At']);
    expect(grid.csv.head(['rank'])).toEqual(['Name', 'Day', 'At']);
    const { rows: first, next } = await portal.work('test.csv', (work) =>
      grid.csv.read(work, { dated: 'yes' }, { where: sql`true` }),
    );
    expect(next).toBeNull();
    expect(first.map((row) => grid.csv.cells(row, 'UTC'))).toEqual([
      ['100% sure', 'none', '01/31/2026', '05/01/2026'],
      ['Able', 'no. 3', '01/31/2026', '05/01/2026'],
    ]);
    expect(Object.keys(first[0] ?? {})).not.toContain('id');
  });

  it('has no text for what is missing, words for yes and no, and the dates of the time zone', () => {
    const at = new Date('2026-05-01T20:00:00Z');
    const cells = (name: unknown, zone = 'UTC') => grid.csv.cells({ name, rank: null, day: null, at }, zone);
    expect(cells(undefined)).toEqual(['', 'none', '', '05/01/2026']);
    expect(cells(true, 'Asia/Tokyo')).toEqual(['Yes', 'none', '', '05/02/2026']);
    expect(cells(false)[0]).toBe('No');
  });

  it('keeps its filter from one batch to the next', async () => {
    const found: string[] = [];
    for (let after: string | undefined, more = true; more; ) {
      const { rows: batch, next } = await portal.work('test.csv', (work) =>
        grid.csv.read(work, { rank: 'third', after }, { where: sql`true` }, 1),
      );
      found.push(...batch.map((row) => row.name));
      more = next !== null;
      after = next ?? undefined;
    }
    expect(found.sort()).toEqual(['Able', 'able_%']);
  });

  it('is no place for formulas, and quotes what needs it', () => {
    expect(csvLine(['=HYPERLINK("http://x")', '+1', '-1', '@a', '\tb', '\rc', 'd"e', 'f,g', 'h'])).toBe(
      `"'=HYPERLINK(""http://x"")",'+1,'-1,'@a,'\tb,"'\rc","d""e","f,g",h\r\n`,
    );
    expect(csvLine(['＝1', '＋1', '－1', '＠a'])).toBe("'＝1,'＋1,'－1,'＠a\r\n");
  });
});

it('knows the orders that its columns declare only', () => {
  expect(() =>
    defineGrid({
      name: 'test-none',
      table: sql`t`,
      id: 't.id',
      columns: { id: columns.id, name: columns.name },
      order: ['name', 'asc'],
    }),
  ).not.toThrow();
  expect(() =>
    defineGrid({ name: 'test-none', table: sql`t`, id: 't.id', columns, order: ['age' as 'rank', 'asc'] }),
  ).toThrow('The grid test-none has no order age');
  expect(grid.sorts).toEqual(['name', 'rank', 'day', 'at']);
});
