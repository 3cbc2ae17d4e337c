import { describe, expect, it } from 'vitest';
import { withQuery } from '#app/components/grid/page.ts';

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
