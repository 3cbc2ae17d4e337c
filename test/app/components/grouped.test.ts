import { expect, it } from 'vitest';
import { type Groups, grouped } from '#app/components/form/grouped.ts';

const date: Groups = { sizes: [2, 2, 4], mark: '/', padded: true };
const phone: Groups = { sizes: [3, 3, 4], mark: '-' };

/** Types a text key by key, and formats it after each key as the input does. */
function type(text: string, groups: Groups): string {
  return [...text].reduce((shown, key) => grouped(shown + key, groups), '');
}

it.each([
  ['02031990', '02/03/1990'],
  ['2/3/1990', '02/03/1990'],
  ['2-3-1990', '02/03/1990'],
  ['12/3/1990', '12/03/1990'],
  ['02/03/1990', '02/03/1990'],
  ['2/', '02/'],
])('a date typed as %s shows as %s', (keys, shown) => {
  expect(type(keys, date)).toBe(shown);
});

it('pasted text is grouped at once, and one with too many digits is left alone', () => {
  expect(grouped('2/3/1990', date)).toBe('02/03/1990');
  expect(grouped('5125550147', phone)).toBe('512-555-0147');
  expect(type('512-555-0147', phone)).toBe('512-555-0147');
  expect(grouped('51255501478', phone)).toBe('51255501478');
});
