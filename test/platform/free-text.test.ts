import { describe, expect, test } from 'vitest';
import { line, note, personName } from '#modules/platform/fields/kinds.ts';
import { schemaOf } from '#modules/platform/fields/schema.ts';
import { ssnInText } from '#modules/platform/fields/ssn.ts';

/** What every free text refuses (D149), and what a name refuses besides (D109). */

const kinds = {
  line: schemaOf(line('Title', { max: 200 })),
  note: schemaOf(note('Text', { max: 200 })),
  name: schemaOf(personName('Name', { max: 200 })),
};
const messages = (kind: keyof typeof kinds, text: string) =>
  kinds[kind].safeParse(text).error?.issues.map(({ message }) => message) ?? [];

const withNumber = [
  '900-00-0004',
  'It is 900 00 0004',
  '900000004 is it',
  'Call (900-00-0004)',
  '900.00.0004',
  '900–00–0004',
  '900—00—0004',
  '900\u201100\u20110004',
  '900\u00a000\u00a00004',
  '900 - 00 - 0004',
  '900/00/0004',
  '900-000004'.replace('000004', '00 0004'),
  '900_00_0004',
  '900:00:0004',
  '900·00·0004',
  '900•00•0004',
  '900*00*0004',
  '900|00|0004',
  '900\\00\\0004',
  '900--00--0004',
  '(900) 00-0004',
  '9 0 0 0 0 0 0 0 4',
  '9-0-0-0-0-0-0-0-4',
  '٩٠٠-٠٠-٠٠٠٤',
  '९०००००००४',
  '9\ufe0f\u20e30\ufe0f\u20e30\ufe0f\u20e3-00-0004',
  'ITIN900000004',
  'Social900000004',
  '９００－００－０００４',
  '９０００００００４',
  'SSN900000004',
  'SSN-900000004',
  'ssn:900000004.',
  'ssn 900-00-0004, born 04/12/1985',
  'Apartment 5 900-00-0004',
  '#900000004',
  '9\u00ad00-00-0004',
];

const without = [
  'ZIP 78701-0004',
  'Call 512-555-0100',
  'Call (512) 555-0100 or 5125550100',
  'Call +1 512 555 0100',
  'Call +49 170 12 3456',
  'Order 9000000040',
  'A900000004',
  'TX123456789',
  'My ShieldID is TX-123456789',
  '900-00-000',
  'UPS 1Z999AA10123456784',
  'USPS 9400 1000 0000 0000 0000 00',
  'FedEx 1234 5678 9012',
  'EIN 12-3456789',
  'Units 101, 12, 2024',
  'Between 100: 12: 2024',
  '1 2 3 4 5 6 7 8 9 0',
  'Case 123 456 789',
  'Card ending 4242',
  'Account 12-900-00-0004',
  'On 04/12/1985 and 2026-04-12',
  '01890a5d-ac96-774b-bcce-b302099a8057',
];

describe.each(['line', 'note', 'name'] as const)('a %s', (kind) => {
  test.each(withNumber)('%j has an SSN', (text) => {
    if (kind === 'name' && text.includes('\u00ad')) return expect(messages(kind, text)).toHaveLength(2);
    expect(messages(kind, text)).toEqual([ssnInText]);
  });

  test.each(without)('%j has none', (text) => {
    expect(messages(kind, text)).toEqual([]);
  });
});

const noNames = [
  '=?utf-8?B?SGVsbG8=?=',
  'Nina =?',
  'evil.example',
  'evil\u2024example',
  'evil\u3002example',
  'evil\uff0eexample',
  'evil\uff61example',
  'evil\ufe52example',
  'evil\u0660example',
  'evil\ua4f8example',
  'evil\u00b7example',
  'evil\u2027example',
  'evil\u30fbexample',
  'evil.example, now',
  'Win at evil.example!',
  '(evil.example)',
  'evil.example’s prize',
  'evil.example&more',
  'evil.xn--p1ai',
  'pat@x.example',
  'x.com',
  'evil\u0387example',
  'evil\ufe12example',
  'evil\u16ebexample',
  'evil\ua78fexample',
  'ｗｗｗ．evil',
  'https：／／evil',
  'a\u200bb',
];

test.each(noNames)('%j is no name', (text) => {
  expect(messages('name', text)).toEqual([
    'Enter a name without a web address, hidden characters or encoded text',
  ]);
});

test.each([
  'Nina O’Hara-Núñez',
  'J. R. Smith, Jr.',
  'J.Smith',
  'T.J.Okafor',
  'Ph.D.',
  'No.5',
  'Acme "East", Inc.',
  'Col·lectiu Nord',
  'Smith & Sons = 2?',
  '山田太郎',
  'Level 1: National',
])('%j is a name', (text) => {
  expect(messages('name', text)).toEqual([]);
});
