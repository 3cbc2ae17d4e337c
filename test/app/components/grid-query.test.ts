import { describe, expect, it } from 'vitest';
import { gridQuery, withQuery } from '#app/components/grid/query.ts';

const read = (search: string) =>
  gridQuery(`http://shieldhub.test/user/network${search}`, { sorts: ['name', 'score'] });

describe('gridQuery', () => {
  it('is the first sort, ascending, page 1 of 10 rows where the address says nothing', () => {
    expect(read('')).toEqual({ sort: 'name', dir: 'asc', page: 1, rows: 10, after: null, before: null });
  });

  it('takes what the address says', () => {
    expect(read('?sort=score&dir=desc&page=3&rows=50')).toMatchObject({
      sort: 'score',
      dir: 'desc',
      page: 3,
      rows: 50,
    });
  });

  it.each([
    '?sort=password',
    '?dir=sideways',
    '?rows=7',
    '?rows=100000',
    '?page=0',
    '?page=-4',
    '?page=x',
    '?page=1e99',
  ])('falls back to its own order for %s', (search) => {
    expect(read(search)).toEqual(read(''));
  });

  it('numbers pages to the 10,000th row only (D85)', () => {
    expect(read('?page=5000&rows=10').page).toBe(1000);
    expect(read('?page=5000&rows=100').page).toBe(100);
  });
});

describe('withQuery', () => {
  it('leads to page 1 when anything but the page changes, and keeps the filters', () => {
    expect(withQuery('?q=dana&page=4&after=x', { sort: 'score', dir: 'asc' })).toBe(
      '?q=dana&sort=score&dir=asc',
    );
  });

  it('leaves out what is emptied', () => {
    expect(withQuery('?q=dana&page=4', { page: null })).toBe('?q=dana');
  });
});
