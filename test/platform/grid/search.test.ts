import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { column, containing, defineGrid, gridColumn, searchFilter, sql } from '#modules/platform/index.ts';
import { testPortal } from '#test/portal.ts';

const portal = await testPortal();

describe('a search', () => {
  /** 25 rows, of which 24 contain the letter x. A search counts up to 20. */
  const many = defineGrid({
    name: 'test-search',
    table: sql`(select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid as id, n / 2 as half,
      case when n < 25 then 'x' else 'y' end || n as name from generate_series(1, 25) n) t`,
    id: 't.id',
    columns: {
      name: gridColumn(column.text, 't.name'),
      half: gridColumn(column.integer, 't.half', { sort: { name: 'half', by: 't.half', type: 'smallint' } }),
    },
    filters: [
      searchFilter({ name: 'q', label: 'Name', where: ({ text }) => sql`t.name like ${containing(text)}` }),
    ],
    order: ['half', 'asc'],
    counted: { search: 20 },
  });
  const page = (asked: Partial<z.input<typeof many.input>>) =>
    portal.work('test.search', async (work) => {
      const { rows, ...rest } = await many.read(
        work,
        many.input.parse({ q: 'x', ...asked }),
        { where: sql`true` },
        undefined,
      );
      return { names: rows.map(({ name }) => name), ...rest };
    });
  const from = (first: number, last: number) =>
    Array.from(
      { length: Math.abs(last - first) + 1 },
      (_, at) => `x${first < last ? first + at : first - at}`,
    );

  it('numbers its pages up to the count, in both directions', async () => {
    expect(await page({})).toMatchObject({ names: from(1, 10), total: 20, exact: false });
    expect(await page({ page: 2 })).toMatchObject({ names: from(11, 20), total: 20, exact: false });
    expect(await page({ dir: 'desc', page: 2 })).toMatchObject({
      names: from(14, 5),
      total: 20,
      exact: false,
    });
  });

  it('goes on from its last numbered page', async () => {
    const { cursors } = await page({ page: 2 });
    expect(await page({ after: cursors.next ?? '' })).toMatchObject({
      names: from(21, 24),
      total: 20,
      exact: false,
      cursors: { next: null },
    });
    expect(await page({ page: 3 })).toMatchObject({ names: from(21, 24), total: 20, exact: false });
  });

  it('counts exactly what it finds up to the limit, also on a page behind the last row', async () => {
    expect(await page({ q: '2' })).toMatchObject({
      names: ['x2', 'x12', 'x20', 'x21', 'x22', 'x23', 'x24', 'y25'],
      total: 8,
      exact: true,
    });
    expect(await page({ q: '2', page: 2 })).toMatchObject({ names: [], total: 8, exact: true });
    expect(await page({ q: 'none' })).toMatchObject({
      names: [],
      total: 0,
      exact: true,
      cursors: { next: null, previous: null },
    });
  });
});
