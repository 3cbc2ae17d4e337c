import { expect, test } from 'vitest';
import { type AnyField, optional } from '#modules/platform/fields/field.ts';
import * as kinds from '#modules/platform/fields/kinds.ts';
import { schemaOf } from '#modules/platform/fields/schema.ts';

/** What each kind of field makes of what is typed; undefined if it refuses it. */

const made = (field: AnyField, typed: unknown): unknown => schemaOf(field).safeParse(typed).data;
const flags = [true, 'YES', 'true', false, 'NO', 'false', 'on', undefined];
const note = kinds.note('Note', { min: 5, max: 9 });
const { newPassword } = kinds.lengths;

test.each<[AnyField, [typed: unknown, made: unknown][]]>([
  [
    kinds.webAddress('Help'),
    [
      ['https://help.example.com/a?b', 'https://help.example.com/a?b'],
      ['http://help.example.com', undefined],
      ['https://localhost', undefined],
      ['https://name@example.com', undefined],
      ['https://:secret@example.com', undefined],
      ['help.example.com', undefined],
    ],
  ],
  [
    kinds.color('Color'),
    [
      ['#ed683c', '#ED683C'],
      ['ED683C', '#ED683C'],
      ['#a1f', '#AA11FF'],
      ['#a1f2', undefined],
      ['red', undefined],
    ],
  ],
  [
    kinds.money('Amount'),
    [
      ['$1,234.5', 123_450],
      ['0', 0],
      ['ten', undefined],
    ],
  ],
  [
    kinds.emailAddress(),
    [
      ['Nina@Example.COM', 'nina@example.com'],
      ['nina@example', undefined],
    ],
  ],
  [
    kinds.phone('Mobile'),
    [
      ['+(512) 555-0147', '5125550147'],
      ['512555014', undefined],
    ],
  ],
  [
    kinds.postalCode('ZIP code'),
    [
      ['78751', '78751'],
      ['7875', undefined],
      ['787512', undefined],
      ['7875a', undefined],
    ],
  ],
  [
    kinds.state(),
    [
      ['tx', 'TX'],
      ['ZZ', undefined],
    ],
  ],
  ...[kinds.ssn(), kinds.taxId()].map((field): [AnyField, [unknown, unknown][]] => [
    field,
    [
      ['900-12 3456', '900123456'],
      ['900-12-345', undefined],
      ['900.12.3456', undefined],
    ],
  ]),
  [
    kinds.ssnLastFour('Last four'),
    [
      ['3456', '3456'],
      ['345', undefined],
      ['34567', undefined],
    ],
  ],
  [
    optional(kinds.birthDate()),
    [
      ['01/02/1900', '1900-01-02'],
      ['01/01/1900', undefined],
      ['', ''],
    ],
  ],
  [
    kinds.code(),
    [
      [['K', '7', undefined, 'M', ' '], 'K7M'],
      [Array(8).fill(''), ''],
      [Array(9).fill(''), undefined],
    ],
  ],
  [
    kinds.password('Password', 'Enter it'),
    [
      [' ', ' '],
      ['', undefined],
      ['a\u0000', undefined],
    ],
  ],
  [
    kinds.newPassword('Password', 'Choose one'),
    [
      ['x'.repeat(newPassword), 'x'.repeat(newPassword)],
      ['x'.repeat(newPassword - 1), undefined],
    ],
  ],
  [
    note,
    [
      ['abcde', 'abcde'],
      ['abcd', undefined],
      ['', undefined],
    ],
  ],
  [
    optional(note),
    [
      ['abcde', 'abcde'],
      ['abcd', undefined],
      ['', ''],
    ],
  ],
  [kinds.note('Note', { max: 9 }), [['a', 'a']]],
  [kinds.agreement('I agree', 'Agree first'), flags.map((flag, at) => [flag, at < 3 ? true : undefined])],
  [
    kinds.tick('More'),
    flags.map((flag, at) => [flag, [true, true, true, false, false, false, undefined, false][at]]),
  ],
])('$kind', (field, cases) => {
  expect(cases.map(([typed]) => made(field, typed))).toEqual(cases.map(([, kept]) => kept));
});

test('an amount, a note and a date say what is wrong with them', () => {
  const said = (field: AnyField, typed: unknown) =>
    schemaOf(field).safeParse(typed).error?.issues[0]?.message;
  expect(said(kinds.money('Amount'), 'ten')).toBe('Enter an amount like 49.50');
  expect(said(note, 'abcd')).toBe('Use at least 5 characters');
  expect(said(kinds.dateTime('When'), 'noon')).toBe('Enter date and time as MM/DD/YYYY 2:00 AM');
});
