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
      ['$ 49.50', 4950],
      ['US$1,234,567', 123_456_700],
      ['25 USD', 2500],
      ['0', 0],
      ['ten', undefined],
      ...['25,00', '1,00', '10,0000', '1.000,00', '25 00', '12,345,678', '-5'].map(
        (typed): [string, undefined] => [typed, undefined],
      ),
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
      ['(512) 555-0147', '5125550147'],
      ['+1 (512) 555-0147', '5125550147'],
      ['1-512-555-0147', '5125550147'],
      ['\u202a+1 512\u2011555\u20110147\u202c', '5125550147'],
      ['１ ５１２ ５５５ ０１４７', '5125550147'],
      ['٥١٢٥٥٥٠١٤٧', '5125550147'],
      ['tel:+15125550147', '5125550147'],
      ['512555014', undefined],
      ['1512555014', undefined],
      ['+49 30 123456', undefined],
      ['5'.repeat(500), undefined],
    ],
  ],
  [
    kinds.postalCode('ZIP code'),
    [
      ['78751', '78751'],
      ['78751-1234', '78751'],
      ['７８７５１', '78751'],
      ['TX 78751', '78751'],
      ['Austin, TX 78751-1234.', '78751'],
      ['ZIP:78751', '78751'],
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
      ['９００–１２–３４５６', '900123456'],
      [' 900.12.3456\u200b', '900123456'],
      ['900/12/3456', '900123456'],
      ['900_12_3456', '900123456'],
      ['SSN: 900-12-3456', '900123456'],
      ['900-12-345', undefined],
      ['900-12-3456 or so', undefined],
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
    kinds.legalName('Last name'),
    [
      ['O’Neil-Đặng Jr.', 'O’Neil-Đặng Jr.'],
      ['Kaʻahumanu', 'Kaʻahumanu'],
      ['O′Neil', 'O′Neil'],
      ['Jose\u0301', 'Jos\u00e9'],
      ['ＮＥＩＬ', 'NEIL'],
      ['王', undefined],
      ['Иванов', undefined],
      ['Smith 2', undefined],
    ],
  ],
  ...[kinds.personName('First name'), kinds.line('Title', { max: 60 }), kinds.note('Note', { max: 60 })].map(
    (field): [AnyField, [unknown, unknown][]] => [field, [['Jose\u0301', 'Jos\u00e9']]],
  ),
  [
    kinds.reference('ShieldID', { max: 11 }),
    [
      ['oh 518-561-348', 'OH518561348'],
      ['ShieldID: OH 518 561 348', 'OH518561348'],
      ['OH5185613481', undefined],
      ['OH5185613\u00e9', undefined],
    ],
  ],
  [
    optional(kinds.birthDate()),
    [
      ['01/02/1900', '1900-01-02'],
      ...[
        '1990-05-17',
        '1990/5/17',
        '05171990',
        '19900517',
        '5-17-1990',
        '5.17.1990',
        '05 / 17 / 1990',
        '05\u201117\u20111990',
        '０５／１７／１９９０',
        '19/90/0517',
        'May 17, 1990',
        '17 May 1990',
        'Date of birth: 05/17/1990',
        'DOB 05/17/1990',
        '“05/17/1990”',
        '05_17_1990',
        '05\\17\\1990',
      ].map((typed): [string, string] => [typed, '1990-05-17']),
      ...['17/05/1990', '5/17/90', '5171990', '1990-02-30', '13451990', 'Mayhem 17, 1990', '05/17/19901'].map(
        (typed): [string, undefined] => [typed, undefined],
      ),
      ['01/01/1900', undefined],
      ['', ''],
    ],
  ],
  [
    kinds.code(),
    [
      [['K', '7', undefined, 'M', ' '], 'K7M'],
      [['Your code is: ABC123', '', ''], 'Your code is: ABC123'],
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
      ['🔑'.repeat(kinds.lengths.password), '🔑'.repeat(kinds.lengths.password)],
      ['x'.repeat(kinds.lengths.password + 1), undefined],
      ['🔑'.repeat(newPassword - 1), undefined],
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
