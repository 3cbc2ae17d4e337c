import type { LoaderFunctionArgs } from '@remix-run/node';
import { expect, test } from 'vitest';
import { gridPage, hideColumns, pageInMemory } from '#app/grid.server.ts';
import { action as chooseColumns } from '#app/routes/shell/grid-columns.ts';
import { NUMBERED_ROWS } from '#modules/platform/browser.ts';
import { redirectOf } from './page.ts';
import { visitWith } from './visit-with.ts';

/** What the table of a page shows: which page of the grid, and which columns this browser hides. */

const grid = {
  name: 'people',
  sorts: ['name'],
  readAddress: (query: URLSearchParams) => ({
    sort: 'name',
    dir: 'asc' as const,
    page: Number(query.get('page')),
    rows: 10,
  }),
  filterControls: () => [],
  isFiltered: () => false,
};

/** @param total how many rows the list counts, of which it has those of pages up to `filled` */
async function pageOf(page: number, total: number, { filled = Math.ceil(total / 10), cookie = '' } = {}) {
  const asked: number[] = [];
  const request = new Request(`http://localhost:3000/people?page=${page}`);
  const args = { request, context: { visit: visitWith(cookie).visit } } as unknown as LoaderFunctionArgs;
  const shown = await gridPage(args, grid, async (address) => {
    asked.push(address.page);
    const rows = address.page <= filled ? ['a row'] : [];
    return { rows, total, exact: true, cursors: { next: null, previous: null }, title: 'People' };
  });
  return { shown, asked };
}

test.each([
  ['a page', 2, 11, undefined, [2]],
  ['a page beyond the last', 9, 11, undefined, [9, 2]],
  ['the page after the last', 3, 20, undefined, [3, 2]],
  ['the first page of nothing', 1, 0, undefined, [1]],
  ['the second page of nothing', 2, 0, undefined, [2, 1]],
  ['a page whose rows are more than were counted', 9, 11, 20, [9]],
  ['the last page that has a number', NUMBERED_ROWS / 10, NUMBERED_ROWS, undefined, [NUMBERED_ROWS / 10]],
  ['a page without a number', NUMBERED_ROWS / 10 + 1, NUMBERED_ROWS, undefined, [NUMBERED_ROWS / 10]],
])('%s is shown, or the last one', async (_what, page, total, filled, pages) => {
  const { shown, asked } = await pageOf(page, total, { ...(filled && { filled }) });
  expect(asked).toEqual(pages);
  expect(shown).toMatchObject({ address: { page: pages.at(-1) }, total, title: 'People', name: 'people' });
});

test('equal actions of rows are one object, which the page’s data writes once; other rows keep their own', async () => {
  const action = (enabled: boolean) => ({ action: 'remove', enabled, at: new Date(0) });
  const listed = [true, true, false].map((enabled, id) => ({ id, actions: [action(enabled)] }));
  const request = new Request('http://localhost:3000/people?page=1');
  const args = { request, context: { visit: visitWith('').visit } } as unknown as LoaderFunctionArgs;
  const { rows } = await gridPage(args, grid, async () => ({
    rows: listed,
    total: 3,
    exact: true,
    cursors: { next: null, previous: null },
  }));
  expect(rows).toEqual(listed);
  expect(rows[1]?.actions).toBe(rows[0]?.actions);
  expect(rows[2]?.actions).not.toBe(rows[0]?.actions);
});

test('a browser hides the columns that it names, unless it names what is none', async () => {
  const hidden = async (cookie: string) => (await pageOf(1, 1, { cookie })).shown.hidden;
  const columns = (count: number) => Array.from({ length: count }, () => 'score').join('.');
  expect(await hidden('columns-people=score.last-seen')).toEqual(['score', 'last-seen']);
  expect(await hidden('columns-others=score')).toEqual([]);
  expect(await hidden('columns-people=<script>')).toEqual([]);
  expect([(await hidden(`columns-people=${columns(40)}`)).length]).toEqual([40]);
  expect(await hidden(`columns-people=${columns(41)}`)).toEqual([]);
});

test('hidden columns are remembered for a year, and forgotten when all are shown', () => {
  const lines = (ids: string[]) => {
    const { visit, lines: set } = visitWith('columns-people=score');
    hideColumns(visit, 'people', ids);
    return set;
  };
  expect(lines(['score', 'last-seen'])).toEqual([
    expect.stringMatching(/^columns-people=score\.last-seen; Max-Age=31536000;/),
  ]);
  expect(lines([])).toEqual([expect.stringMatching(/^columns-people=; Max-Age=0;/)]);
});

async function choose(entries: [string, string][]) {
  const { visit, lines: set } = visitWith('');
  const request = new Request('http://localhost:3000/columns', {
    method: 'POST',
    body: new URLSearchParams(entries),
  });
  const answer = await chooseColumns({ request, context: { visit }, params: {} } as never);
  return { answer, set };
}
const menu: [string, string][] = [
  ['grid', 'people'],
  ['column', 'score'],
  ['column', 'city'],
  ['show', 'city'],
];

test('the menu of columns hides what is not chosen, and leads back to a page of the portal or stays there', async () => {
  const chosen = await choose([...menu, ['to', '/user/network?q=a']]);
  expect(redirectOf(chosen.answer)).toBe('/user/network?q=a');
  expect(chosen.set).toEqual([expect.stringMatching(/^columns-people=score;/)]);
  const stays = await choose([...menu, ['to', '/user/network'], ['inplace', 'YES']]);
  expect(stays.answer).toMatchObject({ data: null });
  expect(stays.answer).not.toMatchObject({ init: { status: 400 } });
  expect(stays.set).toHaveLength(1);
});

test.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'user', `/${'x'.repeat(2000)}`])(
  'the menu of columns leads to no %s',
  async (to) => {
    const { answer, set } = await choose([...menu, ['to', to]]);
    expect(answer).toMatchObject({ init: { status: 400 } });
    expect(set).toEqual([]);
  },
);

test('rows in memory are sorted by a value, those without one last, and paged', () => {
  const rows = [{ v: 'b' }, { v: null }, { v: 'ä' }, { v: 'a' }, { v: 'b', second: true }];
  const page = (dir: 'asc' | 'desc', number: number, size: number) =>
    pageInMemory(rows, { sort: 'v', dir, page: number, rows: size }, ({ v }) => v);
  const sorted = [rows[3], rows[2], rows[0], rows[4], rows[1]];
  expect(page('asc', 1, 10).rows).toEqual(sorted);
  expect(page('desc', 1, 10).rows).toEqual([rows[0], rows[4], rows[2], rows[3], rows[1]]);
  expect(page('asc', 2, 2)).toMatchObject({ rows: [rows[0], rows[4]], total: 5, exact: true });
  expect(page('asc', 4, 2).rows).toEqual([]);
});
