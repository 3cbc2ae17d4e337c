import { expect, test } from 'vitest';
import { column, containing, defineGrid, gridColumn, searchFilter, sql } from '#modules/platform/index.ts';
import { testPortal } from '#test/portal.ts';

/** How far a grid counts, and how many rows an export takes at a time, where the grid says nothing else. */

const portal = await testPortal();

const large = defineGrid({
  name: 'test-large',
  table: sql`(select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid as id, 'x' || n as name, n
    from generate_series(1, 10001) n) t`,
  id: 't.id',
  columns: {
    name: gridColumn(column.text, 't.name', {
      csv: { head: 'Name' },
      sort: { name: 'name', by: 't.name', type: 'text' },
    }),
  },
  filters: [
    searchFilter({ name: 'q', label: 'Name', where: ({ text }) => sql`t.name like ${containing(text)}` }),
  ],
  order: ['name', 'asc'],
});

test.each([
  [10_000, '', 10_000, true],
  [10_001, '', 10_000, false],
  [1_000, 'x', 1_000, true],
  [1_001, 'x', 1_000, false],
])('of %i rows, searched by "%s", %i are counted, exactly: %s', async (most, q, total, exact) => {
  const page = await portal.work('test.large', (work) =>
    large.read(work, large.input.parse({ q }), { where: sql`t.n <= ${most}` }, undefined),
  );
  expect(page).toMatchObject({ total, exact });
});

test.each([
  [1_000, false],
  [1_001, true],
])('an export of %i rows has a second batch: %s', async (most, more) => {
  const { rows, next } = await portal.work('test.large', (work) =>
    large.csv.read(work, {}, { where: sql`t.n <= ${most}` }),
  );
  expect([rows.length, next !== null]).toEqual([1_000, more]);
});
