import { expect, it } from 'vitest';
import { grouped } from '#app/components/form/grouped.ts';
import { type Groups, typingOf } from '#modules/platform/fields/html.ts';
import * as kinds from '#modules/platform/fields/kinds.ts';

const groupsOf = (field: Parameters<typeof typingOf>[0]): Groups => {
  const { groups } = typingOf(field);
  if (!groups) throw new Error('its digits are not grouped');
  return groups;
};
const date = groupsOf(kinds.birthDate());
const phone = groupsOf(kinds.phone('Mobile'));

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
  ['1990/5/17', '1990-05-17'],
  ['19900517', '1990-05-17'],
  ['０２０３１９９０', '02/03/1990'],
  ['May 17, 1990', 'May 17, 1990'],
])('a date typed as %s shows as %s', (keys, shown) => {
  expect(type(keys, date)).toBe(shown);
});

it('pasted text is grouped at once, and one with too many digits is left alone', () => {
  expect(grouped('2/3/1990', date)).toBe('02/03/1990');
  expect(grouped('5125550147', phone)).toBe('512-555-0147');
  expect(type('512-555-0147', phone)).toBe('512-555-0147');
  expect(grouped('51255501478', phone)).toBe('51255501478');
  expect(grouped('+49 30 123456', phone)).toBe('+49 30 123456');
});
